extension Duration {
    /// The whole nanoseconds of this duration, clamped to 64 bits (292 years).
    public var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        if overflow { return seconds < 0 ? .min : .max }
        let (sum, carry) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        if carry { return seconds < 0 ? .min : .max }
        return sum
    }

    /// The whole milliseconds, at least one, as a limit of time.
    package var timeoutMilliseconds: Int { Int(max(1, nanoseconds / 1_000_000)) }

    /// The duration in seconds: the number nearest to its whole nanoseconds.
    public var seconds: Double { Double(nanoseconds) / 1e9 }
}

extension Duration {
    /// The number of frames at a rate in Hz, rounded to the nearest.
    package func frames(at sampleRate: Int) -> Int64 {
        let nanoseconds = nanoseconds
        let rate = Int64(sampleRate)
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * rate + (rest * rate + (rest < 0 ? -500_000_000 : 500_000_000)) / 1_000_000_000
    }

    /// The duration of a number of frames at a rate in Hz.
    package init(frames: Int64, at sampleRate: Int) {
        let (seconds, rest) = frames.quotientAndRemainder(dividingBy: Int64(sampleRate))
        self = .seconds(seconds) + .nanoseconds(rest * 1_000_000_000 / Int64(sampleRate))
    }
}
