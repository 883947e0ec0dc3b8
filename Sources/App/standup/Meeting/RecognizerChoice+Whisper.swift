import StandupSpeech

extension RecognizerChoice {
    /// Whether a name selects Whisper: `whisper`, or `whisper:` and the name or the path of a model.
    static func isWhisper(_ name: String) -> Bool {
        name == "whisper" || (name.hasPrefix("whisper:") && name != "whisper:")
    }

    /// The model that such a name selects for a language.
    static func whisper(_ name: String, language: String) throws(WhisperModelError) -> WhisperModel {
        let folder = Composition.whisperModels
        guard name != "whisper" else {
            guard let model = folder.best(for: language) else {
                guard WhisperLanguage(language) != nil else { throw .noLanguage(language) }
                throw .noneInstalled(language: language, folder: folder.path)
            }
            return model
        }
        let model = try folder.model(named: String(name.dropFirst("whisper:".count)))
        try model.check(language)
        return model
    }

    /// The best model for a language; nil without a model or without the Whisper program.
    static func usableWhisper(for language: String) -> WhisperModel? {
        guard let model = Composition.whisperModels.best(for: language) else { return nil }
        return (try? RecognizerProgram.whisper(model, language: language).check()) == nil ? nil : model
    }

    /// Why no Whisper model transcribes a language, with the remedy.
    static func reasonForNoWhisper(_ language: String) -> RecognizerError {
        do throws(WhisperModelError) {
            let program = RecognizerProgram.whisper(try whisper("whisper", language: language), language: language)
            return missing(program)
        } catch {
            return .unusable(error.description)
        }
    }

    private static func missing(_ program: RecognizerProgram) -> RecognizerError {
        .unusable("\(program.path) is missing or not executable; build it with: tools/speech")
    }

    /// Whisper with a model; PocketSphinx replaces it after a failure if it supports the language.
    init(_ model: WhisperModel, named name: String, language: String, showsPartials: Bool) {
        let program = RecognizerProgram.whisper(model, language: language)
        do throws(RecognizerError) {
            try program.check()
        } catch {
            self.init(insteadOf: name, because: Self.missing(program), language: language)
            return
        }
        self.init(pocketSphinxFor: language)
        let local = problem == nil ? source : nil
        self.name = name
        title = "Whisper \(model.name)"
        problem = nil
        self.whisper = model
        understood = language
        let whisper = RecognizerSource.whisper(model, language: language)
        source = local.map { whisper.substituted(by: $0) } ?? whisper
        let partial = Composition.whisperModels.forPartials(in: language, or: model)
        if showsPartials {
            source?.partials = partial.map { .whisper($0, language: language) } ?? local.map { PartialSource($0) }
        }
        segments = source?.segments
        introduction =
            "Whisper transcribes \(language) (model \(model.name))"
            + (source?.partials == nil
                ? "." : "; \(partial.map { "model \($0.name)" } ?? "PocketSphinx") shows words as they are spoken.")
    }

    /// PocketSphinx in place of an unusable recognizer; no recognizer if it does not support the language.
    init(insteadOf name: String, because error: RecognizerError, language: String) {
        self.init(pocketSphinxFor: language)
        self.name = name
        segments = nil
        guard problem == nil else {
            problem = error
            title = name
            source = RecognizerSource(key: name) { (_: [Float]?) throws(RecognizerError) in throw error }
            return
        }
        substitution = error
        source = source.map { local in
            RecognizerSource(key: local.key) { (_: [Float]?) throws(RecognizerError) in throw error }
                .substituted(by: local)
        }
    }
}
