package import MeetingModel

/// A meeting as JSON: `meeting --json`, `meetings --json` and `export --format json`.
///
/// Durations and offsets are seconds of meeting time. A key without a value is `null`; a key that the command does not
/// write is omitted. Texts are as stored; `JSONText` escapes what a terminal would interpret.
package struct MeetingDocument: Codable, Hashable {
    /// The recording, with its file's full path.
    package struct Recording: Codable, Hashable, Sendable {
        var file: String
        var sampleRate: Int
        var channels: Int
        var frames: Int64
        var duration: Double
    }

    /// The version of docs/schema/meeting-export-1.json; only in an export.
    ///
    /// It changes when a key is removed or changes its meaning, not when one is added.
    var version: Int?
    var id: String
    var standup: MeetingPart.Standup
    var state: String
    var startedAt: String
    var duration: Double
    var language: String
    var attendees: [MeetingPart.Attendee]
    var pauses: [MeetingPart.Pause]
    var gaps: [MeetingPart.Gap]
    /// Not in an export, because the file is only on this machine.
    var recording: Nullable<Recording>?
    /// Whether the recording was removed because of its age; not in an export.
    var recordingRemoved: Bool?
    /// The lead's private note; not in an export.
    var note: Nullable<String>?
    /// The marked passages; not in a list of meetings.
    var marks: [MeetingPart.Mark]?
    /// Not in a list of meetings.
    var points: [MeetingPart.Point]?
    /// What attendees wrote for the meeting; not in a list of meetings.
    var updates: [MeetingPart.Update]?
    /// Not in a list of meetings.
    var turns: [MeetingPart.Turn]?
    /// Not in a list of meetings.
    var transcript: [MeetingPart.Utterance]?
}

extension MeetingDocument {
    /// Creates the document of a meeting on this machine.
    ///
    /// `recordingPath` is the path of its recording, if any. `isWhole` says whether to include turns, marks, points, updates and transcript.
    /// `speech` gives each attendee's recognized speaking time.
    package init(
        _ meeting: Meeting, recordingPath: String?, isWhole: Bool, speech: (Attendee.ID) -> Duration
    ) {
        self.init(
            meeting, startedAt: LocalTime(meeting.startedAt), turns: isWhole ? meeting.turns : nil,
            transcript: isWhole ? meeting.transcript : nil, speech: speech)
        recording = Nullable(wrappedValue: meeting.recording.map { Recording($0, path: recordingPath) })
        recordingRemoved = meeting.recordingRemoved
        note = Nullable(wrappedValue: meeting.note)
    }

    /// The same, with each attendee's speaking time from the meeting's transcript.
    package init(_ meeting: Meeting, recordingPath: String?, isWhole: Bool) {
        self.init(meeting, recordingPath: recordingPath, isWhole: isWhole) { meeting.speech(of: $0) }
    }

    /// Creates an export; if it has a speaker, with that speaker's turns and utterances only.
    package init(_ transcript: MeetingTranscript) {
        let (meeting, speaker) = (transcript.meeting, transcript.speaker)
        self.init(
            meeting, startedAt: transcript.startedAt,
            turns: meeting.turns.filter { speaker == nil || $0.attendee == speaker },
            transcript: transcript.utterances
        ) { meeting.speech(of: $0) }
        points = transcript.points.map { MeetingPart.Point($0, name: meeting.name(of: $0.attendee)) }
        updates = transcript.updates.map { MeetingPart.Update($0, name: meeting.name(of: $0.attendee)) }
        version = 1
    }

    private init(
        _ meeting: Meeting, startedAt: LocalTime, turns: [Turn]?, transcript: [Utterance]?,
        speech: (Attendee.ID) -> Duration
    ) {
        id = meeting.id.rawValue
        standup = MeetingPart.Standup(id: meeting.standupID.rawValue, title: meeting.title)
        state = meeting.state.rawValue
        self.startedAt = startedAt.iso8601
        duration = meeting.duration.seconds
        language = meeting.language
        attendees = meeting.attendees.map { MeetingPart.Attendee($0, speech: speech($0.id)) }
        pauses = meeting.pauses.map(MeetingPart.Pause.init)
        gaps = meeting.gaps.map(MeetingPart.Gap.init)
        marks = turns == nil ? nil : meeting.marks.map(MeetingPart.Mark.init)
        points = turns == nil ? nil : meeting.points.map { MeetingPart.Point($0, name: meeting.name(of: $0.attendee)) }
        updates =
            turns == nil ? nil : meeting.updates.map { MeetingPart.Update($0, name: meeting.name(of: $0.attendee)) }
        self.turns = turns?.map { MeetingPart.Turn($0, name: meeting.name(of: $0.attendee)) }
        self.transcript = transcript?.map { MeetingPart.Utterance($0, name: meeting.speakerName(of: $0)) }
    }
}

extension MeetingDocument.Recording {
    fileprivate init(_ recording: Recording, path: String?) {
        self.init(
            file: path ?? recording.fileName, sampleRate: recording.sampleRate, channels: recording.channels,
            frames: recording.frames, duration: recording.duration.seconds)
    }
}

extension Meeting {
    package func speech(of attendee: Attendee.ID) -> Duration {
        transcript.reduce(.zero) { $1.speaker == .attendee(attendee) ? $0 + ($1.end - $1.start) : $0 }
    }
}
