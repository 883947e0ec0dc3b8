extension Vocabulary {
    /// A name or term with pronunciations, for recognizers.
    package struct PronouncedTerm: Hashable, Sendable {
        /// A lower-case word and its pronunciations: CMU phones, separated by spaces.
        package struct Word: Hashable, Sendable {
            package let text: String
            package let pronunciations: [String]

            package init(text: String, pronunciations: [String]) {
                self.text = text
                self.pronunciations = pronunciations
            }
        }

        let spelling: String
        /// The words, in order; empty if a pronunciation is unknown, as in languages other than English.
        package let words: [Word]
        /// Whether it is part of a person's name.
        package let isName: Bool

        package init(spelling: String, words: [Word], isName: Bool) {
            self.spelling = spelling
            self.words = words
            self.isName = isName
        }
    }

    /// The names and terms without plurals and genitives, terms first.
    var pronouncedTerms: [PronouncedTerm] {
        entries.filter { !$0.isDerived }
            .map { entry in
                let spelling = entry.words.joined(separator: " ")
                guard case .english = matching else {
                    return PronouncedTerm(spelling: spelling, words: [], isName: entry.isName)
                }
                let sounds = entry.parts.isEmpty ? [entry.sounds] : entry.parts
                let words = zip(entry.letters, sounds)
                    .map { text, sounds in
                        PronouncedTerm.Word(
                            text: text,
                            pronunciations: sounds.map { sound in
                                sound.map { Phone.allCases[$0].rawValue }.joined(separator: " ")
                            })
                    }
                let isKnown = words.allSatisfy { !$0.text.isEmpty && !$0.pronunciations.isEmpty }
                return PronouncedTerm(spelling: spelling, words: isKnown ? words : [], isName: entry.isName)
            }
    }
}
