import Foundation
import MeetingModel
import Testing

@testable import MeetingHistory

/// Attendees and meetings for the tests.
enum Sample {
    static let ann = Attendee.ID(rawValue: "a1")
    static let bob = Attendee.ID(rawValue: "b1")

    /// The first instant of 4 February 2026, half past nine in a zone an hour ahead.
    static var start: LocalTime {
        LocalTime(
            Timestamp(nanosecondsSince1970: 1_770_193_800_125_000_000), secondsAheadOfUTC: 3600)
    }

    static func meeting(
        title: String = "Daily",
        names: (String, String) = ("Ann", "Bob"),
        _ transcript: [Utterance] = [
            utterance(ann, 0.4, "the login page works"), utterance(ann, 3, "nothing blocks me"),
            utterance(bob, 9, "search works"),
        ]
    ) -> Meeting {
        var meeting = Meeting(
            id: Meeting.ID(rawValue: "m1"),
            standupID: Standup.ID(rawValue: "s1"),
            title: title,
            startedAt: Timestamp(nanosecondsSince1970: 0),
            state: .finished,
            duration: .seconds(24),
            attendees: [
                MeetingAttendee(
                    id: ann, name: names.0, slot: .seconds(8), used: .seconds(9), overtime: .seconds(1), state: .spoke),
                MeetingAttendee(id: bob, name: names.1, slot: .seconds(8), used: .seconds(8), state: .spoke),
                MeetingAttendee(id: Attendee.ID(rawValue: "c1"), name: "Cleo", slot: .seconds(8), state: .absent),
            ],
            turns: [
                Turn(attendee: ann, start: .zero, end: .seconds(9)), Turn(attendee: bob, start: .seconds(9)),
            ],
            pauses: [Pause(at: .seconds(2), reason: .user)],
            gaps: [Gap(start: .seconds(3), end: .seconds(4), reason: .device)],
            recording: Recording(fileName: "secret-path.wav", sampleRate: 48_000, frames: 5),
            transcript: transcript)
        meeting.note = "the private note"
        return meeting
    }

    /// An utterance whose words take half a second each.
    static func utterance(_ attendee: Attendee.ID, _ start: Double, _ text: String) -> Utterance {
        let words = text.split(separator: " ").enumerated().map { index, word in
            Word(
                text: String(word), start: .seconds(start + Double(index) * 0.5),
                end: .seconds(start + Double(index) * 0.5 + 0.4), confidence: 0.5)
        }
        return Utterance(
            attendee: attendee, start: .seconds(start), end: words.last?.end ?? .seconds(start + 1), text: text,
            recognizer: "pocketsphinx", words: words)
    }

    static func text(
        _ format: TranscriptFormat, _ meeting: Meeting = meeting(), of speaker: Attendee.ID? = nil
    ) throws -> String {
        try MeetingTranscript(of: meeting, speaker: speaker, startedAt: start).text(as: format)
    }
}

/// What could break a format: its own marks, line breaks, controls, marks that reverse the direction.
let nastyTexts = [
    "a --> b", "<b>bold</b> & co", "line\nbreak\r\nand\ttab", "esc \u{1b}[31m red \u{9b}0m", "\u{202e}reversed",
    "=cmd|' /C calc'!A0", "say \"hello\", ok", "WEBVTT", "NOTE x", "1\n00:00:00,000 --> 00:00:01,000\nfake",
    "`code` *x* _y_ [z](u) | # - ~~ \\", "지우가 말했습니다 é 👩‍👩‍👧", "\u{0}", "&amp; {\\an8}", "'", "a;=1+1", "",
]
