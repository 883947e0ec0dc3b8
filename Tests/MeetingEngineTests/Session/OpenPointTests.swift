import MeetingEngine
import MeetingHistory
import MeetingModel
import Sound
import StandupHistory
import StandupTesting
import Testing

@Suite struct `An open point of an earlier meeting` {
    private let meeting: MeetingFixture
    private static let ids = ["aaaa1", "aaaa2", "bbbb1"]

    /// A meeting whose standup has open points: two of Ann and one of Bob.
    init() throws {
        meeting = try MeetingFixture(openPoints: [(0, Self.ids[0]), (0, Self.ids[1]), (1, Self.ids[2])], input: .none)
    }

    /// The states of the points in the history.
    private var states: [Point.State] {
        try! meeting.store.meeting(Meeting.ID(rawValue: "held"))?.points.map(\.state) ?? []
    }

    private var marks: [String] {
        meeting.session.status.pointMarks.map { "\($0.point.rawValue) \($0.state.rawValue)" }
    }

    private var problems: [String] {
        meeting.said.compactMap { if case .error(.outside(let problem)) = $0.kind { problem } else { nil } }
    }

    @Test func `is marked in the turn of its author, in the history too`() async throws {
        try await meeting.start()
        await meeting.perform(.markPoint(Point.ID(rawValue: "aaaa1"), .done))
        await meeting.perform(.markPoint(Point.ID(rawValue: "aaaa2"), .open))
        #expect(states == [.done, .open, .open])
        #expect(marks == ["aaaa1 done", "aaaa2 open"])
        await meeting.perform(.next)
        #expect(meeting.session.status.openPoints.map(\.id.rawValue) == ["bbbb1"])
        await meeting.perform(.markPoint(Point.ID(rawValue: "bbbb"), .dropped))
        #expect(states == [.done, .open, .dropped])
        let events = meeting.said.compactMap { event in
            if case .pointMarked(let carried, let state) = event.kind {
                "\(carried.id.rawValue) \(state?.rawValue ?? "-")"
            } else {
                nil
            }
        }
        #expect(events == ["aaaa1 done", "aaaa2 open", "bbbb1 dropped"])
        #expect(problems == [])
        await meeting.perform(.previous)
        #expect(meeting.session.status.openPoints.map(\.id.rawValue) == ["aaaa1", "aaaa2"])
        #expect(marks == ["aaaa1 done", "aaaa2 open", "bbbb1 dropped"])
    }

    @Test func `is open again when its mark is taken back`() async throws {
        try await meeting.start()
        await meeting.perform(.markPoint(Point.ID(rawValue: "aaaa1"), .dropped))
        #expect(states == [.dropped, .open, .open])
        await meeting.perform(.markPoint(Point.ID(rawValue: "aaaa1"), nil))
        #expect(states == [.open, .open, .open] && marks == [])
    }

    @Test func `is marked in another turn by its whole id`() async throws {
        try await meeting.start()
        await meeting.perform(.markPoint(Point.ID(rawValue: "bbbb1"), .done))
        #expect(problems == [] && marks == ["bbbb1 done"])
    }

    @Test(arguments: [
        ("bbbb", "no open point of whoever speaks now matches 'bbbb'"), ("cccc", "matches 'cccc'"),
        ("aaa", "matches 'aaa'"), ("", "no open point of whoever speaks now"),
        ("aaaa", "'aaaa' begins the ids of 2 points"),
    ])
    func `is not marked in another turn by a part of its id, or by an id that is not its own`(
        id: String, problem: String
    ) async throws {
        try await meeting.start()
        await meeting.perform(.markPoint(Point.ID(rawValue: id), .done))
        #expect(problems.count == 1 && problems.first?.contains(problem) == true)
        #expect(states == [.open, .open, .open] && marks == [])
    }
}
