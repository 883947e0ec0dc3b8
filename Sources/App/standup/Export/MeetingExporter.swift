import Glibc
import MeetingHistory
import MeetingModel
import Sound

/// Exports meetings to files in one format.
struct MeetingExporter {
    enum Speaker {
        /// By the name that the user typed.
        case named(String)
        case id(Attendee.ID)
    }

    let history: History
    let format: ExportFormat
    /// The attendee whose part is exported; nil for everyone.
    let speaker: Speaker?
    /// The number of the transcript; nil for the current one.
    let version: Int?
    /// The channel of the recordings; nil for both of a recording with a call, mixed.
    let channel: AudioChannel?
    var note: (String) -> Void = { StandardOutput.note($0) }

    /// The reason why a meeting has nothing to export; nil if it has something.
    func obstacle(in meeting: Meeting) -> Failure? {
        let title = DisplayText(quoting: meeting.title)
        if case .audio = format, meeting.recording == nil {
            return Failure(
                .notFound, "\(title) \(meeting.lackOfRecording); export its transcript with --format txt")
        }
        if case .id(let id)? = speaker, !meeting.attendees.contains(where: { $0.id == id }) {
            return Failure(.notFound, "the chosen attendee was not in \(title); choose another")
        }
        do {
            try meeting.check(channel)
            guard case .audio = format, let speaker = try attendee(in: meeting), speaker.state != .spoke else {
                return nil
            }
            return Failure(
                .notFound, "\(DisplayText(quoting: speaker.name)) had no turn in \(title); choose another attendee")
        } catch {
            return Failure(error)
        }
    }

    /// The meetings that have something to export, and why the first of the others has not.
    func useful(_ meetings: [Meeting]) -> (meetings: [Meeting], obstacle: Failure?) {
        let obstacles = meetings.map(obstacle)
        return (zip(meetings, obstacles).filter { $1 == nil }.map(\.0), obstacles.lazy.compactMap(\.self).first)
    }

    /// The files in a folder, one for each meeting; `force` allows existing ones.
    func targets(for meetings: [Meeting], in folder: String, force: Bool) throws -> [ExportTarget] {
        let stems = try meetings.map { (stem: try stem(of: $0), id: $0.id) }
        let folder = folder.hasSuffix("/") ? folder : folder + "/"
        return try MeetingFileName.unique(stems).map {
            try ExportTarget(path: folder + $0 + "." + format.name, force: force)
        }
    }

    /// A meeting's file name without its extension.
    func stem(of meeting: Meeting) throws -> String {
        try MeetingFileName.stem(
            title: meeting.title, startedAt: LocalTime(meeting.startedAt), speaker: attendee(in: meeting)?.name)
    }

    /// Returns false if `goOn`, which receives the progress from 0 to 1, stopped the export.
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
                let advice =
                    meeting.recording == nil
                    ? ", and no recording to transcribe"
                    : "; transcribe it with: standup transcribe \(id.rawValue.prefix(8))"
                note("standup: note: no words in \(DisplayText(quoting: meeting.title))" + advice)
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
            throw Failure(
                .notFound, "the meeting \(meeting.id) has no recording; export its transcript with --format txt")
        }
        let speaker = try attendee(in: meeting)
        let done = try AudioExport.write(
            of: source, channels: recording.choice(channel),
            ranges: speaker.map { meeting.recordedFrames(of: $0.id, in: recording) }, to: target.path,
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
        note(
            "standup: the recording \(DisplayText(quoting: source)) is incomplete; "
                + "\(there.duration.clockText()) of \(recording.duration.clockText()) were exported")
    }

    private func attendee(in meeting: Meeting) throws -> MeetingAttendee? {
        switch speaker {
        case .named(let name)?: meeting.attendees[try AttendeeLookup.index(of: name, in: meeting.attendees.map(\.name))]
        case .id(let id)?: meeting.attendees.first { $0.id == id }
        case nil: nil
        }
    }
}

extension Meeting {
    /// Why there is no recording, as a phrase.
    var lackOfRecording: String {
        recordingRemoved ? "has no recording, because it was older than keep-audio-days" : "has no recording"
    }

    /// The metadata of an exported recording, with a chapter for each turn that was not skipped.
    func tags(of recording: Recording, speaker: MeetingAttendee?) -> AudioTags {
        AudioTags(
            title: DisplayText(title).description,
            date: LocalTime(startedAt).date,
            artists: (speaker.map { [$0] } ?? attendees.filter { $0.state == .spoke })
                .map { DisplayText($0.name).description },
            comment: recordedSides ?? "",
            chapters: chapters.map { turn in
                AudioChapter(
                    frame: recording.frame(at: turn.start), name: DisplayText(name(of: turn.attendee)).description)
            })
    }

    /// The frames of a recording during an attendee's turns, in order.
    func recordedFrames(of attendee: Attendee.ID, in recording: Recording) -> [Range<Int64>] {
        turns.filter { $0.attendee == attendee }.map { turn in
            let start = recording.frame(at: turn.start)
            return start..<max(start, recording.frame(at: turn.end ?? duration))
        }
    }
}

extension Recording {
    /// The frame at a meeting time, rounded to the nearest.
    func frame(at offset: Duration) -> Int64 { max(offset, .zero).frames(at: sampleRate) }
}
