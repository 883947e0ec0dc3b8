public import FoundationEssentials

extension Timestamp {
    /// The instant of a date, rounded to the nanosecond; a date before 1678 or after 2261 becomes the first or last instant.
    public init(_ date: Date) {
        let nanoseconds = (date.timeIntervalSince1970 * 1e9).rounded()
        self.init(nanosecondsSince1970: Int64(exactly: nanoseconds) ?? (nanoseconds < 0 ? .min : .max))
    }

    /// The instant as a date, to about a ten millionth of a second.
    public var date: Date { Date(timeIntervalSince1970: Double(nanosecondsSince1970) / 1e9) }

    /// The instant in UTC, by ISO 8601 with milliseconds, such as `2026-02-03T08:30:00.125Z`.
    public var iso8601: String { LocalTime(self, secondsAheadOfUTC: 0).iso8601.dropLast("+00:00".count) + "Z" }
}
