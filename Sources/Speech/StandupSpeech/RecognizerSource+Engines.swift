import Glibc

extension RecognizerSource {
    /// Recognition by PocketSphinx, in a process of its own.
    ///
    /// It needs the program `standup-pocketsphinx` beside this one or in `../libexec/standup`, and a model: Debian's `pocketsphinx-en-us`, or a folder with the same layout in `$STANDUP_MODELS` or `~/.local/share/standup-models`.
    /// [any thread]
    ///
    /// - Parameter language: A BCP 47 tag such as `en` or `de-AT`.
    /// - Returns: A source whose recognizers start with their first sound.
    /// - Throws: `RecognizerError.noModel` if there is no model for the language, `RecognizerError.unusable` if the program
    ///   is missing.
    public static func pocketSphinx(language: String = "en") throws(RecognizerError) -> RecognizerSource {
        let model = try SpeechModels(environment: environment).model(for: language)
        try check(.pocketSphinx(model), "add the product standup-pocketsphinx to the target's dependencies")
        return .pocketSphinx(model)
    }

    /// Throws if a recognizer's program is missing.
    private static func check(_ program: RecognizerProgram, _ remedy: String) throws(RecognizerError) {
        guard (try? program.check()) == nil else { return }
        let file = program.path.split(separator: "/").last ?? ""
        throw .unusable(
            "the program \(file) is neither beside this one nor at \(program.path); \(remedy), or install the package "
                + "standup and this program beside it")
    }

    /// Recognition by Whisper, in a process of its own; better than PocketSphinx, and slower.
    ///
    /// It needs the program `standup-whisper` beside this one or in `../libexec/standup`, where the package `standup` has it.
    /// Partial results come from Whisper too.
    /// [any thread]
    ///
    /// - Parameters:
    ///   - model: The name of a model that `standup models install` has installed, such as `base` or `tiny.en`, or the path
    ///     of a file in whisper.cpp's format.
    ///   - language: A BCP 47 tag such as `en` or `ko`.
    ///   - threads: The processor cores that one recognizer uses.
    /// - Returns: A source whose recognizers start with their first sound.
    /// - Throws: `RecognizerError.unusable` if the program or the file is missing, if the file is damaged, or if it cannot
    ///   recognize the language.
    public static func whisper(
        model: String, language: String, threads: Int = 1
    ) throws(RecognizerError) -> RecognizerSource {
        let folder = WhisperModelFolder(environment: environment)
        let file: WhisperModel
        do throws(WhisperModelError) {
            file = try folder.model(named: model)
            try file.check(language)
        } catch {
            throw .unusable("\(error)")
        }
        try check(.whisper(file, language: language), "copy it there")
        var source = RecognizerSource.whisper(file, language: language, threads: threads)
        source.partials = folder.forPartials(in: language, or: file).map { .whisper($0, language: language) }
        return source
    }

    private static var environment: [String: String] {
        ["STANDUP_MODELS", "XDG_DATA_HOME", "HOME"].reduce(into: [:]) { values, name in
            values[name] = getenv(name).map { String(cString: $0) }
        }
    }
}

extension SegmentRecognition {
    /// Transcription of recordings by a server with OpenAI's API.
    ///
    /// The sound is sent there. Over a network it is sent encrypted only. [any thread]
    ///
    /// - Parameters:
    ///   - address: The base address, such as `https://api.openai.com/v1` or `http://localhost:8080/v1`.
    ///   - apiKey: Its key, which no error and no description contains; nil if it needs none.
    ///   - model: The name of its model.
    /// - Returns: The method, for `RecordingTranscription`; nothing is sent yet.
    /// - Throws: `RecognizerError.unusable` if the address or the key cannot be one.
    public static func server(
        _ address: String, apiKey: String? = nil, model: String = "whisper-1"
    ) throws(RecognizerError) -> SegmentRecognition {
        let key = apiKey.flatMap { APIKey($0) }
        guard apiKey == nil || key != nil else {
            throw .unusable("the API key for \(address) is empty or has characters that no key has; check it")
        }
        do throws(ServerAddressError) {
            let address = try ServerAddress(address, service: .speech)
            return SpeechServerRecognizer.recognition(by: SpeechServer(address, key: key, model: model))
        } catch {
            throw .unusable("\(error)")
        }
    }
}
