import AudioFiles
import Glibc
import MeetingExport
import MeetingHistory
import MeetingModel

/// Writes meetings to files in one format.
struct MeetingExporter {
    /// Where the meetings are.
    let history: History
    /// What they become.
    let format: ExportFormat
    /// Whose part of them, by a name; nil is everyone's.
    let speaker: String?
    /// Which of a meeting's transcripts; nil is the one that is shown.
    let version: Int?

    /// Why there is nothing of a meeting to export; nil if there is something.
    func obstacle(in meeting: Meeting) -> Failure? {
        let title = DisplayText(quoting: meeting.title)
        if case .audio = format, meeting.recording == nil {
            return Failure(
                .notFound, "no recording, \(title) \(meeting.lackOfRecording), export its transcript: --format txt")
        }
        do {
            guard case .audio = format, let speaker = try attendee(in: meeting), speaker.state != .spoke else {
                return nil
            }
            return Failure(
                .notFound, "no turn, \(DisplayText(quoting: speaker.name)) had none in \(title), choose someone else")
        } catch {
            return Failure(error)
        }
    }

    /// The name of a meeting's file, without its end.
    func stem(of meeting: Meeting) throws -> String {
        try MeetingFileName.stem(
            title: meeting.title, startedAt: LocalTime(meeting.startedAt), speaker: attendee(in: meeting)?.name)
    }

    /// Writes one meeting; returns false if `goOn`, which is told how far it has come, said so.
    func export(_ id: Meeting.ID, to target: ExportTarget, while goOn: (Double) -> Bool) throws -> Bool {
        switch format {
        case .audio(let format):
            guard let meeting = try history.store.meetingWithoutWords(id) else { throw HistoryError.noMeeting(id) }
            return try write(meeting, as: format, to: target, while: goOn)
        case .transcript(let format):
            guard var meeting = try history.store.meeting(id) else { throw HistoryError.noMeeting(id) }
            if let version {
                meeting.transcript = try history.store.transcript(of: id, version: version).map(\.utterance)
            }
            if meeting.transcript.isEmpty {
                StandardOutput.note(
                    "standup: note: no words in \(DisplayText(quoting: meeting.title)), make a transcript with: "
                        + "standup transcribe \(id.rawValue.prefix(8))")
            }
            let transcript = MeetingTranscript(
                of: meeting, speaker: try attendee(in: meeting)?.id, startedAt: LocalTime(meeting.startedAt))
            try target.write(transcript.text(as: format))
            return true
        }
    }

    private func write(
        _ meeting: Meeting, as format: AudioFormat, to target: ExportTarget, while goOn: (Double) -> Bool
    ) throws -> Bool {
        guard let recording = meeting.recording, let source = try history.recordingPath(of: meeting) else {
            throw Failure(.notFound, "no recording, \(meeting.id), export the transcript: --format txt")
        }
        let speaker = try attendee(in: meeting)
        let done = try AudioExport.write(
            of: source, ranges: speaker.map { meeting.recordedFrames(of: $0.id, in: recording) }, to: target.path,
            format: format, tags: meeting.tags(of: recording, speaker: speaker), overwriting: target.replaces,
            while: goOn)
        if done, meeting.state != .live { try warnIfCut(source, recording) }
        return done
    }

    private func warnIfCut(_ source: String, _ recording: Recording) throws {
        let there = Recording(
            fileName: recording.fileName, sampleRate: recording.sampleRate,
            frames: try AudioFileReader(path: source).frames)
        guard recording.duration - there.duration > .seconds(1) else { return }
        StandardOutput.note(
            "standup: the recording is cut, \(DisplayText(quoting: source)), "
                + "\(there.duration.clockText()) of \(recording.duration.clockText()) are there and were exported")
    }

    private func attendee(in meeting: Meeting) throws -> MeetingAttendee? {
        try speaker.map { name in
            meeting.attendees[try AttendeeLookup.index(of: name, in: meeting.attendees.map(\.name))]
        }
    }
}

extension Meeting {
    /// Why there is no recording, as a part of a sentence.
    var lackOfRecording: String {
        recordingRemoved ? "was too old to keep one (keep-audio-days)" : "was held without one"
    }

    /// What an exported recording says of itself, with a chapter for each turn that was not skipped.
    func tags(of recording: Recording, speaker: MeetingAttendee?) -> AudioTags {
        AudioTags(
            title: DisplayText(title).description,
            date: LocalTime(startedAt).date,
            artists: (speaker.map { [$0] } ?? attendees.filter { $0.state == .spoke })
                .map { DisplayText($0.name).description },
            chapters: chapters.map { turn in
                AudioChapter(
                    frame: recording.frame(at: turn.start), name: DisplayText(name(of: turn.attendee)).description)
            })
    }

    /// The frames of a recording that lie in an attendee's turns, in order.
    func recordedFrames(of attendee: Attendee.ID, in recording: Recording) -> [Range<Int64>] {
        turns.filter { $0.attendee == attendee }.map { turn in
            let start = recording.frame(at: turn.start)
            return start..<max(start, recording.frame(at: turn.end ?? duration))
        }
    }
}

extension Recording {
    /// The frame at a meeting time, rounded to the nearest.
    func frame(at offset: Duration) -> Int64 {
        let (seconds, rest) = max(offset.nanoseconds, 0).quotientAndRemainder(dividingBy: 1_000_000_000)
        return seconds * Int64(sampleRate) + (rest * Int64(sampleRate) + 500_000_000) / 1_000_000_000
    }
}
