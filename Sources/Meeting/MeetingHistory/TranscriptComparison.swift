package import MeetingModel

/// What differs between two transcripts of a meeting, turn by turn.
package struct TranscriptComparison: Hashable, Sendable {
    /// What one attendee said in one turn, in both transcripts.
    package struct Section: Hashable, Sendable {
        /// Whose words they are.
        package let attendee: Attendee.ID
        /// Where the first of them starts.
        package let start: Duration
        /// The words.
        package let words: WordAlignment
        /// How many words the first transcript has here.
        package let count: Int
    }

    /// The turns in which anybody was heard, in order.
    package let sections: [Section]

    /// How many words the first transcript has.
    package var count: Int { sections.reduce(0) { $0 + $1.count } }

    /// How many words differ, as in a word error rate.
    package var errors: Int { sections.reduce(0) { $0 + $1.words.errors } }

    /// Compares two transcripts of a meeting with these turns.
    package init(from old: [Utterance], to new: [Utterance], turns: [Turn]) {
        let (old, new) = (Pieces(old, turns: turns), Pieces(new, turns: turns))
        let keys = Set(old.byKey.keys).union(new.byKey.keys)
        let sections = keys.map { key in
            Section(from: old.byKey[key] ?? [], to: new.byKey[key] ?? [], attendee: key.attendee)
        }
        self.sections = sections.sorted { ($0.start, $0.attendee.rawValue) < ($1.start, $1.attendee.rawValue) }
    }

    /// The utterances of one transcript by turn and attendee; a hand may have moved one to another than whose turn it was.
    private struct Pieces {
        struct Key: Hashable {
            let turn: Int
            let attendee: Attendee.ID
            /// Which tenth of an hour it is: nobody compares the words of a whole day at once.
            let part: Int64
        }

        let byKey: [Key: [Utterance]]

        init(_ utterances: [Utterance], turns: [Turn]) {
            byKey = Dictionary(grouping: utterances) { utterance in
                let middle = utterance.start + (utterance.end - utterance.start) / 2
                return Key(
                    turn: turns.lastIndex { $0.start <= middle } ?? 0,
                    attendee: utterance.attendee,
                    part: middle.components.seconds / 360
                )
            }
        }
    }
}

extension TranscriptComparison.Section {
    fileprivate init(from old: [Utterance], to new: [Utterance], attendee: Attendee.ID) {
        self.attendee = attendee
        let words = { (utterances: [Utterance]) in
            utterances.flatMap { $0.text.split(whereSeparator: \.isWhitespace).map(String.init) }
        }
        let before = words(old)
        start = (old + new).map(\.start).min() ?? .zero
        self.words = WordAlignment(from: before, to: words(new))
        count = before.count
    }
}
