/// Converts Whisper's tokens to words.
package enum WhisperTranscript {
    /// The words of a sound, with punctuation.
    package static func words(
        of tokens: [WhisperToken], spoken: SpokenSegments, samples: Int
    ) -> [RecognizedWord] {
        guard !spoken.isEmpty, spoken.isSure || tokens.areProbableIfUnsure else { return [] }
        let decoded = withoutAnnotations(WhisperWord.words(of: tokens)).filter(\.isSaid)
        var words: [RecognizedWord] = []
        var last = 0
        for word in Repetitions.removed(from: decoded, text: \.text) {
            let end = min(max(word.end ?? last, last), samples)
            // A word does not start in the pause before it.
            let start = min(max(last, spoken.onset(before: end) ?? last), end)
            words.append(RecognizedWord(text: word.text, start: start, end: end, confidence: word.confidence))
            last = end
        }
        words.removeThanks(after: spoken.ranges.last?.upperBound ?? 0)
        words.removeQuotes()
        return words
    }

    /// The brackets around sound annotations: `[Music]`, `(laughs)`, `*sighs*`, `♪ la la ♪`.
    private static let marks: [Character: Character] = ["[": "]", "(": ")", "*": "*", "♪": "♪"]
    /// The maximum words of an annotation; longer bracketed text is speech.
    private static let longestAnnotation = 8

    static func withoutAnnotations(_ words: [WhisperWord]) -> [WhisperWord] {
        var kept: [WhisperWord] = []
        var rest = words[...]
        while let word = rest.first {
            let length = word.text.first.flatMap { marks[$0] }.flatMap { lengthOfAnnotation(in: rest, until: $0) } ?? 0
            if length == 0 { kept.append(word) }
            rest = rest.dropFirst(max(length, 1))
        }
        return kept
    }

    private static func lengthOfAnnotation(in words: ArraySlice<WhisperWord>, until mark: Character) -> Int? {
        for (index, word) in words.prefix(longestAnnotation).enumerated() {
            if word.text.dropFirst(index == 0 ? 1 : 0).contains(mark) { return index + 1 }
        }
        return nil
    }
}
