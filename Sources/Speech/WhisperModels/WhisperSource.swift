package import RecognizerProcess
package import SpeechRecognition

extension RecognizerProgram {
    /// Whisper with a model, in a process of its own.
    ///
    /// The language, a BCP 47 tag or a POSIX locale, is always given, so that Whisper never guesses it. Whether the model
    /// understands it is not checked here, but by `WhisperModel.check`.
    package static func whisper(_ model: WhisperModel, language: String, threads: Int = 1) -> RecognizerProgram {
        let settings = [
            "path": model.path, "size": "\(model.size)", "language": WhisperLanguage(language)?.code ?? language,
            "threads": "\(threads)",
        ]
        var program = RecognizerProgram(name: model.key, path: path(of: "standup-whisper"), model: settings)
        // Measured: base takes 288 MB at most with a file of 148 MB, tiny 196 MB with one of 78 MB.
        program.limits.memory = model.size + model.size / 2 + 256 << 20
        return program
    }
}

extension RecognizerSource {
    /// Recognition by Whisper with a model, which gives final results only.
    package static func whisper(_ model: WhisperModel, language: String, threads: Int = 1) -> RecognizerSource {
        RecognizerSource(
            key: model.key,
            makeKnowing: { _, vocabulary throws(RecognizerError) in
                try ProcessRecognizer(
                    .whisper(model, language: language, threads: threads), mode: .whole, knowing: vocabulary)
            }, stretches: .whisper(model, language: language, threads: threads))
    }
}

extension PartialSource {
    /// Partial results by Whisper with a model.
    package static func whisper(_ model: WhisperModel, language: String) -> PartialSource {
        PartialSource(key: model.key) { _, vocabulary throws(RecognizerError) in
            try ProcessRecognizer(.whisper(model, language: language), mode: .live(), knowing: vocabulary)
        }
    }
}

extension StretchRecognition {
    /// Recognition by Whisper with a model, by as many processes as there is work for.
    package static func whisper(_ model: WhisperModel, language: String, threads: Int = 1) -> StretchRecognition {
        // Raise the number when the same sound may give other words than before. The size tells files of one name apart.
        let program = RecognizerProgram.whisper(model, language: language, threads: threads)
        var recognition = StretchRecognition(
            name: model.key, key: "\(model.key)/\(model.size)/\(WhisperLanguage(language)?.code ?? language)/2"
        ) { vocabulary throws(RecognizerError) in
            try WholeStretches { () throws(RecognizerError) in
                try ProcessRecognizer(program, mode: .whole, knowing: vocabulary)
            }
        }
        recognition.memory = program.limits.memory
        return recognition
    }
}

extension WhisperModel {
    /// The name of the recogniser that is stored with utterances, such as `whisper/base`.
    package var key: String { "whisper/\(name)" }
}
