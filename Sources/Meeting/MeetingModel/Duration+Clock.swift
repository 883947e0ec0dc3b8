extension Duration {
    /// What a time means to its reader, which decides how it is rounded to whole seconds.
    package enum ClockMeaning: Hashable, Sendable {
        /// How long something took or takes: a slot, a turn, a pause, a meeting, an average. To the nearest second.
        case length
        /// Where in a meeting or a recording something is, or a clock that is counting up. Down: a position is within
        /// the second that is shown, and playing from there misses nothing.
        case position
        /// What is left on a countdown. Up: it shows its whole length at first, and 0:00 only when it has run out.
        case remaining
    }

    /// The duration as a clock shows it, in whole seconds: `0:05`, `12:00`, `1:02:03`; below zero with a minus.
    package func clockText(_ meaning: ClockMeaning = .length) -> String {
        let seconds = wholeSeconds(meaning)
        let sign = seconds < 0 ? "-" : ""
        let (minutes, second) = seconds.magnitude.quotientAndRemainder(dividingBy: 60)
        let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
        return hours > 0
            ? "\(sign)\(hours):\(twoDigits(minute)):\(twoDigits(second))" : "\(sign)\(minute):\(twoDigits(second))"
    }

    /// The difference of two lengths with its sign: `+0:20`, `-0:05`, `±0:00`.
    package var clockDifference: String {
        let seconds = wholeSeconds(.length)
        return (seconds > 0 ? "+" : seconds == 0 ? "±" : "") + clockText(.length)
    }

    /// Whole seconds, as everything that shows a person a time without fractions rounds them.
    package func wholeSeconds(_ meaning: ClockMeaning) -> Int64 {
        let (seconds, fraction) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return switch meaning {
        case .length: seconds + fraction / 500_000_000
        case .position: fraction < 0 ? seconds - 1 : seconds
        case .remaining: fraction > 0 ? seconds + 1 : seconds
        }
    }
}

private func twoDigits(_ number: UInt64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
}
