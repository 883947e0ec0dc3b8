package import SpeechRecognition

extension SpeechPrompt {
    /// What Whisper is told of names and terms: a plain list, the names last.
    package init(_ vocabulary: [Vocabulary.Spoken]) {
        self.init(
            names: vocabulary.filter(\.isName).map(\.spelling),
            vocabulary: vocabulary.filter { !$0.isName }.map(\.spelling))
    }
}
