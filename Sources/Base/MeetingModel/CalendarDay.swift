import Glibc

/// A calendar day as the user writes it, in the time zone of `TZ` or of the system.
package struct CalendarDay: Hashable, Sendable {
    /// The first instant of the day.
    package let start: Timestamp
    /// The first instant of the next day.
    package let end: Timestamp

    /// Parses `2026-01-31`, `today`, `yesterday` or `14d`, which is 14 days before today.
    ///
    /// Nil if the text is no such day, or too far away for a `Timestamp`.
    package init?(_ text: String, now: Timestamp) {
        var today = tm()
        var seconds = time_t(now.nanosecondsSince1970 / 1_000_000_000)
        localtime_r(&seconds, &today)
        var day = tm()
        (day.tm_year, day.tm_mon, day.tm_mday) = (today.tm_year, today.tm_mon, today.tm_mday)
        switch text.lowercased() {
        case "today": break
        case "yesterday": day.tm_mday -= 1
        case let ago where ago.hasSuffix("d"):
            guard let days = Int32(ago.dropLast()), (0...100_000).contains(days) else { return nil }
            day.tm_mday -= days
        default:
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ $0.isASCII && $0.isNumber }),
                let year = Int32(parts[0]), let month = Int32(parts[1]), let number = Int32(parts[2])
            else { return nil }
            (day.tm_year, day.tm_mon, day.tm_mday) = (year - 1900, month - 1, number)
            // `mktime` turns a day that does not exist into another one.
            var known = day
            known.tm_isdst = -1
            known.tm_hour = 12
            mktime(&known)
            guard known.tm_mon == month - 1, known.tm_mday == number else { return nil }
        }
        var next = day
        next.tm_mday += 1
        guard let start = Self.midnight(day), let end = Self.midnight(next) else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// The first instant of a day, whose number in the month may be out of range; nil if it is too far away.
    private static func midnight(_ day: tm) -> Timestamp? {
        var day = day
        day.tm_isdst = -1
        let midnight = Timestamp(secondsSince1970: mktime(&day))
        return [Int64.min, .max].contains(midnight.nanosecondsSince1970) ? nil : midnight
    }
}
