import Glibc

/// A Whisper model on this machine: one file in whisper.cpp's format, ggml.
package struct WhisperModel: Hashable, Sendable {
    /// The name: `base`, `tiny.en`; for a file of the user's own, the file's name without `ggml-` and `.bin`.
    package let name: String
    /// The file.
    package let path: String
    /// Whether it understands English only.
    package let isEnglishOnly: Bool
    /// The file's size in bytes.
    package let size: Int
    /// The header of the file.
    let header: WhisperHeader

    /// The model in a file, which is checked to be complete. [any thread]
    package init(path: String) throws(WhisperModelError) {
        var file = try ModelFile(path: path)
        header = try WhisperHeader(&file)
        name = Self.name(ofFile: path)
        self.path = path
        isEnglishOnly = header.isEnglishOnly
        size = file.size
    }

    /// Whether it understands a language, given as a BCP 47 tag or a POSIX locale.
    package func understands(_ language: String) -> Bool {
        guard let language = WhisperLanguage(language) else { return false }
        return isEnglishOnly ? language == .english : language != .cantonese || header.hasCantonese
    }

    /// Checks that it understands a language.
    package func check(_ language: String) throws(WhisperModelError) {
        guard understands(language) else {
            throw isEnglishOnly ? .englishOnly(name: name, language: language) : .noLanguage(language)
        }
    }

    /// Whether it is likely to make fewer errors than another one in a language that both understand.
    ///
    /// More layers count first, then, in English, whether a model is for English only, then a larger file, whose weights are
    /// less quantised.
    package func isBetter(than other: WhisperModel, for language: String) -> Bool {
        if header.quality != other.header.quality { return header.quality > other.header.quality }
        if isEnglishOnly != other.isEnglishOnly, WhisperLanguage(language) == .english { return isEnglishOnly }
        return (size, other.name) > (other.size, name)
    }

    private static func name(ofFile path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        if name.hasPrefix("ggml-") { name.removeFirst("ggml-".count) }
        if name.hasSuffix(".bin") { name.removeLast(".bin".count) }
        return name
    }
}
