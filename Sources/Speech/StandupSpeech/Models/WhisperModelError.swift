/// The reason why a Whisper model cannot be used; `description` is one line with the problem and the remedy.
package enum WhisperModelError: Error, Hashable, Sendable {
    case notInstalled(name: String, folder: String)
    /// No installed model supports a language.
    case noneInstalled(language: String, folder: String)
    case unreadable(path: String, reason: String)
    case notWhisper(path: String)
    case notVoices(path: String)
    case incomplete(path: String)
    /// The file was replaced after it was selected.
    case replaced(path: String)
    case englishOnly(name: String, language: String)
    /// No Whisper model supports the language.
    case noLanguage(String)
}

extension WhisperModelError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notInstalled(let name, let folder):
            "the model \(name) is not installed in \(folder); see: standup models"
        case .noneInstalled(let language, let folder):
            "no Whisper model for \(language) in \(folder); install one with: "
                + Self.installation(for: language)
        case .unreadable(let path, let reason):
            "cannot read the model \(path) (\(reason)); use a file in whisper.cpp's format"
        case .notWhisper(let path):
            "\(path) is not a Whisper model; use a file in whisper.cpp's format (ggml-NAME.bin)"
        case .notVoices(let path):
            "\(path) is not a model of voices; install it again: standup models install voices"
        case .incomplete(let path):
            "the model \(path) is incomplete; install or copy it again"
        case .replaced(let path):
            "the model \(path) was replaced; start again to use the new one"
        case .englishOnly(let name, let language):
            "the model \(name) is for English only, not \(language); use a model without .en, such as base"
        case .noLanguage(let language):
            "Whisper does not support \(language); use --recognizer pocketsphinx or none"
        }
    }
    /// The command that installs a model for a language; for English it selects the one that fits the machine.
    package static func installation(for language: String) -> String {
        WhisperLanguage(language) == .english ? "standup models install" : "standup models install base"
    }
}
