/// Why a Whisper model cannot be used; `description` is one line that says what, which and what to do.
package enum WhisperModelError: Error, Hashable, Sendable {
    /// No model of this name is installed.
    case notInstalled(name: String, folder: String)
    /// No installed model understands a language.
    case noneInstalled(language: String, folder: String)
    /// The file cannot be read.
    case unreadable(path: String, reason: String)
    /// The file is not a Whisper model.
    case notWhisper(path: String)
    /// The file ends before the model does.
    case incomplete(path: String)
    /// The file is not the one that was chosen.
    case replaced(path: String)
    /// The model understands English only, not the language.
    case englishOnly(name: String, language: String)
    /// No Whisper model understands the language.
    case noLanguage(String)
}

extension WhisperModelError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        switch self {
        case .notInstalled(let name, let folder):
            "no such model, \(name) is not installed in \(folder), see standup models"
        case .noneInstalled(let language, let folder):
            "no Whisper model for the language \(language) in \(folder), install one: "
                + Self.installation(for: language)
        case .unreadable(let path, let reason):
            "the model cannot be read, \(path) (\(reason)), give a file in whisper.cpp's format"
        case .notWhisper(let path):
            "not a Whisper model, \(path), give a file in whisper.cpp's format (ggml-NAME.bin)"
        case .incomplete(let path):
            "the model is incomplete, \(path) ends too early, install or copy it again"
        case .replaced(let path):
            "the model was replaced by another one, \(path), start again to use the new one"
        case .englishOnly(let name, let language):
            "the model \(name) understands English only, not \(language), use a model without .en, such as base"
        case .noLanguage(let language):
            "Whisper does not understand the language \(language), use --recognizer pocketsphinx or none"
        }
    }
    /// The command that installs a model for a language; for English it chooses the one that fits the machine.
    package static func installation(for language: String) -> String {
        WhisperLanguage(language) == .english ? "standup models install" : "standup models install base"
    }
}
