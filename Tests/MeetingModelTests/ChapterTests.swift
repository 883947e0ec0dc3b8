import Testing

@testable import MeetingModel

@Suite struct ChapterTests {
    private func meeting(turns: [Turn] = [], pauses: [Pause] = []) -> Meeting {
        Meeting(
            id: .init(rawValue: "m"), standupID: .init(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, duration: .seconds(20), attendees: [],
            turns: turns, pauses: pauses)
    }

    private let ann = Attendee.ID(rawValue: "a")
    private let ben = Attendee.ID(rawValue: "b")

    @Test func `A skipped turn has no chapter; the other chapters keep their starts`() {
        let turns = [
            Turn(attendee: ann, start: .zero, end: .milliseconds(100)),
            Turn(attendee: ben, start: .milliseconds(100), end: .seconds(9)),
            Turn(attendee: ann, start: .seconds(9), end: .seconds(9) + Meeting.shortestChapter),
            Turn(attendee: ann, start: .seconds(10), end: .milliseconds(10_999)),
            Turn(attendee: ben, start: .milliseconds(10_999)),
        ]
        #expect(meeting(turns: turns).chapters == [turns[1], turns[2], turns[4]])
        let open = Turn(attendee: ann, start: .milliseconds(19_500))
        #expect(meeting(turns: [open]).chapters.isEmpty, "an open turn ends with the meeting")
    }

    @Test(arguments: Pause.Reason.allCases)
    func `A pause for a question is not a break`(reason: Pause.Reason) {
        let pause = Pause(at: .seconds(3), duration: .seconds(5), reason: reason)
        #expect(meeting(pauses: [pause]).breaks == (reason == .question ? [] : [pause]))
    }
}
