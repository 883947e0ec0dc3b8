import MeetingModel
import Testing

@testable import MeetingHistory

/// What changes do to a meeting.
@Suite struct MeetingChangeTests {
    @Test func `A turn ends at the recorded time; a turn without length is not kept`() {
        var meeting = Meeting.sample("m")
        meeting.apply(.turnStarted("0", at: .zero))
        #expect(meeting.turns == [Turn(attendee: "0", start: .zero)])
        meeting.apply(.turnEnded(at: .seconds(5)))
        meeting.apply(.turnEnded(at: .seconds(6)))
        #expect(meeting.turns == [Turn(attendee: "0", start: .zero, end: .seconds(5))])
        meeting.apply(.turnStarted("1", at: .seconds(5)))
        meeting.apply(.turnEnded(at: .seconds(5)))
        #expect(meeting.turns == [Turn(attendee: "0", start: .zero, end: .seconds(5))])
    }

    @Test func `A new turn ends the open one`() {
        var meeting = Meeting.sample("m")
        for seconds in [0, 0, 3] { meeting.apply(.turnStarted("0", at: .seconds(seconds))) }
        #expect(
            meeting.turns == [
                Turn(attendee: "0", start: .zero, end: .seconds(3)), Turn(attendee: "0", start: .seconds(3)),
            ]
        )
    }

    @Test func `A pause is open until the meeting resumes, and only one is open at a time`() {
        var meeting = Meeting.sample("m")
        meeting.apply(.resumed(after: .seconds(1)))
        meeting.apply(.paused(at: .seconds(2), reason: .question))
        meeting.apply(.paused(at: .seconds(2), reason: .user))
        #expect(meeting.pauses == [Pause(at: .seconds(2), reason: .question)])
        meeting.apply(.resumed(after: .seconds(30)))
        meeting.apply(.resumed(after: .seconds(31)))
        meeting.apply(.paused(at: .seconds(2), reason: .user))
        #expect(
            meeting.pauses == [
                Pause(at: .seconds(2), duration: .seconds(30), reason: .question),
                Pause(at: .seconds(2), reason: .user),
            ]
        )
    }

    @Test func `Utterances are in order of their start; those with the same start keep their order`() {
        var meeting = Meeting.sample("m")
        for (seconds, text) in [(5.0, "c"), (1, "a"), (5, "d"), (3, "b"), (9, "e")] {
            meeting.apply(.utterance(.sample(at: seconds, text: text)))
        }
        #expect(meeting.transcript.map(\.text) == ["a", "b", "c", "d", "e"])
    }

    @Test func `Attendance, recording, transcription progress and state are replaced`() {
        var meeting = Meeting.sample("m")
        let bob = MeetingAttendee(id: "1", name: "Bob", slot: .seconds(9), used: .seconds(8), state: .spoke)
        meeting.apply(.attendee(bob))
        let carl = MeetingAttendee(id: "9", name: "Carl", slot: .seconds(1))
        meeting.apply(.attendee(carl))
        #expect(meeting.attendees.map(\.name) == ["Ann", "Bob", "Carl"])
        #expect(meeting.attendees[1] == bob)
        meeting.apply(.recording(Recording(fileName: "m.wav", sampleRate: 48_000)))
        meeting.apply(.recording(Recording(fileName: "m.wav", sampleRate: 48_000, frames: 96_000)))
        #expect(meeting.recording?.duration == .seconds(2))
        meeting.apply(.transcribed(upTo: .seconds(1)))
        meeting.apply(.note("first"))
        meeting.apply(.note("second"))
        #expect(meeting.note == "second")
        meeting.apply(.note(" "))
        #expect(meeting.note == nil)
        meeting.apply(.state(.finished, duration: .seconds(2)))
        #expect(meeting.transcribedUpTo == .seconds(1))
        #expect(meeting.state == .finished)
        #expect(meeting.duration == .seconds(2))
    }
}
