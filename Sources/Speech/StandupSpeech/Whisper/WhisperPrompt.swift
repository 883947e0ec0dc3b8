extension SpeechPrompt {
    package init(_ vocabulary: [Vocabulary.PronouncedTerm]) {
        self.init(
            names: vocabulary.filter(\.isName).map(\.spelling),
            vocabulary: vocabulary.filter { !$0.isName }.map(\.spelling))
    }
}
