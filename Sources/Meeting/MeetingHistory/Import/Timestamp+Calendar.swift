internal import Glibc
package import MeetingModel

extension Timestamp {
    /// Parses an ISO 8601 instant: `2026-02-03`, `2026-02-03 09:30`, `2026-02-03T09:30:15.5Z`, `…+01:00`.
    ///
    /// It is nil if malformed. Without a zone, the machine's zone applies (`TZ` or the system's); without a time,
    /// midnight.
    package init?(calendarText text: String) {
        var text = text.trimmedName[...]
        var offset: Int?
        if text.last == "Z" || text.last == "z" {
            text.removeLast()
            offset = 0
        } else if text.count > 16, let sign = text.suffix(6).firstIndex(where: { $0 == "+" || $0 == "-" }) {
            let digits = text[sign...].dropFirst().filter { $0 != ":" }
            guard let number = Self.number(digits, 4), number % 100 < 60, number < 2400 else { return nil }
            offset = (number / 100 * 60 + number % 100) * (text[sign] == "-" ? -60 : 60)
            text = text[..<sign]
        }
        let halves = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "T" || $0 == "t" || $0 == " " }
        let date = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard date.count == 3, let year = Self.number(date[0], 4), let month = Self.number(date[1], 2),
            let day = Self.number(date[2], 2), (1678...2261).contains(year)
        else { return nil }
        guard halves.count > 1 || offset == nil else { return nil }
        let time = halves.count > 1 ? halves[1] : "00:00"
        guard time.prefix(while: { $0 != ":" }).count == 2, time.contains(":"),
            let passed = Duration(offset: time.filter { $0 == ":" }.count == 1 ? time + ":00" : String(time)),
            passed < .seconds(86_400)
        else { return nil }
        var fields = tm()
        fields.tm_year = Int32(year - 1900)
        fields.tm_mon = Int32(month - 1)
        fields.tm_mday = Int32(day)
        let seconds = passed.components.seconds
        fields.tm_hour = Int32(seconds / 3600)
        fields.tm_min = Int32(seconds / 60 % 60)
        fields.tm_sec = Int32(seconds % 60)
        fields.tm_isdst = -1
        let instant = offset == nil ? mktime(&fields) : timegm(&fields)
        // `mktime` and `timegm` turn a date such as 30 February into one in the next month.
        guard fields.tm_mon == month - 1, fields.tm_mday == day else { return nil }
        let fraction = passed.nanoseconds % 1_000_000_000
        self.init(secondsSince1970: instant - (offset ?? 0), nanoseconds: fraction)
    }

    private static func number(_ digits: some StringProtocol, _ count: Int) -> Int? {
        digits.utf8.count == count && digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
    }
}
