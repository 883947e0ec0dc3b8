extension Vocabulary {
    /// A name or term as a recogniser can be taught it.
    package struct Spoken: Hashable, Sendable {
        /// A word in lower case, and the ways in which it is pronounced: phones of the CMU dictionary, with spaces.
        package struct Word: Hashable, Sendable {
            package let text: String
            package let pronunciations: [String]

            /// A word.
            package init(text: String, pronunciations: [String]) {
                self.text = text
                self.pronunciations = pronunciations
            }
        }

        /// It as it is written.
        package let spelling: String
        /// Its words, in order; none where it is not known how one of them is pronounced, as in other languages than English.
        package let words: [Word]
        /// Whether it is part of somebody's name.
        package let isName: Bool

        /// A name or term.
        package init(spelling: String, words: [Word], isName: Bool) {
            self.spelling = spelling
            self.words = words
            self.isName = isName
        }
    }

    /// The names and terms, without plurals and genitives; the terms first.
    package var spoken: [Spoken] {
        entries.filter { !$0.isDerived }
            .map { entry in
                let spelling = entry.words.joined(separator: " ")
                guard case .english = hearing else {
                    return Spoken(spelling: spelling, words: [], isName: entry.isName)
                }
                let sounds = entry.parts.isEmpty ? [entry.sounds] : entry.parts
                let words = zip(entry.letters, sounds)
                    .map { text, sounds in
                        Spoken.Word(
                            text: text,
                            pronunciations: sounds.map { sound in
                                sound.map { Phone.allCases[$0].rawValue }.joined(separator: " ")
                            })
                    }
                let isKnown = words.allSatisfy { !$0.text.isEmpty && !$0.pronunciations.isEmpty }
                return Spoken(spelling: spelling, words: isKnown ? words : [], isName: entry.isName)
            }
    }
}
