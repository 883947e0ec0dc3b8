import Foundation
import Glibc
package import MeetingModel

extension Localizer {
    /// The date of an instant, such as 3 Feb 2026.
    package func date(_ instant: Timestamp) -> String {
        written.text(of: .date(day(instant))) { plain(formats.date.format(shown(instant))) }
    }

    /// The time of day of an instant, to the minute.
    package func time(_ instant: Timestamp) -> String {
        written.text(of: .time(minute(instant))) { plain(formats.time.format(shown(instant))) }
    }

    package func dateAndTime(_ instant: Timestamp) -> String {
        written.text(of: .dateAndTime(minute(instant))) { plain(formats.dateAndTime.format(shown(instant))) }
    }

    /// The date and time as people say it soon after: "today 9:40", "Tue 9:40"; from a week on the date and time.
    package func spokenDate(_ instant: Timestamp, now: Timestamp) -> String {
        let time = Substitution.text(time(instant))
        switch day(now) - day(instant) {
        case 0: return self(.commonToday(time: time))
        case 1: return self(.commonYesterday(time: time))
        case 2...6: return self(.commonWeekday(day: .text(plain(formats.weekday.format(shown(instant)))), time: time))
        default: return dateAndTime(instant)
        }
    }

    /// The date and time as people say it now; whole if this localizer does not know the present.
    package func spokenDate(_ instant: Timestamp) -> String {
        now.map { spokenDate(instant, now: $0()) } ?? dateAndTime(instant)
    }

    /// Seconds since 1970, shifted to the displayed time zone and rounded down.
    private func shownSeconds(_ instant: Timestamp) -> Int64 {
        let (quotient, remainder) = instant.nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000_000)
        let seconds = remainder < 0 ? quotient - 1 : quotient
        return seconds + Int64(zone.secondsFromUTC(at: seconds))
    }

    private func shown(_ instant: Timestamp) -> Date {
        Date(timeIntervalSince1970: Double(shownSeconds(instant)))
    }

    /// Days since 1970 in the displayed time zone.
    private func day(_ instant: Timestamp) -> Int64 { units(of: 86_400, to: instant) }

    /// Minutes since 1970 in the displayed time zone.
    private func minute(_ instant: Timestamp) -> Int64 { units(of: 60, to: instant) }

    private func units(of seconds: Int64, to instant: Timestamp) -> Int64 {
        let (units, rest) = shownSeconds(instant).quotientAndRemainder(dividingBy: seconds)
        return rest < 0 ? units - 1 : units
    }
}

extension TimeZoneChoice {
    /// The zone's offset from UTC at an instant, in seconds; the instant is in seconds since 1970.
    fileprivate func secondsFromUTC(at seconds: Int64) -> Int {
        switch self {
        case .fixed(let offset): return offset
        case .machine:
            var time = time_t(seconds)
            var fields = tm()
            localtime_r(&time, &fields)
            return fields.tm_gmtoff
        }
    }
}
