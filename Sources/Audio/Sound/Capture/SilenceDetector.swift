/// Detects a source without a signal: a muted microphone, or a stream of zeros.
///
/// An analogue mute still has a peak near -63 dBFS; a quiet room is louder. It warns once, because repeated warnings
/// are ignored.
package struct SilenceDetector {
    /// The length of silence before the warning, in tenths of a second.
    static let thresholdTenths = 100
    /// The highest peak that counts as silence, in dBFS.
    static let threshold = -60.0

    private var silentTenths = 0
    private var isTold = false

    package init() {}

    /// Adds the level of a tenth of a second; returns true if the warning is due.
    ///
    /// `isWorthTelling` is asked once the silence is long enough.
    package mutating func isDue(after level: AudioLevel, if isWorthTelling: @autoclosure () -> Bool = true) -> Bool {
        silentTenths = level.peak > Self.threshold ? 0 : silentTenths + 1
        guard silentTenths >= Self.thresholdTenths, !isTold, isWorthTelling() else { return false }
        isTold = true
        return true
    }
}
