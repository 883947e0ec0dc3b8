package import MeetingModel

/// The differences between two transcripts of a meeting, turn by turn.
package struct TranscriptComparison: Hashable, Sendable {
    /// What one attendee, or one side of a call, said in one turn, in both transcripts.
    package struct Section: Hashable, Sendable {
        /// The attendee whose words they are, or whose turn it was.
        package let attendee: Attendee.ID
        /// The side of the call that the words came from if they are interjections; otherwise nil.
        package let interjection: AudioChannel?
        /// The start of the first word.
        package let start: Duration
        /// The words.
        package let words: WordAlignment
        /// The number of words in the first transcript.
        package let count: Int
    }

    /// The turns with words, in order.
    package let sections: [Section]

    /// The number of words in the first transcript.
    package var count: Int { sections.reduce(0) { $0 + $1.count } }

    /// The number of words that differ, as in a word error rate.
    package var errors: Int { sections.reduce(0) { $0 + $1.words.errors } }

    /// Compares two transcripts of a meeting with these turns.
    package init(from old: [Utterance], to new: [Utterance], turns: [Turn]) {
        let (old, new) = (Pieces(old, turns: turns), Pieces(new, turns: turns))
        let keys = Set(old.byKey.keys).union(new.byKey.keys)
        let sections = keys.map { key in
            Section(from: old.byKey[key] ?? [], to: new.byKey[key] ?? [], key)
        }
        self.sections = sections.sorted { ($0.start, $0.order) < ($1.start, $1.order) }
    }

    /// The utterances of one transcript by turn and attendee; a corrected speaker may not have had the turn.
    fileprivate struct Pieces {
        struct Key: Hashable {
            let turn: Int
            let attendee: Attendee.ID
            let interjection: AudioChannel?
            /// The index of a six-minute part, because the number of words aligned at once is limited.
            let part: Int64
        }

        let byKey: [Key: [Utterance]]

        init(_ utterances: [Utterance], turns: [Turn]) {
            byKey = Dictionary(grouping: utterances) { utterance in
                let middle = utterance.start + (utterance.end - utterance.start) / 2
                return Key(
                    turn: turns.lastIndex { $0.start <= middle } ?? 0,
                    attendee: utterance.attendee,
                    interjection: utterance.interjection,
                    part: middle.components.seconds / 360
                )
            }
        }
    }
}

extension TranscriptComparison.Section {
    /// The order of sections with the same start.
    fileprivate var order: String { attendee.rawValue + " " + (interjection?.rawValue ?? "") }

    fileprivate init(from old: [Utterance], to new: [Utterance], _ key: TranscriptComparison.Pieces.Key) {
        attendee = key.attendee
        interjection = key.interjection
        let words = { (utterances: [Utterance]) in
            utterances.flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
        }
        let before = words(old)
        start = (old + new).map(\.start).min() ?? .zero
        self.words = WordAlignment(from: before, to: words(new))
        count = before.count
    }
}
