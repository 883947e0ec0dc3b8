import MeetingHistory
import MeetingModel

@testable import standup

/// Files of meetings from other programs.
enum ImportFuzzing {
    /// Reads who spoke when, in each format, and makes a meeting of it.
    static func readTimes(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        for format in [nil, .csv, .vtt, .srt] as [SpeakerTimes.Format?] {
            _ = try attempt { try checkMeeting(of: SpeakerTimes(text, format: format)) }
        }
    }

    private static func checkMeeting(of times: SpeakerTimes) throws {
        var generator = SeededGenerator(seed: 1)
        let standup = Standup.samples(using: &generator)[1]
        let recording = Recording(fileName: "a.wav", sampleRate: 8000, frames: 3600 * 8000)
        let meeting = try Meeting(
            importing: Meeting.ID(using: &generator), of: standup, title: "Imported",
            startedAt: Timestamp(nanosecondsSince1970: 0), recording: recording, times: times,
            isToBeTranscribed: true, using: &generator)
        var end = Duration.zero
        for turn in meeting.turns {
            try require(turn.start >= end, "\(turn) begins before the one before it ends, at \(end)")
            end = turn.end ?? .zero
            try require(turn.start <= end && end <= meeting.duration, "\(turn)")
        }
        let used = meeting.attendees.reduce(Duration.zero) { $0 + $1.used }
        try require(used <= meeting.duration, "\(used) was used of \(meeting.duration)")
        for utterance in meeting.transcript {
            try require(utterance.start <= utterance.end && utterance.end <= meeting.duration, "\(utterance)")
            try requireLine(DisplayText(utterance.text).description)
        }
        _ = try JSONOutput.text(of: MeetingDocument(meeting, recordingPath: nil, isWhole: true))
    }

    /// Reads the standups of another app; each must be valid here too.
    static func readStandups(_ bytes: [UInt8]) throws {
        guard let file = try attempt({ try StandupsFile(bytes) }) else { return }
        for standup in file.standups {
            try require((try? standup.validated()) == standup, "\(standup) is not as one that was made here")
            _ = try JSONOutput.text(of: StandupDocument(standup))
        }
        for meeting in file.meetings {
            try require(file.standups.contains { $0.id == meeting.standupID }, "\(meeting) is of no standup")
            _ = try JSONOutput.text(of: MeetingDocument(meeting, recordingPath: nil, isWhole: true))
            _ = MeetingText.lines(meeting, recordingPath: nil, terminal: Terminal(columns: 40, hasStyles: false))
        }
    }
}
