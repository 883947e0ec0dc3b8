import MeetingHistory
import MeetingModel

extension SampleHistory {
    /// The points of a meeting with a number, by the rules, the assistant and hand; the blocker is that of the meetings before.
    static func points(_ number: Int, of meeting: Meeting) -> [Point] {
        let spoke = meeting.attendees.filter { $0.state == .spoke }.map(\.id)
        guard let first = spoke.first, let last = spoke.last else { return [] }
        func point(
            _ name: String, _ attendee: Attendee.ID, _ kind: Point.Kind, _ text: String, _ seconds: Int,
            _ maker: Point.Maker = .rules, _ state: Point.State? = nil, continues: String? = nil
        ) -> Point {
            let start = (meeting.turns.first { $0.attendee == attendee }?.start ?? .zero) + .seconds(seconds)
            return Point(
                id: Point.ID(rawValue: "\(name)-\(number)"), attendee: attendee, kind: kind, text: text, start: start,
                end: start + .seconds(4), maker: maker, transcript: maker == .hand ? nil : 1, state: state,
                continues: continues.map { Point.ID(rawValue: $0) })
        }
        return [
            point("done", first, .done, "Yesterday I finished the login page.", 3),
            point("plan", first, .plan, "Look at what the customers wrote about the new form", 41, .hand),
            point("old", first, .plan, "Today I'll update the handbook.", 50, .rules, .dropped),
            point("decision", first, .decision, "We decided to move the database before the release.", 65, .assistant),
            point(
                "blocker", last, .blocker,
                "The server needs more memory, so I can't move the database and everything that depends on it.", 8,
                continues: number > 0 ? "blocker-\(number - 1)" : nil),
            point("question", last, .question, "Can somebody look over my changes before noon?", 30, .rules, .done),
        ]
        .sorted { $0.start < $1.start }
    }

    /// Open points of an attendee, as a running meeting shows them; one is a blocker of three meetings.
    static func openPoints(_ count: Int, of attendee: Attendee.ID?) -> [CarriedPoint] {
        guard let attendee else { return [] }
        let held = Meeting(
            id: Meeting.ID(rawValue: "held"), standupID: engineering.id, title: engineering.title, startedAt: start,
            attendees: [])
        let said: [(Point.Kind, String, Int)] = [
            (.plan, "test the search with accents, and with titles in Korean and Thai", 1),
            (.blocker, "the staging server is down", 3),
            (.question, "who has the keys of the staging server?", 1),
            (.plan, "write the release notes", 2),
            (.plan, "clean the cache", 1),
        ]
        return said.prefix(count).enumerated().map { index, point in
            CarriedPoint(
                Point(
                    id: Point.ID(rawValue: "open-\(index)"), attendee: attendee, kind: point.0, text: point.1,
                    start: .zero, end: .seconds(1), maker: .rules), of: held, meetings: point.2)
        }
    }
}
