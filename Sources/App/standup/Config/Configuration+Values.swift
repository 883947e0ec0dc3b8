import Assets
import Localization
import MeetingHistory
import MeetingModel
import Minutes

// Validates the values of settings.

extension Configuration.ValueKey {
    /// Describes what is wrong with a value.
    ///
    /// Returns nil if the value is valid. `name` is what the source calls the setting. Devices, folders, files and
    /// people are not looked up here but when they are needed.
    func problem(with value: String, named name: String) -> String? {
        guard let accepted = accepted(insteadOf: value) else { return nil }
        return "\(name) must be \(accepted), not '\(DisplayText(quoting: value))'"
    }

    /// Describes the values that the setting accepts; nil if it accepts this one.
    private func accepted(insteadOf value: String) -> String? {
        switch self {
        case .language:
            SpokenLanguage.tag(value) == nil ? "a language tag such as en, en-GB or de" : nil
        case .interfaceLanguage: Self.interfaceLanguages(insteadOf: value)
        case .keepAudioDays: AudioRetention(configured: value) == nil ? "1 to 36500" : nil
        case .recognizer:
            RecognizerChoice.isName(value)
                ? nil
                : "whisper, whisper:MODEL, pocketsphinx, none or the address of a speech server, "
                    + "such as http://localhost:8080/v1"
        case .vocabulary:
            TermList.isName(value) ? nil : "software, none or the absolute path of a file, such as ~/terms.txt"
        case .background: ["auto", "light", "dark"].contains(value) ? nil : "auto, light or dark"
        case .minutes: ["off", "rules", "assistant"].contains(value) ? nil : "off, rules or assistant"
        case .assistant:
            RecognizerChoice.isServer(value) ? nil : "the address of an assistant, such as http://localhost:11434/v1"
        case .assistantContext:
            Int(value).map(AssistantServer.contexts.contains) ?? false
                ? nil : "\(AssistantServer.contexts.lowerBound) to \(AssistantServer.contexts.upperBound) tokens"
        case .numbers: ["written", "spoken"].contains(value) ? nil : "written or spoken"
        case .plain: ["yes", "no", "1", "0"].contains(value) ? nil : "yes or no"
        case .flash, .partials: ["yes", "no"].contains(value) ? nil : "yes or no"
        case .data, .input, .output, .call, .recognizerModel, .apiKeyFile, .allowPlainHTTP, .assistantModel,
            .assistantKeyFile, .me:
            nil
        }
    }

    /// Lists the languages of the application's texts, such as `de, en or ko`; nil if the value is one of them.
    private static func interfaceLanguages(insteadOf value: String) -> String? {
        // If the texts are missing, the program reports that when it needs them.
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
    /// Parses a number of days; nil if the text is not a valid one.
    init?(configured text: String) {
        guard let days = Int(text) else { return nil }
        self.init(days: days)
    }
}
