extension Duration {
    /// This duration in whole nanoseconds, rounded down.
    ///
    /// Meetings are accounted for in this unit. The result is clamped to ±`Int64.max` seconds, so that sums of a few
    /// such values still fit a `Duration`.
    var wholeNanoseconds: Duration {
        let bound = Duration.seconds(Int64.max)
        let attoseconds = Swift.min(Swift.max(self, .zero - bound), bound).attoseconds
        let rest = attoseconds % Self.attosecondsPerNanosecond
        let roundedDown = attoseconds - (rest < 0 ? rest + Self.attosecondsPerNanosecond : rest)
        return Duration(attoseconds: roundedDown)
    }

    /// Splits a duration of whole nanoseconds into `count` shares with exactly this sum.
    ///
    /// Shares differ by at most one nanosecond; the first ones get the remainder. The result is empty if `count` is
    /// below one.
    package func divided(into count: Int) -> [Duration] {
        (0..<max(count, 0)).map { share($0, of: count) }
    }

    /// The share at `position` in the result of `divided(into:)`; `count` must be above zero.
    func share(_ position: Int, of count: Int) -> Duration {
        let nanoseconds = attoseconds / Self.attosecondsPerNanosecond
        let (share, rest) = nanoseconds.quotientAndRemainder(dividingBy: Int128(count))
        return Duration(attoseconds: (position < rest ? share + 1 : share) * Self.attosecondsPerNanosecond)
    }

    private static var attosecondsPerNanosecond: Int128 { 1_000_000_000 }
}
