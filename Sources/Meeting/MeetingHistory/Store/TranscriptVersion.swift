package import MeetingModel

/// One of the transcripts of a meeting.
package struct TranscriptVersion: Identifiable, Hashable, Sendable {
    package enum Origin: Hashable, Sendable {
        /// The meeting's own recognizer wrote it, during the meeting or after an interruption.
        case live
        /// The user corrected the transcript with this number.
        case correction(of: Int)
        /// The recording was transcribed again, by the recognizer with this name.
        case recognizer(String)
    }

    /// The number in its meeting, starting at 1 for the live transcript; never reused.
    package let number: Int
    /// When it was created; for the live transcript, the meeting's start.
    package let createdAt: Timestamp
    package let origin: Origin
    /// Whether it is current, that is, `Meeting.transcript`.
    package let isCurrent: Bool

    package var id: Int { number }

    package init(number: Int, createdAt: Timestamp, origin: Origin, isCurrent: Bool) {
        self.number = number
        self.createdAt = createdAt
        self.origin = origin
        self.isCurrent = isCurrent
    }
}

package struct NumberedUtterance: Identifiable, Hashable, Sendable {
    /// A number that is unique in the transcript.
    ///
    /// The utterance has the same number in corrected copies of the transcript.
    package let id: Int64
    package let utterance: Utterance

    package init(id: Int64, utterance: Utterance) {
        self.id = id
        self.utterance = utterance
    }
}

package struct UtteranceCorrection: Hashable, Sendable, Codable {
    /// The utterance's number in the corrected transcript.
    package var utterance: NumberedUtterance.ID
    /// The new text; nil keeps the text, a blank text removes the utterance.
    package var text: String?
    /// The new speaker; nil keeps the speaker.
    package var attendee: Attendee.ID?
    /// Whether it came from the other side of the call, without a new speaker; false keeps the speaker.
    package var isInterjection: Bool

    package init(
        utterance: NumberedUtterance.ID, text: String? = nil, attendee: Attendee.ID? = nil, isInterjection: Bool = false
    ) {
        self.utterance = utterance
        self.text = text
        self.attendee = attendee
        self.isInterjection = isInterjection
    }

    /// The corrected utterance; nil if it is removed.
    func applied(to utterance: Utterance) -> Utterance? {
        utterance.corrected(text: text, attendee: attendee, isInterjection: isInterjection)
    }
}

extension [NumberedUtterance] {
    /// The utterances with corrections applied in order.
    package func corrected(by corrections: [UtteranceCorrection]) -> [NumberedUtterance] {
        let byUtterance = Dictionary(grouping: corrections, by: \.utterance)
        return compactMap { kept in
            var utterance: Utterance? = kept.utterance
            for correction in byUtterance[kept.id] ?? [] { utterance = utterance.flatMap(correction.applied) }
            return utterance.map { NumberedUtterance(id: kept.id, utterance: $0) }
        }
    }
}
