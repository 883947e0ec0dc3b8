import Glibc

/// An instant in the user's calendar and time zone, which `TZ` or the system defines.
package struct LocalTime {
    private let fields: tm
    private let milliseconds: Int64

    package init(_ timestamp: Timestamp) {
        let (seconds, nanoseconds) = timestamp.nanosecondsSince1970.flooredDivision(by: 1_000_000_000)
        var time = time_t(seconds)
        var fields = tm()
        localtime_r(&time, &fields)
        self.fields = fields
        self.milliseconds = nanoseconds / 1_000_000
    }

    /// The time of an instant in a zone with a fixed offset from UTC, in seconds.
    package init(_ timestamp: Timestamp, secondsAheadOfUTC: Int) {
        let (seconds, nanoseconds) = timestamp.nanosecondsSince1970.flooredDivision(by: 1_000_000_000)
        var time = time_t(seconds) + secondsAheadOfUTC
        var fields = tm()
        gmtime_r(&time, &fields)
        fields.tm_gmtoff = secondsAheadOfUTC
        self.fields = fields
        self.milliseconds = nanoseconds / 1_000_000
    }

    /// The first instant of the day this many days before.
    package func midnight(daysBefore days: Int) -> Timestamp {
        var day = tm()
        (day.tm_year, day.tm_mon, day.tm_mday) = (fields.tm_year, fields.tm_mon, fields.tm_mday &- CInt(clamping: days))
        day.tm_isdst = -1
        return Timestamp(secondsSince1970: mktime(&day))
    }

    /// ISO 8601 with milliseconds and the zone's offset, such as `2026-02-03T09:30:00.125+01:00`.
    package var iso8601: String {
        let offset = abs(fields.tm_gmtoff) / 60
        let zone = (fields.tm_gmtoff < 0 ? "-" : "+") + digits(offset / 60) + ":" + digits(offset % 60)
        return "\(date)T\(time):\(digits(fields.tm_sec)).\(digits(milliseconds, 3))\(zone)"
    }

    /// Day and minute for file names, such as `2026-02-03_0930`.
    package var fileName: String { "\(date)_\(digits(fields.tm_hour))\(digits(fields.tm_min))" }

    /// Day and minute, such as `2026-02-03 09:30`.
    package var minute: String { "\(date) \(time)" }

    /// The day, such as `2026-02-03`.
    package var date: String {
        "\(digits(Int(fields.tm_year) + 1900, 4))-\(digits(fields.tm_mon + 1))-\(digits(fields.tm_mday))"
    }

    private var time: String { "\(digits(fields.tm_hour)):\(digits(fields.tm_min))" }

    private func digits(_ number: some BinaryInteger, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(count - text.count, 0)) + text
    }
}

extension Int64 {
    /// Quotient and remainder; the remainder is never negative.
    fileprivate func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
