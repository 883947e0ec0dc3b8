extension SpeechModel {
    /// The model as settings for the recognizer's process.
    package var settings: [String: String] {
        [
            "language": language, "acoustic-model": acousticModel, "language-model": languageModel,
            "dictionary": dictionary,
        ]
    }

    /// Reads the model from settings; nil if one is missing.
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
