/// A stretch of time counted in frames: frame n is `start` plus n / `rate`, exactly.
struct FrameTime: Sendable {
    /// The instant of frame 0.
    let start: Duration
    /// Frames per second, in Hz.
    let rate: Int

    /// How many whole frames have passed at an instant, none before `start`.
    func frames(at instant: Duration) -> Int64 {
        let passed = max(instant - start, .zero).attoseconds
        return Int64(passed * Int128(rate) / attosecondsPerSecond)
    }

    /// The frame nearest to an instant, frame 0 for what is before `start`.
    func nearestFrame(to instant: Duration) -> Int64 {
        let passed = max(instant - start, .zero).attoseconds
        return Int64((passed * Int128(rate) + attosecondsPerSecond / 2) / attosecondsPerSecond)
    }

    /// The first instant at which so many frames have passed.
    func instant(of frames: Int64) -> Duration {
        let rate = Int128(rate)
        return start + Duration(attoseconds: (Int128(frames) * attosecondsPerSecond + rate - 1) / rate)
    }
}

private let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000
