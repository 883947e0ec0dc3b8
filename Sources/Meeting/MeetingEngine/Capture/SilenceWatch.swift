/// Finds a microphone that gives nothing: muted, or a stream of zeros.
///
/// An analogue mute still has a peak near -63 dBFS, and a quiet room is louder. It is to be said once, because who is
/// warned too often does not listen.
struct SilenceWatch {
    /// For how long there has to be silence, in tenths of a second.
    static let patience = 100
    /// What is not louder is silence, in dBFS.
    static let threshold = -60.0

    private var silentTenths = 0
    private var isTold = false

    /// Takes the level of a tenth of a second; true if it is to be said now that nothing is heard.
    mutating func isDue(after level: AudioLevel) -> Bool {
        silentTenths = level.peak > Self.threshold ? 0 : silentTenths + 1
        guard silentTenths == Self.patience, !isTold else { return false }
        isTold = true
        return true
    }
}
