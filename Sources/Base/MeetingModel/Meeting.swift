/// A held standup: its time, attendees, turns, recording and transcript.
///
/// It has its own copy of the title and the attendees: renaming or removing a person later does not change it. Offsets
/// and durations are meeting time: the time since the start, not counting pauses.
public struct Meeting: Identifiable, Hashable, Sendable, Codable {
    /// A meeting's id.
    public typealias ID = Identifier<Meeting>

    /// The state of a meeting in the history.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is running, in some process.
        case live
        /// It has ended, after its last slot, by the user or by a signal.
        case finished
        /// The program died while it was running; it is complete up to its last second.
        case interrupted
    }

    /// The meeting's id.
    public let id: ID
    /// The standup that was held.
    public let standupID: Standup.ID
    /// The standup's title at the start.
    public let title: String
    /// The instant of frame 0, or of the first turn if nothing was recorded.
    public var startedAt: Timestamp
    /// The meeting's state.
    public var state: State
    /// Its length in meeting time; for a live meeting, the part written so far.
    public var duration: Duration
    /// The BCP 47 tag of the spoken language.
    public let language: String
    /// The invited attendees, in the order of the start.
    public var attendees: [MeetingAttendee]
    /// The ended turns in speaking order, followed by the open turn, if any.
    public var turns: [Turn]
    /// The pauses of the countdown.
    public var pauses: [Pause]
    /// The gaps in the recording: silence in place of missing sound.
    public var gaps: [Gap]
    /// The recording, if there is one.
    public var recording: Recording?
    /// Whether the recording was removed because of its age.
    public var recordingRemoved: Bool
    /// The utterances of the current transcript, in order of their start.
    public var transcript: [Utterance]
    /// The offset up to which the recording is transcribed; nil if it is not to be transcribed.
    public var transcribedUpTo: Duration?
    /// The lead's private note; nil if there is none.
    ///
    /// It is never exported.
    public var note: String?
    /// The marked passages, in order of their start.
    public var marks: [PassageMark]
    /// The points of the current version, in the order in which they were said.
    public var points: [Point]
    /// What attendees wrote for this meeting, in the order of the attendees.
    public var updates: [WrittenUpdate]
    /// Whether it was a rehearsal, on a virtual clock.
    public var isRehearsal: Bool

    /// Creates a meeting; by default one that starts now.
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
        note: String? = nil,
        marks: [PassageMark] = [],
        points: [Point] = [],
        updates: [WrittenUpdate] = [],
        isRehearsal: Bool = false
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
        self.marks = marks
        self.points = points
        self.updates = updates
        self.isRehearsal = isRehearsal
    }

    /// The attendee's name at this meeting; `Someone` if there is no such attendee.
    public func name(of attendee: Attendee.ID) -> String {
        attendees.first { $0.id == attendee }?.name ?? Attendee.someone
    }

    /// Whether somebody stands for the speakers that an import does not name: they have the standup's id.
    package func isSomeone(_ attendee: Attendee.ID) -> Bool {
        Attendee.isSomeone(attendee, named: name(of: attendee), in: standupID)
    }

    /// Whether it was imported without the names of all its speakers.
    package var hasSomeone: Bool { attendees.contains { isSomeone($0.id) } }

    /// The attendees of whom something is known: an import invites everybody of the standup, and knows who spoke.
    package var knownAttendees: [MeetingAttendee] { attendees.filter { !$0.isUnknown } }

    /// Who said an utterance: the attendee's name, or the side of the call that an interjection came from.
    public func speakerName(of utterance: Utterance) -> String {
        switch utterance.speaker {
        case .attendee(let attendee): name(of: attendee)
        case .side(let channel): channel.origin
        }
    }

    /// Who said an utterance if voices do not count: whose turn it was, or a side of the call; nil without turns.
    package func speakerByTurn(of utterance: Utterance) -> Utterance.Speaker? {
        let middle = utterance.start + (utterance.end - utterance.start) / 2
        guard let turn = turns.lastIndex(startedBy: middle).map({ turns[$0] }) ?? turns.first else { return nil }
        if let channel = utterance.channel, attendees.isInterjection(on: channel, during: turn.attendee) {
            return .side(channel)
        }
        return .attendee(turn.attendee)
    }

    /// Whether an attendee has spoken, in a word; "no turn" for one who was still waiting at the end.
    package func stateText(of attendee: MeetingAttendee) -> String {
        attendee.state == .waiting && state != .live ? "no turn" : attendee.state.rawValue
    }

    /// Who said an utterance, as in texts: the attendee's name, or in brackets the side of the call.
    package func speakerLabel(of utterance: Utterance) -> String {
        utterance.interjection?.label ?? name(of: utterance.attendee)
    }
}

