/// A speech model that is installed or can be installed.
package struct ListedModel: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case installed
        /// The file is not a complete model.
        case damaged
        case available
    }

    /// The name, such as `base`.
    package var name: String
    /// The recognizer with this model, such as `whisper:base`.
    package var recognizer: String
    /// The display name, such as `Whisper base`.
    package var title: String
    /// The supported languages, as BCP 47 tags.
    package var languages: [String]
    /// The size in bytes; nil if it is unknown.
    package var size: Int?
    package var state: State
    /// Whether it can be installed, verified and removed here.
    var isManaged: Bool

    package init(
        name: String, recognizer: String, title: String, languages: [String], size: Int? = nil, state: State,
        isManaged: Bool = true
    ) {
        self.name = name
        self.recognizer = recognizer
        self.title = title
        self.languages = languages
        self.size = size
        self.state = state
        self.isManaged = isManaged
    }
}

/// The speech models of this machine and the recognizer that is chosen.
package struct SpeechModelShelf: Hashable, Sendable {
    package var models: [ListedModel]
    /// The recognizer of the following meetings; nil for the best that is installed.
    package var recognizer: String?
    /// Whether the configuration sets the recognizer, which then cannot be chosen here.
    var isConfigured: Bool
    /// The display name of the best installed recognizer; nil if there is none.
    var standard: String?

    package init(
        _ models: [ListedModel] = [], recognizer: String? = nil, isConfigured: Bool = false, standard: String? = nil
    ) {
        self.models = models
        self.recognizer = recognizer
        self.isConfigured = isConfigured
        self.standard = standard
    }
}
