extension RecognizerProgram {
    package static func pocketSphinx(_ model: SpeechModel) -> RecognizerProgram {
        RecognizerProgram(name: "pocketsphinx", path: path(of: "standup-pocketsphinx"), model: model.settings)
    }
}

extension RecognizerSource {
    package static func pocketSphinx(_ model: SpeechModel) -> RecognizerSource {
        RecognizerSource(
            key: "pocketsphinx/\(model.language)",
            makeWithVocabulary: { learned, vocabulary throws(RecognizerError) in
                try ProcessRecognizer(.pocketSphinx(model), mode: .live(learned: learned), knowing: vocabulary)
            }, segments: .pocketSphinx(model))
    }
}

extension SegmentRecognition {
    /// Transcription by PocketSphinx with a model, in several processes at once.
    static func pocketSphinx(_ model: SpeechModel) -> SegmentRecognition {
        // Increment the number when the same sound may yield other words than before.
        var recognition = SegmentRecognition(
            name: "pocketsphinx", key: "pocketsphinx/\(model.language)/3",
            pronunciations: PronunciationDictionary(path: model.dictionary)
        ) { vocabulary throws(RecognizerError) in
            try UtteranceSegmentRecognizer { () throws(RecognizerError) in
                try ProcessRecognizer(.pocketSphinx(model), mode: .whole, knowing: vocabulary)
            }
        }
        // Measured: 112 MB with the English model.
        recognition.memory = 160 << 20
        return recognition
    }
}
