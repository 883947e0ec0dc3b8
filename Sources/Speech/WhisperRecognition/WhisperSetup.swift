package import RecognizerProcess
package import SpeechRecognition
import WhisperModels

extension WhisperRecognizer.Setup {
    /// Reads what the process is asked to load.
    ///
    /// A model's file is refused before whisper.cpp reads it if it is incomplete, or if its size is not that of the model
    /// that was chosen: utterances are stored under that model's name.
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
