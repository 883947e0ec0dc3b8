@testable import StandupSpeech
import Testing

@Suite struct `The form` {
    @Test func `contains every field, also empty ones`() {
        let fields = TranscriptionForm(model: "whisper-1", language: "en-GB").fields(.words)
        #expect(
            fields.map { "\($0.name)=\($0.value)" } == [
                "model=whisper-1", "language=en", "prompt=", "temperature=0", "response_format=verbose_json",
                "timestamp_granularities[]=word", "timestamp_granularities[]=segment",
            ])
    }

    @Test func `requests less detail after a rejection`() {
        let form = TranscriptionForm(model: "m", language: "ko", prompt: "Ann.")
        let more = form.fields(.full).dropFirst(form.fields(.words).count)
        #expect(more.map(\.name) == ["split_on_word", "max_len", "no_language_probabilities"])
        #expect(form.fields(.text).map(\.name) == ["model", "language", "prompt", "temperature", "response_format"])
        #expect(form.fields(.text).last?.value == "json")
    }

    @Test(arguments: [
        ("en", "en"), ("en-GB", "en"), ("de_DE.UTF-8", "de"), ("zh-Hant-TW", "zh"), ("yue", "yue"), ("nb-NO", "no"),
        ("KO", "ko"), ("deu", "de"),
    ])
    func `has two-letter language codes`(tag: String, code: String) {
        #expect(TranscriptionForm(model: "m", language: tag).language == code)
    }
}

@Suite struct `The prompt of a request` {
    @Test func `holds the preceding words, the vocabulary, and the names`() {
        let prompt = SpeechPrompt(
            names: ["Ann", " ", "Bob\u{7}"], vocabulary: ["SwiftNIO", "login page"], lastWords: "and that is\nall")
        #expect(prompt.text == "and that is all SwiftNIO, login page. Ann, Bob.")
        #expect(SpeechPrompt().text == "")
        #expect(SpeechPrompt(names: ["Ann"]).text == "Ann.")
    }

    @Test func `is shortened at the start, to whole words`() {
        let words = (0..<400).map { "word\($0)" }.joined(separator: " ")
        let text = SpeechPrompt(names: ["Ann"], lastWords: words).text
        #expect(text.count <= 800)
        #expect(text.count > 780)
        #expect(text.hasPrefix("word"))
        #expect(text.hasSuffix("word399 Ann."))
    }
}
