import Foundation
import MeetingModel
import Testing

@testable import MeetingHistory

/// Words from the other side of a call in each format.
@Suite struct `Interjections` {
    private func interjection(_ text: String = "good point", from channel: AudioChannel = .call) -> Utterance {
        Utterance(
            attendee: Sample.ann, start: .seconds(2), end: .seconds(3), text: text, recognizer: "pocketsphinx",
            words: [], channel: channel, isInterjection: true)
    }

    private var meeting: Meeting {
        Sample.meeting([
            Sample.utterance(Sample.ann, 0.4, "the login page works"), interjection(),
            Sample.utterance(Sample.ann, 4, "nothing blocks me"),
        ])
    }

    @Test func `are under their side of the call, not under the attendee's name`() throws {
        #expect(
            try Sample.text(.txt, meeting).contains(
                """
                Ann
                   0:00  the login page works
                (from the call)
                   0:02  good point
                Ann
                   0:04  nothing blocks me

                """))
        #expect(
            try Sample.text(.md, meeting).contains(
                """
                ### Ann

                - `0:00` the login page works

                ### *from the call*

                - `0:02` good point

                ### Ann

                """))
        #expect(try Sample.text(.csv, meeting).contains("\"(from the call)\",2.000,3.000,\"good point\",\"said\"\r\n"))
        #expect(try Sample.text(.vtt, meeting).contains("<v (from the call)>good point\n"))
        #expect(try Sample.text(.srt, meeting).contains("(from the call): good point\r\n"))
        var room = meeting
        room.transcript[1] = interjection(from: .room)
        #expect(try Sample.text(.txt, room).contains("(from the room)\n   0:02  good point\n"))
    }

    @Test func `and that the call was recorded stand in the header`() throws {
        func called(channels: Int) -> Meeting {
            var meeting = meeting
            meeting.recording = Recording(
                fileName: "a.wav", sampleRate: 48_000, frames: 480_000, channels: channels)
            return meeting
        }
        let line = "Recorded: the room and the call"
        for format in [TranscriptFormat.txt, .md, .vtt] {
            let text = try Sample.text(format, called(channels: 2))
            #expect(text.split(separator: "\n").prefix(9).contains { $0 == line }, "\(text)")
            #expect(try !Sample.text(format, called(channels: 1)).contains("Recorded"))
        }
    }

    @Test func `are marked in json, with their channel`() throws {
        let text = try Sample.text(.json, meeting)
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let transcript = try #require(document["transcript"] as? [[String: Any]])
        #expect(transcript.map { $0["name"] as? String } == ["Ann", "from the call", "Ann"])
        #expect(transcript.map { $0["channel"] as? String } == [nil, "call", nil])
        #expect(transcript.map { $0["interjection"] as? Bool } == [nil, true, nil])
    }

    @Test(arguments: TranscriptFormat.allCases)
    func `are not in an attendee's part`(format: TranscriptFormat) throws {
        let part = try Sample.text(format, meeting, of: Sample.ann)
        #expect(part.contains("login"))
        #expect(!part.contains("good"))
        #expect(!part.contains("from the"))
    }

    @Test func `are not in the attendee's speaking time`() {
        var own = meeting
        own.transcript.remove(at: 1)
        #expect(meeting.speech(of: Sample.ann) == own.speech(of: Sample.ann))
    }
}
