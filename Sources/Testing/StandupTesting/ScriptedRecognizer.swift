public import StandupSpeech

/// A fake recognizer that returns one line of its script for each utterance, word by word.
public final class ScriptedRecognizer: SpeechRecognizer {
    private var script: ArraySlice<String>
    private let failsAtUtterance: Int?
    private var utterances = 0
    private var words: [String] = []
    private var heard = 0

    /// Creates a recognizer that returns the lines in order, and then nothing.
    ///
    /// With `failingAt` it fails in the middle of that utterance, counted from 0. `learned` is its learned state.
    public init(script: [String], failingAt utterance: Int? = nil, learning learned: [Float]? = nil) {
        self.script = script[...]
        self.failsAtUtterance = utterance
        self.learnedState = learned
    }

    /// A source of recognizers with the same script.
    public static func source(script: [String], failingAt utterance: Int? = nil) -> RecognizerSource {
        RecognizerSource(key: "scripted") { _ in ScriptedRecognizer(script: script, failingAt: utterance) }
    }

    /// The name `scripted`.
    public let name = "scripted"
    /// The learned state that it was created with; nil if it learns nothing.
    public let learnedState: [Float]?

    /// Takes the next line of the script.
    public func begin() {
        words = script.popFirst()?.split(separator: " ").map(String.init) ?? []
        heard = 0
        utterances += 1
    }

    /// Returns one more word for each 0.25 s of sound.
    public func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        heard += samples.count
        let text = words.prefix(heard / 4000).joined(separator: " ")
        if let failsAtUtterance, utterances > failsAtUtterance, heard >= 12_000 {
            throw .failed(name: name, reason: "the script says so")
        }
        return text
    }

    /// Returns the line's words, spread evenly over the utterance.
    public func end() -> [RecognizedWord] {
        guard !words.isEmpty else { return [] }
        let length = heard / words.count
        return words.enumerated()
            .map { index, word in
                RecognizedWord(text: word, start: index * length, end: (index + 1) * length, confidence: 1)
            }
    }
}
