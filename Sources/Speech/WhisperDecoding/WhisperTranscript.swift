package import SpeechRecognition

/// Turns Whisper's tokens into words.
package enum WhisperTranscript {
    /// The words said in a sound of so many samples, with their punctuation.
    package static func words(
        of tokens: [WhisperToken], spoken: SpokenStretches, samples: Int
    ) -> [RecognizedWord] {
        guard !spoken.isEmpty, spoken.isSure || tokens.areProbableWhereUnsure else { return [] }
        let decoded = withoutAnnotations(WhisperWord.words(of: tokens)).filter(\.isSaid)
        var words: [RecognizedWord] = []
        var last = 0
        for word in Repetitions.removed(from: decoded, text: \.text) {
            let end = min(max(word.end ?? last, last), samples)
            // A word does not begin in the pause before it.
            let start = min(max(last, spoken.onset(before: end) ?? last), end)
            words.append(RecognizedWord(text: word.text, start: start, end: end, confidence: word.confidence))
            last = end
        }
        return words
    }

    /// The marks around the name of a sound: `[Music]`, `(laughs)`, `*sighs*`, `♪ la la ♪`.
    private static let marks: [Character: Character] = ["[": "]", "(": ")", "*": "*", "♪": "♪"]
    /// The longest name of a sound, in words; a longer text between such marks was said.
    private static let longestAnnotation = 8

    /// The words without annotations, which name a sound.
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
