import MeetingExport
import MeetingHistory
import MeetingModel

/// A meeting as `meeting --json` gives it, and, without its turns and transcript, `meetings --json`.
///
/// Durations and offsets are seconds of meeting time. A key without a value is `null`.
struct MeetingDocument: Codable, Hashable {
    /// The recording; the file is a whole path.
    struct Recording: Codable, Hashable {
        var file: String
        var sampleRate: Int
        var channels: Int
        var frames: Int64
        var duration: Double
    }

    var id: String
    var standup: MeetingPart.Standup
    var state: String
    var startedAt: String
    var duration: Double
    var language: String
    var attendees: [MeetingPart.Attendee]
    var pauses: [MeetingPart.Pause]
    var gaps: [MeetingPart.Gap]
    @Nullable var recording: Recording?
    /// Whether there was one that has been removed because of its age.
    var recordingRemoved: Bool
    /// The lead's private note.
    @Nullable var note: String?
    /// Only in `meeting`.
    var turns: [MeetingPart.Turn]?
    /// Only in `meeting`.
    var transcript: [MeetingPart.Utterance]?
}

extension MeetingDocument {
    /// A meeting of a list; its recording, if it has one, lies in a folder, which ends with a slash.
    init(_ listed: ListedMeeting, recordings: String) {
        self.init(
            listed.meeting, recordingPath: listed.meeting.recording.map { recordings + $0.fileName }, isWhole: false
        ) { listed.speech[$0] ?? .zero }
    }

    /// A meeting whose recording, if it has one, lies at a path; `isWhole` says whether turns and transcript go with it.
    init(_ meeting: Meeting, recordingPath: String?, isWhole: Bool) {
        self.init(meeting, recordingPath: recordingPath, isWhole: isWhole) { meeting.speech(of: $0) }
    }

    private init(
        _ meeting: Meeting, recordingPath: String?, isWhole: Bool, speech: (MeetingModel.Attendee.ID) -> Duration
    ) {
        self.id = meeting.id.rawValue
        self.standup = MeetingPart.Standup(id: meeting.standupID.rawValue, title: meeting.title)
        self.state = meeting.state.rawValue
        self.startedAt = LocalTime(meeting.startedAt).iso8601
        self.duration = meeting.duration.seconds
        self.language = meeting.language
        self.attendees = meeting.attendees.map { MeetingPart.Attendee($0, speech: speech($0.id)) }
        self.pauses = meeting.pauses.map(MeetingPart.Pause.init)
        self.gaps = meeting.gaps.map(MeetingPart.Gap.init)
        self.recording = meeting.recording.map { Recording($0, path: recordingPath) }
        self.recordingRemoved = meeting.recordingRemoved
        self.note = meeting.note
        self.turns = isWhole ? meeting.turns.map { MeetingPart.Turn($0, name: meeting.name(of: $0.attendee)) } : nil
        self.transcript =
            isWhole ? meeting.transcript.map { MeetingPart.Utterance($0, name: meeting.name(of: $0.attendee)) } : nil
    }
}

extension MeetingDocument.Recording {
    fileprivate init(_ recording: Recording, path: String?) {
        self.init(
            file: path ?? recording.fileName, sampleRate: recording.sampleRate, channels: 1, frames: recording.frames,
            duration: recording.duration.seconds)
    }
}