/// An attendee's part in a meeting.
public struct MeetingAttendee: Identifiable, Hashable, Sendable, Codable {
    /// Whether the attendee has spoken.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// Had a turn, or has one now.
        case spoke
        /// Was marked absent before half of their first slot was used.
        case absent
        /// Has not had a turn, or only one that was skipped at once.
        case waiting
    }

    /// The time from which on an attendee with this slot has had a turn; less is a turn that was skipped.
    package static func leastSpeech(inSlot slot: Duration) -> Duration { min(.seconds(1), slot / 2) }

    /// The attendee's id in the standup.
    public let id: Attendee.ID
    /// The name at the start of the meeting.
    public let name: String
    /// The time given to the attendee, including shared time and extensions.
    public var slot: Duration
    /// The total length of the attendee's turns, including overtime.
    public var used: Duration
    /// The part of `used` past the slot.
    public var overtime: Duration
    /// Whether the attendee has spoken.
    public var state: State
    /// Whether the attendee joined by call.
    public let isRemote: Bool

    /// Creates an attendee's part; by default one who has not spoken yet.
    public init(
        id: Attendee.ID,
        name: String,
        slot: Duration,
        used: Duration = .zero,
        overtime: Duration = .zero,
        state: State = .waiting,
        isRemote: Bool = false
    ) {
        self.id = id
        self.name = name
        self.slot = slot
        self.used = used
        self.overtime = overtime
        self.state = state
        self.isRemote = isRemote
    }

    /// Whether nothing is known of them: they were given no time, used none, and were not marked absent.
    package var isUnknown: Bool { state == .waiting && slot == .zero && used == .zero }
}

/// A segment of meeting time in which one attendee speaks.
public struct Turn: Hashable, Sendable, Codable {
    /// The attendee whose turn it is.
    public let attendee: Attendee.ID
    /// The start, in meeting time.
    public let start: Duration
    /// The end, in meeting time; nil while the turn is open.
    public var end: Duration?

    /// Creates a turn; it is open unless `end` is given.
    public init(attendee: Attendee.ID, start: Duration, end: Duration? = nil) {
        self.attendee = attendee
        self.start = start
        self.end = end
    }
}

/// A segment of real time in which the countdown and the recording were stopped.
public struct Pause: Hashable, Sendable, Codable {
    /// Why the countdown was stopped.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The user paused; nothing was recorded.
        case user
        /// The machine was suspended.
        case suspend
        /// A question was open.
        case question
        /// The program died; the meeting was resumed later.
        case interruption
    }

    /// The meeting time of the pause.
    public let at: Duration
    /// The length in real time; nil while the pause is open.
    public var duration: Duration?
    /// The reason for the pause.
    public let reason: Reason

    /// Creates a pause; it is open unless `duration` is given.
    public init(at: Duration, duration: Duration? = nil, reason: Reason) {
        self.at = at
        self.duration = duration
        self.reason = reason
    }
}

/// A segment of the recording with silence in place of missing sound.
public struct Gap: Hashable, Sendable, Codable {
    /// Why the sound is missing.
    public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
        /// The device was lost.
        case device
        /// The machine could not keep up and frames were lost.
        case overload
        /// The program died before it had written the frames.
        case interruption
        /// The call's source carried a recording that standup played, which was left out.
        case ownPlayback
    }

    /// The start, in meeting time.
    public let start: Duration
    /// The end, in meeting time.
    public var end: Duration
    /// The reason for the gap.
    public let reason: Reason
    /// The channel in which sound is missing.
    public let channel: AudioChannel

    /// Creates a gap from `start` to `end`.
    public init(start: Duration, end: Duration, reason: Reason, channel: AudioChannel = .room) {
        self.start = start
        self.end = end
        self.reason = reason
        self.channel = channel
    }
}

/// The recording of a meeting; frame n of each channel is at n / `sampleRate` seconds of meeting time.
public struct Recording: Hashable, Sendable, Codable {
    /// The file's name in the folder of recordings.
    public let fileName: String
    /// The sample rate, in Hz.
    public let sampleRate: Int
    /// The number of written frames.
    public var frames: Int64
    /// The number of channels: 1 for the room, 2 for the room and the call.
    public let channels: Int

