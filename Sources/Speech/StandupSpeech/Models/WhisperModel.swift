import Glibc

/// An installed Whisper model: one file in whisper.cpp's format, ggml.
package struct WhisperModel: Hashable, Sendable {
    /// The name, such as `base` or `tiny.en`; for a user's file, its name without `ggml-` and `.bin`.
    package let name: String
    package let path: String
    let isEnglishOnly: Bool
    /// The size of the file in bytes.
    package let size: Int
    let header: WhisperHeader

    /// Reads a file and checks that it is complete. [any thread]
    package init(path: String) throws(WhisperModelError) {
        var file = try ModelFile(path: path)
        header = try WhisperHeader(&file)
        name = Self.name(ofFile: path)
        self.path = path
        isEnglishOnly = header.isEnglishOnly
        size = file.size
    }

    /// Whether it supports a language, a BCP 47 tag or a POSIX locale.
    package func supports(_ language: String) -> Bool {
        guard let language = WhisperLanguage(language) else { return false }
        return isEnglishOnly ? language == .english : language != .cantonese || header.hasCantonese
    }

    /// Throws if it does not support a language.
    package func check(_ language: String) throws(WhisperModelError) {
        guard supports(language) else {
            throw isEnglishOnly ? .englishOnly(name: name, language: language) : .noLanguage(language)
        }
    }

    /// Whether it probably makes fewer errors than another model in a language that both support.
    ///
    /// It compares the number of layers, then, for English, whether a model is English-only, then the file size, as
    /// larger files are less quantised.
    func isBetter(than other: WhisperModel, for language: String) -> Bool {
        if header.quality != other.header.quality { return header.quality > other.header.quality }
        if isEnglishOnly != other.isEnglishOnly, WhisperLanguage(language) == .english { return isEnglishOnly }
        return (size, other.name) > (other.size, name)
    }

    static func name(ofFile path: String) -> String {
        var name = path.split(separator: "/").last.map(String.init) ?? path
        if name.hasPrefix("ggml-") { name.removeFirst("ggml-".count) }
        if name.hasSuffix(".bin") { name.removeLast(".bin".count) }
        return name
    }
}
