import Assets
import Localization
import MeetingHistory
import MeetingModel

// Which values the settings take.

extension Configuration.Key {
    /// What is wrong with a value of the setting, which is called `name` where it stands; nil if nothing is.
    ///
    /// Devices, folders, files and people are looked for when they are needed.
    func problem(with value: String, named name: String) -> String? {
        guard let accepted = accepted(insteadOf: value) else { return nil }
        return "\(name) must be \(accepted), not \(DisplayText(quoting: value))"
    }

    /// What the setting takes, in words; nil if it takes the value.
    private func accepted(insteadOf value: String) -> String? {
        switch self {
        case .language:
            SpokenLanguage.tag(value) == nil ? "the tag of a language, such as en, en-GB or de" : nil
        case .interfaceLanguage: Self.interfaceLanguages(insteadOf: value)
        case .keepAudioDays: AudioRetention(configured: value) == nil ? "1 to 36500" : nil
        case .recognizer:
            RecognizerChoice.isName(value)
                ? nil
                : "whisper, whisper:MODEL, pocketsphinx, none or the address of a speech server, "
                    + "such as http://localhost:8080/v1"
        case .partials: ["yes", "no"].contains(value) ? nil : "yes or no"
        case .data, .input, .output, .recognizerModel, .apiKeyFile, .allowPlainHTTP, .me: nil
        }
    }

    /// The languages that the application has texts in, such as `de, en or ko`; nil if the value is one of them.
    private static func interfaceLanguages(insteadOf value: String) -> String? {
        // A program without its texts says so when it needs them.
        guard let path = try? AssetFolder.locate("Catalogues"), let folder = try? CatalogueFolder(path: path) else {
            return nil
        }
        let wanted = LanguageTag(value)?.fallbacks ?? []
        guard !wanted.contains(where: folder.languages.contains) else { return nil }
        let names = folder.languages.map(\.description)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}

extension AudioRetention {
    /// So many days as they are configured; nil if that is no number of days.
    init?(configured text: String) {
        guard let days = Int(text) else { return nil }
        self.init(days: days)
    }
}