    /// Creates a recording; by default of one channel.
    public init(fileName: String, sampleRate: Int, frames: Int64 = 0, channels: Int = 1) {
        self.fileName = fileName
        self.sampleRate = sampleRate
        self.frames = frames
        self.channels = channels
    }

    /// The length of the recording.
    public var duration: Duration {
        .nanoseconds(
            frames / Int64(sampleRate) * 1_000_000_000 + frames % Int64(sampleRate) * 1_000_000_000 / Int64(sampleRate)
        )
    }
}

/// An utterance of one attendee, with its words.
public struct Utterance: Hashable, Sendable, Codable {
    /// The attendee whose turn it was, or who was recognized by voice.
    public package(set) var attendee: Attendee.ID
    /// The start, in meeting time.
    public package(set) var start: Duration
    /// The end, in meeting time.
    public package(set) var end: Duration
    /// The words as one line.
    public package(set) var text: String
    /// The name of its recognizer, such as `pocketsphinx`.
    public package(set) var recognizer: String
    /// The words, in order.
    public package(set) var words: [Word]
    /// The channel on which it was heard; nil if the recording has only one.
    public package(set) var channel: AudioChannel?
    /// Whether it came from the other side of a call during the attendee's turn, so that it is not theirs.
    public package(set) var isInterjection: Bool
    /// Whether the attendee, whose turn it was not, was recognized by voice.
    public package(set) var isByVoice: Bool

    /// Creates an utterance; by default of a recording with one channel.
    public init(
        attendee: Attendee.ID,
        start: Duration,
        end: Duration,
        text: String,
        recognizer: String,
        words: [Word],
        channel: AudioChannel? = nil,
        isInterjection: Bool = false,
        isByVoice: Bool = false
    ) {
        self.attendee = attendee
        self.start = start
        self.end = end
        self.text = text
        self.recognizer = recognizer
        self.words = words
        self.channel = channel
        self.isInterjection = isInterjection
        self.isByVoice = isByVoice
    }
}

extension Utterance {
    /// Who spoke.
    public enum Speaker: Hashable, Sendable {
        /// The attendee whose turn it was.
        case attendee(Attendee.ID)
        /// Somebody on the other side of the call.
        case side(AudioChannel)
    }

    /// Who said it.
    public var speaker: Speaker { interjection.map(Speaker.side) ?? .attendee(attendee) }

    /// Whether it and another one have the same speaker, who is known in the same way.
    package func isSpokenLike(_ other: Utterance) -> Bool { speaker == other.speaker && isByVoice == other.isByVoice }

    /// The side of the call that it came from if it is an interjection; otherwise nil.
    public var interjection: AudioChannel? { isInterjection ? channel : nil }

    /// Decodes an utterance; one without a channel and marks is of the turn's attendee, from a single channel.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            attendee: try values.decode(Attendee.ID.self, forKey: .attendee),
            start: try values.decode(Duration.self, forKey: .start),
            end: try values.decode(Duration.self, forKey: .end),
            text: try values.decode(String.self, forKey: .text),
            recognizer: try values.decode(String.self, forKey: .recognizer),
            words: try values.decode([Word].self, forKey: .words),
            channel: try values.decodeIfPresent(AudioChannel.self, forKey: .channel),
            isInterjection: try values.decodeIfPresent(Bool.self, forKey: .isInterjection) ?? false,
            isByVoice: try values.decodeIfPresent(Bool.self, forKey: .isByVoice) ?? false)
    }
}

/// One recognized word.
public struct Word: Hashable, Sendable, Codable {
    /// The word as displayed.
    public let text: String
    /// The start, in meeting time.
    public let start: Duration
    /// The end, in meeting time.
    public let end: Duration
    /// The recognizer's confidence, 0 to 1.
    public let confidence: Double
    /// The recognizer's text if a name, a term or a number in digits replaced it; otherwise nil.
    ///
    /// If several words replaced others, the first has the whole original text and the rest have "".
    public let heard: String?

    /// Creates a word.
    public init(text: String, start: Duration, end: Duration, confidence: Double, heard: String? = nil) {
        self.text = text
        self.start = start
        self.end = end
        self.confidence = confidence
        self.heard = heard
    }
}
