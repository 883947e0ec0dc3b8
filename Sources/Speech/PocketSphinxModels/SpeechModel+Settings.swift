extension SpeechModel {
    /// The model as the process of a recogniser is told of it.
    package var settings: [String: String] {
        [
            "language": language, "acoustic-model": acousticModel, "language-model": languageModel,
            "dictionary": dictionary,
        ]
    }

    /// The model that settings name; nil if they do not.
    package init?(settings: [String: String]) {
        guard let language = settings["language"], let acousticModel = settings["acoustic-model"],
            let languageModel = settings["language-model"], let dictionary = settings["dictionary"]
        else { return nil }
        self.language = language
        self.acousticModel = acousticModel
        self.languageModel = languageModel
        self.dictionary = dictionary
    }
}
