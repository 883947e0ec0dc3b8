package import RecognizerProcess
package import SpeechRecognition
import WhisperModels

extension WhisperRecognizer.Setup {
    /// What a process is told to load.
    ///
    /// All of the model's file is looked at, and refused if it is not whole, before whisper.cpp reads it. So is a file of
    /// another size than that of the model that was chosen: words are kept under the name of that.
    package init(_ load: RecognizerLoad) throws(RecognizerError) {
        guard let path = load.model["path"], let code = load.model["language"],
            let threads = Int(load.model["threads"] ?? "1"), (1...256).contains(threads)
        else { throw .failed(name: "whisper", reason: "no model and no language are named, install standup again") }
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
