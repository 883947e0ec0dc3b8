package import MeetingModel

/// The differences between two transcripts of a meeting, turn by turn.
package struct TranscriptComparison: Hashable, Sendable {
    /// What one attendee, or one side of a call, said in one turn, in both transcripts.
    package struct Section: Hashable, Sendable {
        /// The attendee whose words they are, or whose turn it was.
        package let attendee: Attendee.ID
        /// The side of the call that the words came from if they are interjections; otherwise nil.
        package let interjection: AudioChannel?
        /// Who said the words in the first transcript if that is somebody else; otherwise nil.
        package let previousSpeaker: Utterance.Speaker?
        /// The start of the first word.
        package let start: Duration
        package let words: WordAlignment
        /// The number of words in the first transcript.
        package let count: Int

        /// Who said the words in the second transcript.
        package var speaker: Utterance.Speaker { interjection.map(Utterance.Speaker.side) ?? .attendee(attendee) }

        /// Who said the words in the first transcript.
        package var countedSpeaker: Utterance.Speaker { previousSpeaker ?? speaker }
    }

    /// The turns with words, in order.
    package let sections: [Section]

    /// The number of words in the first transcript.
    package var count: Int { sections.reduce(0) { $0 + $1.count } }

    /// The number of words that differ, as in a word error rate; other speakers do not count.
    package var errors: Int { sections.reduce(0) { $0 + $1.words.errors } }

    /// The number of words in the first transcript that have another speaker in the second.
    package var moved: Int { sections.reduce(0) { $0 + ($1.previousSpeaker == nil ? 0 : $1.count) } }

    /// Utterances of the same time are compared with each other even if their speakers differ.
    package init(from old: [Utterance], to new: [Utterance], turns: [Turn]) {
        let spans = Span.unique(old).mapValues(\.speaker)
        let moved = Span.unique(new).filter { span, utterance in
            spans[span].map { $0 != utterance.speaker } ?? false
        }
        let (old, new) = (Pieces(old, moved, turns: turns), Pieces(new, moved, from: spans, turns: turns))
        let keys = Set(old.byKey.keys).union(new.byKey.keys)
        let sections = keys.map { key in
            Section(from: old.byKey[key] ?? [], to: new.byKey[key] ?? [], key)
        }
        self.sections = sections.sorted { ($0.start, $0.order) < ($1.start, $1.order) }
    }

    /// The time and channel of an utterance, which a correction keeps.
    fileprivate struct Span: Hashable {
        let start: Duration
        let end: Duration
        let channel: AudioChannel?

        init(_ utterance: Utterance) {
            start = utterance.start
            end = utterance.end
            channel = utterance.channel
        }

        /// The utterances that share their time with no other.
        static func unique(_ utterances: [Utterance]) -> [Span: Utterance] {
            Dictionary(grouping: utterances, by: Span.init).compactMapValues { $0.count == 1 ? $0[0] : nil }
        }
    }

    /// The utterances of one transcript by turn and attendee; a corrected speaker may not have had the turn.
    fileprivate struct Pieces {
        struct Key: Hashable {
            let turn: Int
            let attendee: Attendee.ID
            let interjection: AudioChannel?
            /// The speaker in the first transcript, if it differs.
            let previousSpeaker: Utterance.Speaker?
            /// The index of a six-minute part, because the number of words aligned at once is limited.
            let part: Int64
        }

        let byKey: [Key: [Utterance]]

        /// The utterances of the first transcript; `moved` have another speaker in the second.
        init(_ old: [Utterance], _ moved: [Span: Utterance], turns: [Turn]) {
            byKey = Dictionary(grouping: old) { utterance in
                let other = moved[Span(utterance)].flatMap { $0.speaker == utterance.speaker ? nil : $0 }
                return Key(other ?? utterance, before: other == nil ? nil : utterance.speaker, turns)
            }
        }

        /// The utterances of the second transcript; `moved` had the speakers of `before` in the first.
        init(
            _ new: [Utterance], _ moved: [Span: Utterance], from before: [Span: Utterance.Speaker], turns: [Turn]
        ) {
            byKey = Dictionary(grouping: new) { utterance in
                let span = Span(utterance)
                return Key(utterance, before: moved[span] == utterance ? before[span] : nil, turns)
            }
        }
    }
}

extension TranscriptComparison.Pieces.Key {
    fileprivate init(_ utterance: Utterance, before: Utterance.Speaker?, _ turns: [Turn]) {
        let middle = utterance.start + (utterance.end - utterance.start) / 2
        turn = turns.lastIndex(startedBy: middle) ?? 0
        attendee = utterance.attendee
        interjection = utterance.interjection
        previousSpeaker = before
        part = middle.components.seconds / 360
    }
}

extension TranscriptComparison.Section {
    /// The order of sections with the same start.
    fileprivate var order: String { attendee.rawValue + " " + (interjection?.rawValue ?? "") }

    fileprivate init(from old: [Utterance], to new: [Utterance], _ key: TranscriptComparison.Pieces.Key) {
        attendee = key.attendee
        interjection = key.interjection
        previousSpeaker = key.previousSpeaker
        let words = { (utterances: [Utterance]) in
            utterances.flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
        }
        let before = words(old)
        start = (old + new).map(\.start).min() ?? .zero
        self.words = WordAlignment(from: before, to: words(new))
        count = before.count
    }
}
