/// The form fields of OpenAI's `audio/transcriptions`, without the sound.
package struct TranscriptionForm: Hashable, Sendable {
    /// The level of detail, from most to least; if a server rejects one, the next is requested.
    enum Detail: Int, CaseIterable, Hashable, Sendable {
        /// Word times, with the extra fields that whisper.cpp's server needs for complete words.
        case full
        /// Word times, with OpenAI's fields only.
        case words
        /// Text only, as OpenAI's newer models return.
        case text
    }

    /// The model's name, such as `whisper-1`.
    package var model: String
    /// The two-letter code of the language, as in ISO 639-1; three letters if there are none.
    package var language: String
    /// Likely names and terms.
    package var prompt: String

    /// Creates a form; the language is a BCP 47 tag or a POSIX locale, whose region is ignored.
    init(model: String, language: String, prompt: String = "") {
        self.model = model
        self.language = Self.code(of: language)
        self.prompt = prompt
    }

    /// All fields except the file.
    ///
    /// Empty fields are sent too: some servers keep missing ones from the previous request.
    func fields(_ detail: Detail) -> [HTTPRequest.Field] {
        var fields = [
            ("model", model), ("language", language), ("prompt", prompt), ("temperature", "0"),
            ("response_format", detail == .text ? "json" : "verbose_json"),
        ]
        if detail != .text {
            fields += [("timestamp_granularities[]", "word"), ("timestamp_granularities[]", "segment")]
        }
        if detail == .full {
            // Otherwise the server splits segments after 60 letters, within words, and decodes twice to detect the
            // language.
            fields += [("split_on_word", "true"), ("max_len", "10000"), ("no_language_probabilities", "true")]
        }
        return fields.map { HTTPRequest.Field(name: $0.0, value: $0.1) }
    }

    /// The language code without region and script.
    static func code(of language: String) -> String {
        let base = language.prefix { $0.isLetter && $0.isASCII }.lowercased()
        return whisperCodes[base] ?? base
    }

    /// Codes that Whisper uses in place of others.
    private static let whisperCodes = [
        "nb": "no", "iw": "he", "in": "id", "ji": "yi", "fil": "tl", "cmn": "zh", "eng": "en", "deu": "de", "kor": "ko",
    ]
}
