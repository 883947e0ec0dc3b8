package import MeetingModel

/// The value for `%{name}` in a text; numbers and times are formatted for the locale.
package enum Substitution: Hashable, Sendable {
    /// A text, sanitised for the terminal.
    case text(String)
    /// An integer; under the name `count` it also selects the plural form.
    case count(Int)
    case number(Double, fractionDigits: Int)
    /// A ratio as a percentage: 0.25 is 25 %.
    case percent(Double)
    case duration(Duration, DurationStyle)
    case date(Timestamp)
    case time(Timestamp)
    case dateAndTime(Timestamp)
    case list([String])
    /// Another text of the catalogues.
    indirect case phrase(Message)

    package static func duration(_ duration: Duration) -> Substitution { .duration(duration, .abbreviated) }
}

/// The length of the words of a duration.
package enum DurationStyle: Hashable, Sendable {
    /// 1 hour, 30 minutes.
    case full
    /// 1 hr, 30 min.
    case abbreviated
    /// 1h 30m.
    case narrow
}

/// The time zone in which dates and times are shown.
package enum TimeZoneChoice: Hashable, Sendable {
    /// The zone of `TZ` or of the system.
    case machine
    case fixed(secondsFromUTC: Int)
}
