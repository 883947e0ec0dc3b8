package import SpeechRecognition

extension StretchRecognition {
    /// Recognition by PocketSphinx with a model, by as many decoders as there is work for.
    package static func pocketSphinx(_ model: SpeechModel) -> StretchRecognition {
        // The number is raised when the same sound may give other words than before.
        StretchRecognition(
            name: "pocketsphinx", key: "pocketsphinx/\(model.language)/2",
            pronunciations: PronunciationDictionary(path: model.dictionary)
        ) { vocabulary throws(RecognizerError) in
            try WholeStretches { () throws(RecognizerError) in
                try PocketSphinxRecognizer(model: model, mode: .whole, knowing: vocabulary)
            }
        }
    }
}
