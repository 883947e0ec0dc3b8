import Synchronization

/// Smooths the instants at which a sound system reports that rendered frames are played.
///
/// A device plays frames at a constant rate, so consecutive reports should agree. PipeWire's PulseAudio interface
/// extrapolates between its updates, and its reports are up to 120 ms off for ten seconds; their mean converges sooner.
/// PulseAudio, ALSA and JACK report exact values (to 0.5 ms), and when JACK skips periods the filter would lag, so for
/// these nothing is smoothed.
struct OutputLatencyFilter: ~Copyable {
    /// The averaging window, in seconds: shorter shows the jitter of the reports, longer the drift of the sound card.
    private static let windowSeconds = 10
    /// The error, in ns, at which the average restarts, because the stream was interrupted.
    private static let tolerance: Int64 = 200_000_000

    private let sampleRate: Int64
    private let smooths: Bool
    // Used by the callback only; atomic because `observe` must not be mutating.
    private let next = Atomic<Int64>(0)
    private let averaged = Atomic<Int64>(0)

    /// Creates a filter for a sample rate, in Hz; if `smooths` is false, it returns reports unchanged.
    init(sampleRate: Int, smooths: Bool) {
        self.sampleRate = Int64(max(1, sampleRate))
        self.smooths = smooths
    }

    /// Adds the reported instant, in ns, of the first of the next `frames`, and returns the smoothed instant. [audio
    /// thread]
    @_noLocks
    func observe(_ instant: Int64, frames: Int) -> Int64 {
        guard smooths else { return instant }
        let frames = Int64(truncatingIfNeeded: frames)
        var averagedFrames = averaged.load(ordering: .relaxed)
        var expected = next.load(ordering: .relaxed)
        let (error, overflow) = instant.subtractingReportingOverflow(expected)
        if averagedFrames == 0 || overflow || error > Self.tolerance || error < -Self.tolerance {
            averagedFrames = 0
            expected = instant
        } else {
            expected &+= error &* frames / (averagedFrames &+ frames)
        }
        let limit = sampleRate &* Int64(Self.windowSeconds)
        averaged.store(averagedFrames &+ frames < limit ? averagedFrames &+ frames : limit, ordering: .relaxed)
        next.store(expected &+ frames &* 1_000_000_000 / sampleRate, ordering: .relaxed)
        return expected
    }
}
