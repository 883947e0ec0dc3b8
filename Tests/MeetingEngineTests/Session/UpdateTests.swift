import MeetingEngine
import MeetingModel
import MeetingTiming
import Sound
import StandupTesting
import Testing

@Suite struct `An update` {
    /// The turns, the updates and the end, in order.
    private func story(_ meeting: MeetingFixture) -> [String] {
        meeting.said.compactMap { event in
            switch event.kind {
            case .turnStarted(_, let name, _, _): name
            case .updateShown(let update): "\(update.text) at \(event.at.seconds)"
            case .meetingEnded: "end"
            default: nil
            }
        }
    }

    @Test func `of the absent is shown where their turn would come, and takes no time`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann", "Bob", "Cid", "Dee"], length: .seconds(40), absent: [0, 3],
            updates: [0: "ann's", 2: "cid's", 3: "dee's"], input: .none)
        try await meeting.start()
        #expect(meeting.session.status.presentUpdates.map(\.text) == ["ann's"])
        meeting.clock.advance(by: .seconds(20))
        // Dee, who is absent, comes after the last speaker.
        #expect(meeting.session.status.presentUpdates.map(\.text) == ["cid's", "dee's"])
        meeting.clock.advance(by: .seconds(20))
        #expect(
            story(meeting) == ["ann's at 0.0", "Bob", "Cid", "cid's at 20.0", "dee's at 40.0", "end"])
        #expect(meeting.meeting()?.duration == .seconds(40))
        #expect(meeting.meeting()?.updates.map(\.text) == ["ann's", "cid's", "dee's"])
        #expect(meeting.session.status.updates.count == 3)
    }

    @Test func `of somebody who is marked absent later is shown at the next turn, once`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30), updates: [1: "bob's"], input: .none)
        try await meeting.start()
        await meeting.perform(.absent(meeting.plan.standup.attendees[1].id))
        await meeting.perform(.next)
        #expect(story(meeting) == ["Ann", "bob's at 0.0", "Cid"])
        await meeting.perform(.present(meeting.plan.standup.attendees[1].id))
        await meeting.perform(.next)
        #expect(meeting.session.status.presentUpdates.map(\.text) == ["bob's"])
        #expect(story(meeting) == ["Ann", "bob's at 0.0", "Cid", "Bob"])
    }
}
