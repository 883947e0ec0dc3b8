/// One held standup: when it was, who was there, each one's turns, its recording and its transcript.
///
/// It keeps its own copy of the title and the attendees: renaming or removing a person later does not rewrite it.
/// Offsets and durations are meeting time: seconds since the start, pauses not counted.
public struct Meeting: Identifiable, Hashable, Sendable, Codable {
    /// An id of a meeting.
    public typealias ID = Identifier<Meeting>

    /// Where a meeting stands in the history.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It runs now, in some process.
        case live
        /// It was ended, by its last slot, by someone or by a signal.
        case finished
        /// The program died while it ran; complete up to its last second.
        case interrupted
    }

    /// The meeting's identity.
    public let id: ID
    /// The standup it was a meeting of.
    public let standupID: Standup.ID
    /// The standup's title at the start.
    public let title: String
    /// When frame 0 was recorded, or the first turn started, if nothing was recorded.
    public var startedAt: Timestamp
    /// Where it stands.
    public var state: State
    /// How long it lasted, in meeting time; while live, as far as it was written.
    public var duration: Duration
    /// The BCP 47 tag of the language spoken in it.
    public let language: String
    /// Who was invited, in the order of the start.
    public var attendees: [MeetingAttendee]
    /// The turns that have ended, in the order in which they were spoken, and at most one last that is open.
    public var turns: [Turn]
    /// Where the countdown stood still.
    public var pauses: [Pause]
    /// Where the recording holds silence because no sound came.
    public var gaps: [Gap]
    /// The recording, if there is one.
    public var recording: Recording?
    /// Whether there was a recording that has been removed because of its age.
    public var recordingRemoved: Bool
    /// The utterances of the transcript that is shown, in order of their start.
    public var transcript: [Utterance]
    /// Up to which offset the recording has been transcribed; nil where nobody is to transcribe it.
    public var transcribedUpTo: Duration?
    /// The lead's private note, which is never exported; nil if there is none.
    public var note: String?

    /// A meeting; without further arguments one that starts now.
    public init(
        id: ID,
        standupID: Standup.ID,
        title: String,
        startedAt: Timestamp,
        state: State = .live,
        duration: Duration = .zero,
        language: String = "en",
        attendees: [MeetingAttendee],
        turns: [Turn] = [],
        pauses: [Pause] = [],
        gaps: [Gap] = [],
        recording: Recording? = nil,
        recordingRemoved: Bool = false,
        transcript: [Utterance] = [],
        transcribedUpTo: Duration? = nil,
        note: String? = nil
    ) {
        self.id = id
        self.standupID = standupID
        self.title = title
        self.startedAt = startedAt
        self.state = state
        self.duration = duration
        self.language = language
        self.attendees = attendees
        self.turns = turns
        self.pauses = pauses
        self.gaps = gaps
        self.recording = recording
        self.recordingRemoved = recordingRemoved
        self.transcript = transcript
        self.transcribedUpTo = transcribedUpTo
        self.note = note
    }

    /// The name of an attendee as it was at this meeting, `Someone` if there is no such attendee.
    public func name(of attendee: Attendee.ID) -> String {
        attendees.first { $0.id == attendee }?.name ?? "Someone"
    }
}

/// An attendee's part in a meeting.
public struct MeetingAttendee: Identifiable, Hashable, Sendable, Codable {
    /// Whether the attendee had a turn.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Had at least one turn, or has it now.
        case spoke
        /// Was marked absent and had no turn.
        case absent
        /// Has not had a turn.
        case waiting
    }

    /// The attendee's id in the standup.
    public let id: Attendee.ID
    /// The name at the start of the meeting.
    public let name: String
    /// The time that the attendee was given, sharing and extensions included.
    public var slot: Duration
    /// The time that the attendee's turns took, overtime included.
    public var used: Duration
    /// The part of `used` that lay past the slot.
    public var overtime: Duration
    /// Whether the attendee had a turn.
    public var state: State

    /// An attendee's part; without further arguments one who has yet to speak.
    public init(
        id: Attendee.ID,
        name: String,
        slot: Duration,
        used: Duration = .zero,
        overtime: Duration = .zero,
        state: State = .waiting
    ) {
        self.id = id
        self.name = name
        self.slot = slot
        self.used = used
        self.overtime = overtime
        self.state = state
    }
}

