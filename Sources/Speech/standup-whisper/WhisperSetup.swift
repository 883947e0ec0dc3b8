package import StandupSpeech

extension WhisperRecognizer.Setup {
    /// Rejects incomplete model files before whisper.cpp reads them, and files of another size than the selected
    /// model, under whose name utterances are stored.
    package init(_ load: RecognizerLoad) throws(RecognizerError) {
        guard let path = load.model["path"], let code = load.model["language"],
            let threads = Int(load.model["threads"] ?? "1"), (1...256).contains(threads)
        else { throw .failed(name: "whisper", reason: "no model or no language is named, install standup again") }
        let detector = load.model["vad"] ?? RecognizerProgram.path(of: "ggml-silero-v6.2.0.bin")
        do throws(WhisperModelError) {
            let model = try WhisperModel(path: path)
            guard load.model["size"].map({ $0 == "\(model.size)" }) ?? true else { throw .replaced(path: path) }
            try model.check(code)
            guard let language = WhisperLanguage(code) else { throw .noLanguage(code) }
            let isLive = if case .live = load.mode { true } else { false }
            self.init(
                model: model, detector: detector, language: language, threads: threads, vocabulary: load.vocabulary,
                hasPartials: isLive)
        } catch {
            throw .failed(name: "whisper", reason: error.description)
        }
    }
}
