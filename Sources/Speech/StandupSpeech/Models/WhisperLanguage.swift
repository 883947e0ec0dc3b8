/// A language by Whisper's code.
package struct WhisperLanguage: Hashable, Sendable {
    /// Whisper's code, usually that of ISO 639-1.
    package let code: String

    package static let english = WhisperLanguage(known: "en")
    static let cantonese = WhisperLanguage(known: "yue")

    /// The language of a BCP 47 tag or a POSIX locale; nil if Whisper does not support it.
    package init?(_ language: String) {
        let tags = language.prefix { $0 != "." && $0 != "@" }.lowercased().split { $0 == "-" || $0 == "_" }
        guard let base = tags.first.map(String.init) else { return nil }
        let code = Self.otherCodes[base] ?? base
        guard Self.codes.contains(code) else { return nil }
        self.code = code
    }

    private init(known code: String) {
        self.code = code
    }

    package static let all: [WhisperLanguage] = codes.sorted().map(WhisperLanguage.init(known:))

    /// Language codes for which Whisper uses another code.
    private static let otherCodes = ["fil": "tl", "iw": "he", "in": "id", "jv": "jw", "ji": "yi", "nb": "no"]

    private static let codes = Set(
        """
        en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml
        cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am
        yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue
        """.split { $0 == " " || $0 == "\n" }.map(String.init))
}
