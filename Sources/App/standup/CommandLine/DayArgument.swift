import ArgumentParser
import Glibc
import MeetingModel

/// A calendar day as an argument, in the time zone of `TZ` or of the system.
struct DayArgument: Hashable {
    /// The first instant of the day.
    let start: Timestamp
    /// The first instant of the next day.
    let end: Timestamp

    /// Parses `2026-01-31`, `today`, `yesterday` or `14d`, which is 14 days before today.
    init(_ text: String) throws {
        var now = time(nil)
        var today = tm()
        localtime_r(&now, &today)
        try self.init(text, today: today)
    }

    /// Parses a day relative to `today`.
    init(_ text: String, today: tm) throws {
        var day = tm()
        (day.tm_year, day.tm_mon, day.tm_mday) = (today.tm_year, today.tm_mon, today.tm_mday)
        switch text.lowercased() {
        case "today": break
        case "yesterday": day.tm_mday -= 1
        case let ago where ago.hasSuffix("d"):
            guard let days = Int32(ago.dropLast()), (0...100_000).contains(days) else { throw Self.mistake }
            day.tm_mday -= days
        default:
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.map(\.count) == [4, 2, 2], parts.joined().allSatisfy({ $0.isASCII && $0.isNumber }),
                let year = Int32(parts[0]), let month = Int32(parts[1]), let number = Int32(parts[2])
            else { throw Self.mistake }
            (day.tm_year, day.tm_mon, day.tm_mday) = (year - 1900, month - 1, number)
            // `mktime` turns a day that does not exist into another one.
            var known = day
            known.tm_isdst = -1
            known.tm_hour = 12
            mktime(&known)
            guard known.tm_mon == month - 1, known.tm_mday == number else { throw Self.mistake }
        }
        start = Self.midnight(day)
        day.tm_mday += 1
        end = Self.midnight(day)
    }

    /// The first instant of a day; the day of the month may be out of range.
    private static func midnight(_ day: tm) -> Timestamp {
        var day = day
        day.tm_isdst = -1
        return Timestamp(nanosecondsSince1970: Int64(mktime(&day)) * 1_000_000_000)
    }

    /// The parser says before it which value is wrong.
    private static var mistake: ValidationError {
        ValidationError("write a day like 2026-01-31, today, yesterday or 14d (14 days ago)")
    }
}
