import MeetingModel

/// Meetings as a table, newest first.
enum MeetingTable {
    /// Creates the table; a standup's meetings have the numbers that `TITLE/1` refers to.
    static func table(_ meetings: [Meeting], withTitle: Bool) -> Table {
        var table = Table(
            withTitle
                ? ["STARTED", "TITLE", "DURATION", "STATE", "ATTENDEES", "ID"]
                : ["#", "STARTED", "DURATION", "STATE", "ATTENDEES", "ID"],
            alignments: withTitle
                ? [.left, .left, .right, .left, .left, .left]
                : [.right, .left, .right, .left, .left, .left])
        for (index, meeting) in meetings.enumerated() {
            let started = LocalTime(meeting.startedAt).minute
            let rest = [
                meeting.duration.clockText(), meeting.state.rawValue,
                meeting.attendees.filter { $0.state == .spoke }.map(\.name).joined(separator: ", "),
                String(meeting.id.rawValue.prefix(8)),
            ]
            table.append((withTitle ? [started, meeting.title] : ["\(index + 1)", started]) + rest)
        }
        return table
    }
}
