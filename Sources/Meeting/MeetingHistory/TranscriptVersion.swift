public import MeetingModel

/// One of the transcripts of a meeting.
public struct TranscriptVersion: Identifiable, Hashable, Sendable {
    /// How a transcript came about.
    public enum Origin: Hashable, Sendable {
        /// The recogniser of the meeting wrote it, while the meeting ran or after it was interrupted.
        case live
        /// Somebody corrected another transcript of the meeting, which had this number.
        case correction(of: Int)
        /// The recording was transcribed again, by the recogniser of this name.
        case recognizer(String)
    }

    /// The number in its meeting: 1 for the one that was written live, then upwards; none is given twice.
    public let number: Int
    /// When it was made; for the live one, when the meeting started.
    public let createdAt: Timestamp
    /// How it came about.
    public let origin: Origin
    /// Whether it is the one that is shown: `Meeting.transcript`.
    public let isCurrent: Bool

    /// The number.
    public var id: Int { number }

    /// A transcript of a meeting.
    public init(number: Int, createdAt: Timestamp, origin: Origin, isCurrent: Bool) {
        self.number = number
        self.createdAt = createdAt
        self.origin = origin
        self.isCurrent = isCurrent
    }
}

/// An utterance as it is kept in a transcript, with a number by which it can be named.
public struct KeptUtterance: Identifiable, Hashable, Sendable {
    /// A number that no other utterance of the same transcript has.
    ///
    /// The utterance keeps it in a transcript that is made by correcting this one.
    public let id: Int64
    /// The utterance.
    public let utterance: Utterance

    /// An utterance with its number.
    public init(id: Int64, utterance: Utterance) {
        self.id = id
        self.utterance = utterance
    }
}

/// What somebody corrects in one utterance.
public struct UtteranceCorrection: Hashable, Sendable {
    /// The utterance, by its number in the transcript that is corrected.
    public var utterance: KeptUtterance.ID
    /// What was really said, nil to leave it; where it is blank, nothing was said, and the utterance goes.
    public var text: String?
    /// Whose it really was, nil to leave it.
    public var attendee: Attendee.ID?

    /// A correction.
    public init(utterance: KeptUtterance.ID, text: String? = nil, attendee: Attendee.ID? = nil) {
        self.utterance = utterance
        self.text = text
        self.attendee = attendee
    }

    /// The utterance as it should be, nil if it should not be.
    func applied(to utterance: Utterance) -> Utterance? {
        utterance.corrected(text: text, attendee: attendee)
    }
}

extension [KeptUtterance] {
    /// The utterances with their corrections made, those that stay in their order.
    ///
    /// Of two corrections of one utterance both are made, one after the other.
    public func corrected(by corrections: [UtteranceCorrection]) -> [KeptUtterance] {
        let byUtterance = Dictionary(grouping: corrections, by: \.utterance)
        return compactMap { kept in
            var utterance: Utterance? = kept.utterance
            for correction in byUtterance[kept.id] ?? [] { utterance = utterance.flatMap(correction.applied) }
            return utterance.map { KeptUtterance(id: kept.id, utterance: $0) }
        }
    }
}
