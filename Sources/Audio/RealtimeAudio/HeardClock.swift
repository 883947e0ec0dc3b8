import Synchronization

/// When the frames that a playback callback renders are heard, from what the sound system says, smoothed.
///
/// A device plays its frames at an even pace, so what a sound system says of the latency has to agree from buffer to
/// buffer. On PipeWire it does not: clients of its PulseAudio interface guess between its answers, which come in steps of
/// its buffer, and are up to 120 ms off for ten seconds. The mean of the guesses is right sooner. PulseAudio itself, ALSA
/// and JACK know (0.5 ms), and a JACK that loses periods has to be followed at once, so there nothing is smoothed.
struct HeardClock: ~Copyable {
    /// How long what was said counts, in seconds; shorter, and guesses show; longer, and a sound card's own pace does.
    private static let memory = 10
    /// By how many ns the mean and what is said may differ before all that was said before counts no longer: the
    /// stream stood still.
    private static let tolerance: Int64 = 200_000_000

    private let sampleRate: Int64
    private let smooths: Bool
    // Only the callback uses these two; atomic so that `observe` need not mutate what others read.
    private let next = Atomic<Int64>(0)
    private let observed = Atomic<Int64>(0)

    /// For a stream of so many frames a second; without `smooths` all that is said is believed.
    init(sampleRate: Int, smooths: Bool) {
        self.sampleRate = Int64(max(1, sampleRate))
        self.smooths = smooths
    }

    /// Takes in that the first of the next so many frames is said to be heard at an instant, in ns; gives when it is.
    /// [audio thread]
    @_noLocks
    func observe(_ instant: Int64, frames: Int) -> Int64 {
        guard smooths else { return instant }
        let frames = Int64(truncatingIfNeeded: frames)
        var known = observed.load(ordering: .relaxed)
        var expected = next.load(ordering: .relaxed)
        let (error, overflow) = instant.subtractingReportingOverflow(expected)
        if known == 0 || overflow || error > Self.tolerance || error < -Self.tolerance {
            known = 0
            expected = instant
        } else {
            expected &+= error &* frames / (known &+ frames)
        }
        let limit = sampleRate &* Int64(Self.memory)
        observed.store(known &+ frames < limit ? known &+ frames : limit, ordering: .relaxed)
        next.store(expected &+ frames &* 1_000_000_000 / sampleRate, ordering: .relaxed)
        return expected
    }
}
