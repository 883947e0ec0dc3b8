import MeetingHistory
import MeetingModel
import Testing

/// What changes do to a meeting, as a value and in the stores.
@Suite struct MeetingChangeTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("A turn ends at the recorded time; a turn without length is not kept")
    func turns() {
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

    @Test("A new turn ends the open one")
    func turnEndsTheOpenOne() {
        var meeting = Meeting.sample("m")
        for seconds in [0, 0, 3] { meeting.apply(.turnStarted("0", at: .seconds(seconds))) }
        #expect(
            meeting.turns == [
                Turn(attendee: "0", start: .zero, end: .seconds(3)), Turn(attendee: "0", start: .seconds(3)),
            ]
        )
    }

    @Test("A pause is open until the meeting resumes, and only one is open at a time")
    func pauses() {
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

    @Test("Utterances are in order of their start; those with the same start keep their order")
    func utterances() {
        var meeting = Meeting.sample("m")
        for (seconds, text) in [(5.0, "c"), (1, "a"), (5, "d"), (3, "b"), (9, "e")] {
            meeting.apply(.utterance(.sample(at: seconds, text: text)))
        }
        #expect(meeting.transcript.map(\.text) == ["a", "b", "c", "d", "e"])
    }

    @Test("Attendance, recording, transcription progress and state are replaced")
    func replacements() {
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

    @Test("After random changes of a meeting, both stores hold the same as the value", arguments: StoreKind.allCases)
    func randomChanges(kind: StoreKind) throws {
        let store = try kind.make(in: folder)
        var generator = SeededGenerator(seed: 1)
        for round in 0..<60 {
            let id = Meeting.ID(rawValue: "m\(round)")
            var meeting = Meeting.sample(id)
            try store.begin(.full("bystander"))
            try store.begin(meeting)
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let changes = (0..<Int.random(in: 0...8, using: &generator))
                    .map { _ in randomChange(using: &generator) }
                for change in changes { meeting.apply(change) }
                try store.record(changes, in: id)
                #expect(try store.meeting(id) == meeting)
            }
            #expect(try store.meeting("bystander") == .full("bystander"))
        }
    }

    private func randomChange(using generator: inout SeededGenerator) -> MeetingChange {
        let offset = Duration.milliseconds(Int.random(in: 0...9, using: &generator))
        let attendee = Attendee.ID(rawValue: "\(Int.random(in: 0...3, using: &generator))")
        return switch Int.random(in: 0..<15, using: &generator) {
        case 0: .turnStarted(attendee, at: offset)
        case 1: .turnEnded(at: offset)
        case 2: .attendee(MeetingAttendee(id: attendee, name: "\(offset)", slot: offset, used: offset, state: .spoke))
        case 3: .paused(at: offset, reason: .suspend)
        case 4: .resumed(after: offset)
        case 5: .gap(Gap(start: offset, end: offset + .seconds(1), reason: .overload))
        case 6: .recording(Recording(fileName: "r", sampleRate: 48_000, frames: offset.nanoseconds))
        case 7: .utterance(.sample(at: offset.seconds, attendee: attendee, text: "\(offset)"))
        case 8: .transcribed(upTo: offset)
        case 10: .turns([Turn(attendee: attendee, start: .zero, end: offset), Turn(attendee: "1", start: offset)])
        case 11: .countdownStep("\(offset)")
        case 12: .countdownSettled
        case 13: .pointState("p1", Point.State.allCases[Int(offset.nanoseconds / 1_000_000) % 3])
        case 9: .note(offset == .zero ? "" : "\(offset)\0é")
        default: .state(.live, duration: offset)
        }
    }
}
