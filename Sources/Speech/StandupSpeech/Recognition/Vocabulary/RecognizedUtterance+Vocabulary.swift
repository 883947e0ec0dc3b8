extension RecognizedUtterance {
    /// The utterance with words replaced by similar-sounding names and terms of a vocabulary, and numbers in digits if
    /// the vocabulary writes them so.
    ///
    /// Times are kept: a term that replaces several words spans all of them, and the words of a longer term share the
    /// time equally. The original text is kept in `heard`.
    package func corrected(by vocabulary: Vocabulary) -> RecognizedUtterance {
        let corrected = replacing(
            vocabulary.replacements(
                in: words.map { Vocabulary.UncorrectedWord(text: $0.text, confidence: $0.confidence) })
        ) { $0.reduce(0, +) / Double($0.count) }
        guard let numbers = vocabulary.numbers else { return corrected }
        return corrected.replacing(numbers.replacements(in: corrected.words.map(\.text))) { $0.min() ?? 0 }
    }

    private func replacing(
        _ replacements: [Vocabulary.Replacement], confidence: ([Double]) -> Double
    ) -> RecognizedUtterance {
        guard !replacements.isEmpty else { return self }
        var corrected: [Word] = []
        var next = 0
        for replacement in replacements {
            corrected += words[next..<replacement.range.lowerBound]
            corrected += Self.words(replacement.words, insteadOf: words[replacement.range], confidence: confidence)
            next = replacement.range.upperBound
        }
        var utterance = self
        utterance.words = corrected + words[next...]
        return utterance
    }

    private static func words(
        _ texts: [String], insteadOf replaced: ArraySlice<Word>, confidence: ([Double]) -> Double
    ) -> [Word] {
        guard texts.count != replaced.count else {
            return zip(texts, replaced).map { text, word in
                guard text != word.text else { return word }
                var word = word
                word.heard = word.heard ?? word.text
                word.text = text
                return word
            }
        }
        let start = replaced.first?.start ?? 0
        let length = max((replaced.last?.end ?? start) - start, 0)
        let heard = replaced.map { $0.heard ?? $0.text }.filter { !$0.isEmpty }.joined(separator: " ")
        let confidence = confidence(replaced.map(\.confidence))
        return texts.enumerated()
            .map { position, text in
                Word(
                    text: text,
                    start: start + length * Int64(position) / Int64(texts.count),
                    end: start + length * Int64(position + 1) / Int64(texts.count),
                    confidence: confidence,
                    heard: position == 0 ? heard : "")
            }
    }
}
