import HTTPTransfer

/// What is asked of a speech server besides the sound, in the fields of OpenAI's `audio/transcriptions`.
package struct TranscriptionForm: Hashable, Sendable {
    /// How much is asked for, from most to least; a server that refuses one is asked for the next.
    package enum Detail: Int, CaseIterable, Hashable, Sendable {
        /// Times of words, with what whisper.cpp's server needs to give them whole.
        case full
        /// Times of words, without fields that are not OpenAI's.
        case words
        /// The text alone, all that OpenAI's newer models give.
        case text
    }

    /// The model's name, such as `whisper-1`.
    package var model: String
    /// The language's code of two letters, as in ISO 639-1; three where there are no two.
    package var language: String
    /// Names and terms.
    package var prompt: String

    /// A form; the language is a BCP 47 tag or a POSIX locale, of which the region does not matter.
    package init(model: String, language: String, prompt: String = "") {
        self.model = model
        self.language = Self.code(of: language)
        self.prompt = prompt
    }

    /// All fields but the file.
    ///
    /// Each is sent every time, empty or not: some servers take what is not sent from the request before.
    func fields(_ detail: Detail) -> [HTTPRequest.Field] {
        var fields = [
            ("model", model), ("language", language), ("prompt", prompt), ("temperature", "0"),
            ("response_format", detail == .text ? "json" : "verbose_json"),
        ]
        if detail != .text {
            fields += [("timestamp_granularities[]", "word"), ("timestamp_granularities[]", "segment")]
        }
        if detail == .full {
            // It cuts segments after 60 letters otherwise, within words, and hears everything once more for its
            // guesses at the language.
            fields += [("split_on_word", "true"), ("max_len", "10000"), ("no_language_probabilities", "true")]
        }
        return fields.map { HTTPRequest.Field(name: $0.0, value: $0.1) }
    }

    /// The code of a language: what comes before region and script, as most servers write it.
    static func code(of language: String) -> String {
        let base = language.prefix { $0.isLetter && $0.isASCII }.lowercased()
        return usualCodes[base] ?? base
    }

    /// Other names of languages that models know.
    private static let usualCodes = [
        "nb": "no", "iw": "he", "in": "id", "ji": "yi", "fil": "tl", "cmn": "zh", "eng": "en", "deu": "de", "kor": "ko",
    ]
}