/// A stretch in which one attendee speaks.
public struct Turn: Hashable, Sendable, Codable {
    /// Whose turn it was.
    public let attendee: Attendee.ID
    /// Where it started, in meeting time.
    public let start: Duration
    /// Where it ended; nil while it runs.
    public var end: Duration?

    /// A turn; open unless an end is given.
    public init(attendee: Attendee.ID, start: Duration, end: Duration? = nil) {
        self.attendee = attendee
        self.start = start
        self.end = end
    }
}

/// A stretch of real time in which the countdown and the recording stood still.
public struct Pause: Hashable, Sendable, Codable {
    /// Why the countdown stood still.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// Someone paused: off the record.
        case user
        /// The machine was suspended.
        case suspend
        /// A question was open.
        case question
        /// The program had died; then the meeting was gone on with.
        case interruption
    }

    /// The meeting time at which the countdown stood still.
    public let at: Duration
    /// How long it stood still, in real time; nil while it does.
    public var duration: Duration?
    /// Why.
    public let reason: Reason

    /// A pause; open unless a duration is given.
    public init(at: Duration, duration: Duration? = nil, reason: Reason) {
        self.at = at
        self.duration = duration
        self.reason = reason
    }
}

/// A stretch of the recording that holds silence because no sound came.
public struct Gap: Hashable, Sendable, Codable {
    /// Why no sound came.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The device was away.
        case device
        /// The machine could not keep up and frames were lost.
        case overload
        /// The program died before it had written them.
        case interruption
    }

    /// Where it starts, in meeting time.
    public let start: Duration
    /// Where it ends.
    public var end: Duration
    /// Why.
    public let reason: Reason

    /// A gap from `start` to `end`.
    public init(start: Duration, end: Duration, reason: Reason) {
        self.start = start
        self.end = end
        self.reason = reason
    }
}

/// The recording of a meeting: mono, frame n is the instant n / `sampleRate` of meeting time.
public struct Recording: Hashable, Sendable, Codable {
    /// The file's name inside the folder of recordings.
    public let fileName: String
    /// Frames per second, in Hz.
    public let sampleRate: Int
    /// How many frames have been written.
    public var frames: Int64

    /// A recording of so many frames.
    public init(fileName: String, sampleRate: Int, frames: Int64 = 0) {
        self.fileName = fileName
        self.sampleRate = sampleRate
        self.frames = frames
    }

    /// How long the recording is.
    public var duration: Duration {
        .nanoseconds(
            frames / Int64(sampleRate) * 1_000_000_000 + frames % Int64(sampleRate) * 1_000_000_000 / Int64(sampleRate)
        )
    }
}

/// One stretch of speech of one attendee, with its words.
public struct Utterance: Hashable, Sendable, Codable {
    /// In whose turn it was spoken.
    public let attendee: Attendee.ID
    /// Where it starts, in meeting time.
    public let start: Duration
    /// Where it ends, in meeting time.
    public let end: Duration
    /// The words in one line.
    public let text: String
    /// The name of the recogniser that heard it, such as `pocketsphinx`.
    public let recognizer: String
    /// The words, in order.
    public let words: [Word]

    /// An utterance of one attendee.
    public init(
        attendee: Attendee.ID,
        start: Duration,
        end: Duration,
        text: String,
        recognizer: String,
        words: [Word]
    ) {
        self.attendee = attendee
        self.start = start
        self.end = end
        self.text = text
        self.recognizer = recognizer
        self.words = words
    }
}

/// One recognised word.
public struct Word: Hashable, Sendable, Codable {
    /// The word as it is shown.
    public let text: String
    /// Where it starts, in meeting time.
    public let start: Duration
    /// Where it ends, in meeting time.
    public let end: Duration
    /// How sure the recogniser is, 0 to 1.
    public let confidence: Double
    /// What the recogniser gave where a name or term of the vocabulary was put in its place, else nil.
    ///
    /// Of several words that stand for others the first has all of them, and the rest have "".
    public let heard: String?

    /// A word.
    public init(text: String, start: Duration, end: Duration, confidence: Double, heard: String? = nil) {
        self.text = text
        self.start = start
        self.end = end
        self.confidence = confidence
        self.heard = heard
    }
}
