import ArgumentParser
import MeetingHistory
import MeetingModel

struct DayArgument: Hashable {
    let text: String
    let start: Timestamp
    /// The first instant of the next day.
    let end: Timestamp

    init(_ text: String) throws { try self.init(text, now: .now) }

    /// Parses what `CalendarDay` accepts.
    init(_ text: String, now: Timestamp) throws {
        // The parser says before it which value is wrong.
        guard let day = CalendarDay(text, now: now) else {
            throw ValidationError("write a day like 2026-01-31, today, yesterday or 14d (14 days ago)")
        }
        self.text = text
        (start, end) = (day.start, day.end)
    }
}
