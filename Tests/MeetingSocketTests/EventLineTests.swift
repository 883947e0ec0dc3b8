import MeetingEngine
import MeetingModel
import Sound
import StandupSpeech
import Testing
import TestSupport

@testable import MeetingHistory
@testable import MeetingSocket

/// Events as lines of JSON; each is what scripts rely on.
@Suite struct `A line of JSON for an event` {
    private let ann = Attendee.ID(rawValue: "a")

    private func line(_ kind: MeetingEvent.Kind) throws -> JSON? {
        try EventLine(MeetingEvent(at: .milliseconds(12_500), kind: kind)).text.map { try JSON($0) }
    }

    @Test func `has the event's name, its meeting time and its fields`() throws {
        let utterance = Utterance(
            attendee: ann, start: .seconds(1), end: .seconds(2), text: "that is \"all\"\n", recognizer: "x", words: [])
        #expect(
            try line(.transcriptFinal(utterance)) == [
                "event": "transcript.final", "at": 12.5, "attendee": "a", "start": 1, "end": 2,
                "text": "that is \"all\"\n",
            ])
        #expect(
            try line(.transcriptPartial(ann, text: "that")) == [
                "event": "transcript.partial", "at": 12.5, "attendee": "a", "text": "that",
            ])
        #expect(
            try line(.turnWarning(ann, remaining: .seconds(10))) == [
                "event": "turn.warning", "at": 12.5, "attendee": "a", "remaining": 10,
            ])
        let held = Meeting(
            id: .init(rawValue: "m"), standupID: .init(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 0), attendees: [])
        let plan = Point(
            id: .init(rawValue: "p"), attendee: ann, kind: .plan, text: "test it", start: .zero, end: .seconds(1),
            maker: .rules)
        let points = try line(.openPoints(ann, [CarriedPoint(plan, of: held, meetings: 2)]))
        #expect(points?["event"] == "points.open" && points?["attendee"] == "a")
        #expect(points?["points"]?.elements[0]["text"] == "test it" && points?["points"]?.elements[0]["meetings"] == 2)
        #expect(
            try line(.pointMarked(CarriedPoint(plan, of: held), nil)) == [
                "event": "point.marked", "at": 12.5, "attendee": "a", "id": "p", "kind": "plan", "text": "test it",
                "state": "open", "undone": true,
            ])
        let update = WrittenUpdate(attendee: ann, text: "a\nb", writtenAt: Timestamp(nanosecondsSince1970: 0))
        let shown = try line(.updateShown(update))
        #expect(shown?["event"] == "update.shown" && shown?["attendee"] == "a" && shown?["text"] == "a\nb")
        #expect(try line(.paused(.user)) == ["event": "paused", "at": 12.5, "reason": "user"])
        #expect(
            try line(.meetingResumed(gap: .seconds(90))) == ["event": "meeting.resumed", "at": 12.5, "gap": 90])
        #expect(try line(.resumed(paused: .seconds(30))) == ["event": "resumed", "at": 12.5, "paused": 30])
        #expect(
            try line(.level(AudioLevel(peak: -12.34, rms: -40))) == [
                "event": "level", "at": 12.5, "peak": -12.3, "rms": -40,
            ])
        #expect(try line(.deviceLost(device: "usb")) == ["event": "device.lost", "at": 12.5, "device": "usb"])
        #expect(try line(.deviceChanged(device: "usb")) == ["event": "device.changed", "at": 12.5, "device": "usb"])
        #expect(
            try line(.soundHeard([.call: .milliseconds(1500)]))
                == ["event": "sound.heard", "at": 12.5, "room": 0, "call": 1.5])
        #expect(try line(.deviceSilent(device: "usb")) == ["event": "device.silent", "at": 12.5, "device": "usb"])
        #expect(try line(.diskRestored(since: .seconds(2))) == ["event": "disk.restored", "at": 12.5, "since": 2])
        let gap = Gap(start: .seconds(3), end: .milliseconds(3400), reason: .overload)
        #expect(
            try line(.gap(gap)) == ["event": "gap", "at": 12.5, "start": 3, "end": 3.4, "reason": "overload"])
        #expect(
            try line(.deviceRestored(gap: .milliseconds(1500))) == [
                "event": "device.restored", "at": 12.5, "gap": 1.5,
            ])
        #expect(
            try line(.recognizerFailed(.failed(name: "sphinx", reason: "deaf"))) == [
                "event": "recognizer.failed", "at": 12.5,
                "message": "the recognizer sphinx failed (deaf); the meeting continues without a transcript",
            ])
        #expect(try line(.error(.outside("m"))) == ["event": "error", "at": 12.5, "message": "m"])
        #expect(
            try line(.meetingEnded(.interrupted, duration: .seconds(24))) == [
                "event": "meeting.ended", "at": 12.5, "reason": "interrupted", "duration": 24,
            ])
        #expect(try line(.asked(.end)) == nil)
    }

    @Test func `is one line with any words`() throws {
        let message = "a\r\nb\u{2028}c\u{1B}[31m\u{9B}\u{7F}\u{202E}"
        let text = EventLine(MeetingEvent(at: .zero, kind: .error(.outside(message)))).text
        #expect(text?.contains("\n") == false)
        #expect(text?.contains("\r") == false)
        let unsafe = "\u{1B}\u{9B}\u{7F}\u{202E}".unicodeScalars
        #expect(text?.unicodeScalars.contains(where: unsafe.contains) == false)
    }
}
