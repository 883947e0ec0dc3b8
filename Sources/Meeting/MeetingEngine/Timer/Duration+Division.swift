extension Duration {
    /// This duration in whole nanoseconds, rounded down, the unit in which a meeting is accounted for.
    ///
    /// Nothing beyond ±`Int64.max` seconds comes out, so that sums of a few of them stay within what a `Duration` holds.
    package var wholeNanoseconds: Duration {
        let bound = Duration.seconds(Int64.max)
        let attoseconds = Swift.min(Swift.max(self, .zero - bound), bound).attoseconds
        let rest = attoseconds % Self.attosecondsPerNanosecond
        let roundedDown = attoseconds - (rest < 0 ? rest + Self.attosecondsPerNanosecond : rest)
        return Duration(attoseconds: roundedDown)
    }

    /// Splits a duration of whole nanoseconds into `count` that sum to it exactly and differ by at most one nanosecond.
    ///
    /// The nanoseconds that do not divide go to the first ones. Nothing comes out for a count below one.
    package func divided(into count: Int) -> [Duration] {
        (0..<max(count, 0)).map { share($0, of: count) }
    }

    /// The share at `position` of those that `divided(into:)` gives; `count` is above zero.
    package func share(_ position: Int, of count: Int) -> Duration {
        let nanoseconds = attoseconds / Self.attosecondsPerNanosecond
        let (share, rest) = nanoseconds.quotientAndRemainder(dividingBy: Int128(count))
        return Duration(attoseconds: (position < rest ? share + 1 : share) * Self.attosecondsPerNanosecond)
    }

    private static var attosecondsPerNanosecond: Int128 { 1_000_000_000 }
}
