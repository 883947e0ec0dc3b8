package import MeetingModel

/// What is put into a text for `%{name}`; numbers and times are written as the language writes them.
package enum Substitution: Hashable, Sendable {
    /// A text, made safe for a terminal.
    case text(String)
    /// A whole number; under the name `count` it also chooses the plural form.
    case count(Int)
    /// A number with so many digits behind the point.
    case number(Double, fractionDigits: Int)
    /// A ratio as per cent: 0.25 is 25 %.
    case percent(Double)
    /// A length of time in words.
    case duration(Duration, DurationStyle)
    /// The day of an instant.
    case date(Timestamp)
    /// The time of day of an instant.
    case time(Timestamp)
    /// Day and time of an instant.
    case dateAndTime(Timestamp)
    /// Several texts as one: Ann, Ben and Cem.
    case list([String])

    /// A length of time in short words.
    package static func duration(_ duration: Duration) -> Substitution { .duration(duration, .abbreviated) }
}

/// How long the words of a length of time are.
package enum DurationStyle: Hashable, Sendable {
    /// 1 hour, 30 minutes.
    case full
    /// 1 hr, 30 min.
    case abbreviated
    /// 1h 30m.
    case narrow
}

/// The zone whose calendar and clock are shown.
package enum TimeZoneChoice: Hashable, Sendable {
    /// The zone that `TZ` or the system says.
    case machine
    /// A zone that is so many seconds ahead of UTC all year.
    case fixed(secondsFromUTC: Int)
}
