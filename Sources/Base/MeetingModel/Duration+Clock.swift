extension Duration {
    /// The style of a time, which decides how it is rounded to whole seconds.
    package enum ClockTextStyle: Hashable, Sendable {
        /// The length of a slot, turn, pause or meeting, or an average; rounded to the nearest second.
        case length
        /// A position in a meeting or a recording, or a clock that counts up; rounded down.
        ///
        /// The position lies within the second shown, so playing from there misses nothing.
        case position
        /// The time left on a countdown; rounded up.
        ///
        /// It shows the whole length at first, and 0:00 only when it has run out.
        case remaining
    }

    /// The duration as clock text in whole seconds: `0:05`, `12:00`, `1:02:03`, with a minus below zero.
    package func clockText(_ style: ClockTextStyle = .length) -> String {
        let seconds = wholeSeconds(style)
        let sign = seconds < 0 ? "-" : ""
        let (minutes, second) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return hours > 0
            ? "\(sign)\(hours):\(twoDigits(minute)):\(twoDigits(second))" : "\(sign)\(minute):\(twoDigits(second))"
    }

    /// A difference of two lengths, with its sign: `+0:20`, `-0:05`, `±0:00`.
    package var clockDifference: String {
        let seconds = wholeSeconds(.length)
        return (seconds > 0 ? "+" : seconds == 0 ? "±" : "") + clockText(.length)
    }

    /// The whole seconds, rounded as in every display without fractions.
    package func wholeSeconds(_ style: ClockTextStyle) -> Int64 {
        let (seconds, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return switch style {
        case .length: seconds + fraction / 500_000_000
        case .position: fraction < 0 ? seconds - 1 : seconds
        case .remaining: fraction > 0 ? seconds + 1 : seconds
        }
    }
}

private func twoDigits(_ number: UInt64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
