/// Detects a microphone without a signal: muted, or a stream of zeros.
///
/// An analogue mute still has a peak near -63 dBFS; a quiet room is louder. It warns once, because repeated warnings
/// are ignored.
struct SilenceDetector {
    /// The length of silence before the warning, in tenths of a second.
    static let thresholdTenths = 100
    /// The highest peak that counts as silence, in dBFS.
    static let threshold = -60.0

    private var silentTenths = 0
    private var isTold = false

    /// Adds the level of a tenth of a second; returns true if the warning is due.
    mutating func isDue(after level: AudioLevel) -> Bool {
        silentTenths = level.peak > Self.threshold ? 0 : silentTenths + 1
        guard silentTenths == Self.thresholdTenths, !isTold else { return false }
        isTold = true
        return true
    }
}
