import MeetingModel

/// A meeting as `meeting --json` gives it, and, without its turns and transcript, `meetings --json`.
///
/// Durations and offsets are seconds of meeting time. A key without a value is `null`.
struct MeetingDocument: Codable, Hashable {
    /// The standup that it was a meeting of.
    struct Standup: Codable, Hashable {
        var id: String
        var title: String
    }

    /// An attendee's part.
    struct Attendee: Codable, Hashable {
        var id: String
        var name: String
        var slot: Double
        var used: Double
        var overtime: Double
        /// How long the attendee was heard to speak.
        var speech: Double
        var state: String
    }

    /// A stretch in which one attendee spoke; the end is `null` while it runs.
    struct Turn: Codable, Hashable {
        var attendee: String
        var name: String
        var start: Double
        @Nullable var end: Double?
    }

    /// Where the countdown stood still; the duration is `null` while it does.
    struct Pause: Codable, Hashable {
        var at: Double
        @Nullable var duration: Double?
        var reason: String
    }

    /// Where the recording holds silence because no sound came.
    struct Gap: Codable, Hashable {
        var start: Double
        var end: Double
        var reason: String
    }

    /// The recording; the file is a whole path.
    struct Recording: Codable, Hashable {
        var file: String
        var sampleRate: Int
        var channels: Int
        var frames: Int64
        var duration: Double
    }

    /// A stretch of speech.
    struct Utterance: Codable, Hashable {
        var attendee: String
        var name: String
        var start: Double
        var end: Double
        var text: String
        var recognizer: String
        var words: [Word]
    }

    /// A recognised word.
    struct Word: Codable, Hashable {
        var text: String
        var start: Double
        var end: Double
        var confidence: Double
    }

    var id: String
    var standup: Standup
    var state: String
    var startedAt: String
    var duration: Double
    var language: String
    var attendees: [Attendee]
    var pauses: [Pause]
    var gaps: [Gap]
    @Nullable var recording: Recording?
    /// The lead's private note.
    @Nullable var note: String?
    /// Only in `meeting`.
    var turns: [Turn]?
    /// Only in `meeting`.
    var transcript: [Utterance]?
}

extension MeetingDocument {
    /// A meeting whose recording, if it has one, lies at a path; `isWhole` says whether turns and transcript go with it.
    init(_ meeting: Meeting, recordingPath: String?, isWhole: Bool) {
        self.id = meeting.id.rawValue
        self.standup = Standup(id: meeting.standupID.rawValue, title: meeting.title)
        self.state = meeting.state.rawValue
        self.startedAt = LocalTime(meeting.startedAt).iso8601
        self.duration = meeting.duration.seconds
        self.language = meeting.language
        self.attendees = meeting.attendees.map { Attendee($0, speech: meeting.speech(of: $0.id)) }
        self.pauses = meeting.pauses.map {
            Pause(at: $0.at.seconds, duration: $0.duration?.seconds, reason: $0.reason.rawValue)
        }
        self.gaps = meeting.gaps.map {
            Gap(start: $0.start.seconds, end: $0.end.seconds, reason: $0.reason.rawValue)
        }
        self.recording = meeting.recording.map { Recording($0, path: recordingPath) }
        self.note = meeting.note
        self.turns = isWhole ? meeting.turns.map { Turn($0, name: meeting.name(of: $0.attendee)) } : nil
        self.transcript =
            isWhole ? meeting.transcript.map { Utterance($0, name: meeting.name(of: $0.attendee)) } : nil
    }
}

extension MeetingDocument.Attendee {
    fileprivate init(_ attendee: MeetingAttendee, speech: Duration) {
        self.init(
            id: attendee.id.rawValue, name: attendee.name, slot: attendee.slot.seconds,
            used: attendee.used.seconds, overtime: attendee.overtime.seconds, speech: speech.seconds,
            state: attendee.state.rawValue)
    }
}

extension MeetingDocument.Turn {
    fileprivate init(_ turn: Turn, name: String) {
        self.init(
            attendee: turn.attendee.rawValue, name: name, start: turn.start.seconds, end: turn.end?.seconds)
    }
}

extension MeetingDocument.Recording {
    fileprivate init(_ recording: Recording, path: String?) {
        self.init(
            file: path ?? recording.fileName, sampleRate: recording.sampleRate, channels: 1, frames: recording.frames,
            duration: recording.duration.seconds)
    }
}

extension MeetingDocument.Utterance {
    fileprivate init(_ utterance: Utterance, name: String) {
        self.init(
            attendee: utterance.attendee.rawValue, name: name, start: utterance.start.seconds,
            end: utterance.end.seconds, text: utterance.text, recognizer: utterance.recognizer,
            words: utterance.words.map {
                MeetingDocument.Word(
                    text: $0.text, start: $0.start.seconds, end: $0.end.seconds, confidence: $0.confidence)
            })
    }
}

extension Meeting {
    /// How long an attendee was heard to speak.
    func speech(of attendee: Attendee.ID) -> Duration {
        transcript.reduce(.zero) { $1.attendee == attendee ? $0 + ($1.end - $1.start) : $0 }
    }
}
