extension RecognizerProgram {
    /// Whisper with a model, in a separate process.
    ///
    /// The language, a BCP 47 tag or a POSIX locale, is always set, so Whisper never detects it. `WhisperModel.check`
    /// checks whether the model supports it.
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
    /// Live recognition by Whisper with a model; final results only.
    ///
    /// Its prompt has no general terms.
    package static func whisper(_ model: WhisperModel, language: String, threads: Int = 1) -> RecognizerSource {
        RecognizerSource(
            key: model.key,
            makeWithVocabulary: { _, vocabulary throws(RecognizerError) in
                try ProcessRecognizer(
                    .whisper(model, language: language, threads: threads), mode: .whole, knowing: vocabulary.chosen)
            }, segments: .whisper(model, language: language, threads: threads))
    }
}

extension PartialSource {
    package static func whisper(_ model: WhisperModel, language: String) -> PartialSource {
        PartialSource(key: model.key) { _, vocabulary throws(RecognizerError) in
            try ProcessRecognizer(.whisper(model, language: language), mode: .live(), knowing: vocabulary.chosen)
        }
    }
}

extension SegmentRecognition {
    /// Transcription by Whisper with a model, in several processes at once.
    package static func whisper(_ model: WhisperModel, language: String, threads: Int = 1) -> SegmentRecognition {
        // Increment the number when the same sound may yield other words than before. The size distinguishes files of
        // one name. A window of 15 s takes the same time however little is in it, and neighbours help each other.
        let program = RecognizerProgram.whisper(model, language: language, threads: threads)
        var recognition = SegmentRecognition(
            name: model.key, key: "\(model.key)/\(model.size)/\(WhisperLanguage(language)?.code ?? language)/4",
            segmentation: .atPauses(window: .seconds(14))
        ) { vocabulary throws(RecognizerError) in
            try UtteranceSegmentRecognizer { () throws(RecognizerError) in
                try ProcessRecognizer(program, mode: .whole, knowing: vocabulary.chosen)
            }
        }
        recognition.memory = program.limits.memory
        return recognition
    }
}

extension WhisperModel {
    /// The name stored with utterances, such as `whisper/base`.
    package var key: String { "whisper/\(name)" }
}
