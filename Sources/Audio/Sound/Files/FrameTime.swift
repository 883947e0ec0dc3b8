/// Converts between frames and instants: frame n is at `start` + n / `rate`, exactly.
struct FrameTime: Sendable {
    let start: Duration
    /// The sample rate, in Hz.
    let rate: Int

    /// The number of complete frames at an instant; 0 before `start`.
    func frames(at instant: Duration) -> Int64 {
        let passed = max(instant - start, .zero).attoseconds
        return Int64(passed * Int128(rate) / attosecondsPerSecond)
    }

    /// The frame nearest to an instant; 0 before `start`.
    func nearestFrame(to instant: Duration) -> Int64 {
        let passed = max(instant - start, .zero).attoseconds
        return Int64((passed * Int128(rate) + attosecondsPerSecond / 2) / attosecondsPerSecond)
    }

    /// The first instant at which `frames` frames are complete.
    func instant(of frames: Int64) -> Duration {
        let rate = Int128(rate)
        return start + Duration(attoseconds: (Int128(frames) * attosecondsPerSecond + rate - 1) / rate)
    }
}

private let attosecondsPerSecond: Int128 = 1_000_000_000_000_000_000
