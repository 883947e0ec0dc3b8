extension Vocabulary {
    /// A name or term as a recogniser of English can be taught it.
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

        /// Its words, in order.
        package let words: [Word]
        /// Whether it is part of somebody's name.
        package let isName: Bool

        /// A name or term.
        package init(words: [Word], isName: Bool) {
            self.words = words
            self.isName = isName
        }
    }

    /// The names and terms of which it is known how they are pronounced; none in other languages than English.
    package var spoken: [Spoken] {
        guard case .english = hearing else { return [] }
        return entries.filter { !$0.isDerived }
            .compactMap { entry in
                let sounds = entry.parts.isEmpty ? [entry.sounds] : entry.parts
                let words = zip(entry.letters, sounds)
                    .map { text, sounds in
                        Spoken.Word(
                            text: text,
                            pronunciations: sounds.map { sound in
                                sound.map { Phone.allCases[$0].rawValue }.joined(separator: " ")
                            })
                    }
                guard words.allSatisfy({ !$0.text.isEmpty && !$0.pronunciations.isEmpty }) else { return nil }
                return Spoken(words: words, isName: entry.isName)
            }
    }
}
