import ArgumentParser
import Glibc
import MeetingModel

/// The end of an invitation as an argument.
enum UntilArgument: Hashable {
    /// The end of a meeting.
    case meeting
    case instant(Timestamp)

    /// Parses `meeting`, a day, whose end counts, or a length from now, such as `8h` or `7d`.
    init(_ text: String, now: Timestamp) throws {
        let word = text.lowercased()
        if word == "meeting" {
            self = .meeting
        } else if word == "tomorrow" {
            let today = try DayArgument("today", now: now)
            self = .instant(try DayArgument("today", now: today.end).end)
        } else if word.hasSuffix("d"), let days = Int(word.dropLast()), (1...3650).contains(days) {
            self = .instant(now + .seconds(days * 24 * 3600))
        } else if word != "yesterday", let day = try? DayArgument(text, now: now) {
            guard day.end > now else {
                throw ValidationError("'\(DisplayText(quoting: text))' is over; choose a later day")
            }
            self = .instant(day.end)
        } else if text.contains(where: { $0.isLetter }), let length = try? Length(parsing: text),
            length.duration <= .seconds(3650 * 24 * 3600)
        {
            self = .instant(now + length.duration)
        } else {
            throw ValidationError(
                "'\(DisplayText(quoting: text))' is no end of an invitation; write it like meeting, today, tomorrow, "
                    + "2026-01-31, 8h or 7d")
        }
    }
}
