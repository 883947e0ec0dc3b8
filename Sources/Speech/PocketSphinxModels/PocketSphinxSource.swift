package import RecognizerProcess
package import SpeechRecognition

extension RecognizerProgram {
    /// PocketSphinx with a model, in a process of its own.
    package static func pocketSphinx(_ model: SpeechModel) -> RecognizerProgram {
        RecognizerProgram(name: "pocketsphinx", path: path(of: "standup-pocketsphinx"), model: model.settings)
    }
}

extension RecognizerSource {
    /// Recognition by PocketSphinx with a model.
    package static func pocketSphinx(_ model: SpeechModel) -> RecognizerSource {
        RecognizerSource(
            key: "pocketsphinx/\(model.language)",
            makeKnowing: { learned, vocabulary throws(RecognizerError) in
                try ProcessRecognizer(.pocketSphinx(model), mode: .live(learned: learned), knowing: vocabulary)
            }, stretches: .pocketSphinx(model))
    }
}

extension StretchRecognition {
    /// Recognition by PocketSphinx with a model, by as many processes as there is work for.
    package static func pocketSphinx(_ model: SpeechModel) -> StretchRecognition {
        // The number is raised when the same sound may give other words than before.
        var recognition = StretchRecognition(
            name: "pocketsphinx", key: "pocketsphinx/\(model.language)/2",
            pronunciations: PronunciationDictionary(path: model.dictionary)
        ) { vocabulary throws(RecognizerError) in
            try WholeStretches { () throws(RecognizerError) in
                try ProcessRecognizer(.pocketSphinx(model), mode: .whole, knowing: vocabulary)
            }
        }
        // Measured: 112 MB with the English model.
        recognition.memory = 160 << 20
        return recognition
    }
}
