public import StandupSpeech

/// What a `SpeechRecognizer` promises, as a suite for any implementation.
///
///     @Test func `my recognizer keeps its promises`() {
///         #expect(SpeechRecognizerConformance.check { MyRecognizer() } == [])
///     }
public enum SpeechRecognizerConformance {
    enum Promise: String, CaseIterable {
        case name = "The name stored with its utterances, such as `pocketsphinx`."
        case beginning = "Begins an utterance."
        case hearing = "Adds samples, and returns the partial text of the utterance."
        case times = "Ends the utterance and returns its words, with times from its first sample."
        case order = "The words are in the order of their starts, and none ends after the last sample."
        case text = "The text as displayed."
        case confidence = "The confidence, 0 to 1."
        case lateness =
            "Whether the transcript is late, so that a recognizer with a lowered priority should raise it."
        case learning =
            """
            The learned state of the microphone (the cepstral mean), for the next recognizer; nil if it learns \
            nothing.
            """
        case substitution = "Returns and clears the fallback since the last call; nil if there was none."
    }

    /// A second and a half of noise without speech: mono, 16 bit, 16 kHz.
    public static let noise = (0..<24_000)
        .map { Int16(truncatingIfNeeded: ($0 % 1600 &* 7919 &+ $0 / 1600 &* 104_729) % 2000) }

    /// Checks a recognizer: its words and their times in long, short and empty utterances. [the calling thread]
    ///
    /// It takes as long as the recognizer needs for six utterances, so call it where a thread may wait.
    ///
    /// - Parameters:
    ///   - utterance: The sound of a whole utterance: mono, 16 bit, 16 kHz, at least a second. A recognizer that finds no
    ///     words in noise needs speech, or its words are not checked.
    ///   - make: Makes a recognizer that has heard nothing.
    /// - Returns: The broken promises; none if the recognizer keeps them all.
    /// - Throws: What `make` throws.
    public static func check(
        hearing utterance: [Int16] = noise, _ make: () throws -> any SpeechRecognizer
    ) rethrows -> [BrokenPromise] {
        precondition(utterance.count >= 16_000, "an utterance for this suite lasts at least a second")
        var log = PromiseLog<Promise>()
        let recognizer = try make()
        log.check(.name) { try expect(!recognizer.name.isEmpty, "an empty name") }
        for length in [0, utterance.count, 0, utterance.count / 3] {
            let words = hear(utterance.prefix(length), by: recognizer, &log)
            checkTimes(of: words, inUtteranceOf: length, &log)
            log.check(.text) {
                try expect(words.allSatisfy { !$0.text.isEmpty }, "a word without text")
            }
            log.check(.confidence) {
                let worst = words.first { !(0...1).contains($0.confidence) }
                try expect(worst == nil, "the confidence \(worst?.confidence ?? 0)")
            }
        }
        checkState(of: try make(), utterance, &log)
        return log.broken
    }

    private static func checkTimes(
        of words: [RecognizedWord], inUtteranceOf length: Int, _ log: inout PromiseLog<Promise>
    ) {
        log.check(.times) {
            for word in words {
                try expect(word.start >= 0 && word.end >= word.start, "a word from \(word.start) to \(word.end)")
            }
        }
        log.check(.order) {
            for (word, next) in zip(words, words.dropFirst()) {
                try expect(next.start >= word.start, "a word that starts at \(next.start) after one at \(word.start)")
            }
            for word in words {
                try expect(word.end <= length, "a word that ends at \(word.end) in \(length) samples")
            }
        }
    }

    private static func checkState(
        of recognizer: any SpeechRecognizer, _ utterance: [Int16], _ log: inout PromiseLog<Promise>
    ) {
        log.check(.lateness) {
            for isBehind in [true, false] {
                recognizer.isBehind = isBehind
                try recognizer.begin()
                _ = try hear(utterance[...], by: recognizer)
                _ = try recognizer.end()
            }
        }
        log.check(.substitution) {
            _ = recognizer.takeSubstitution()
            let second = recognizer.takeSubstitution()
            try expect(second == nil, "the fallback is reported twice")
        }
        log.check(.learning) {
            let state = recognizer.learnedState ?? []
            try expect(state.allSatisfy(\.isFinite), "the state \(state)")
        }
    }

    /// Has a recognizer hear an utterance, in the steps of a tenth of a second in which a meeting delivers it.
    private static func hear(
        _ samples: ArraySlice<Int16>, by recognizer: any SpeechRecognizer, _ log: inout PromiseLog<Promise>
    ) -> [RecognizedWord] {
        log.check(.beginning) { try recognizer.begin() }
        log.check(.hearing) { try hear(samples, by: recognizer) }
        var words: [RecognizedWord] = []
        log.check(.times) { words = try recognizer.end() }
        return words
    }

    private static func hear(
        _ samples: ArraySlice<Int16>, by recognizer: any SpeechRecognizer
    ) throws(RecognizerError) {
        for start in stride(from: samples.startIndex, to: samples.endIndex, by: 1600) {
            let step = samples[start..<min(start + 1600, samples.endIndex)]
            _ = try step.withUnsafeBufferPointer { step throws(RecognizerError) in try recognizer.hear(step) }
        }
    }
}
