import SpeechRecognition
struct TModel { let language: String }
enum SpeechModels {
    static func find(language: String) throws(RecognizerError) -> TModel {
        throw .noModel(language: language, searched: "x")
    }
}
enum PocketSphinxRecognizer {
    static func source(model: TModel) -> RecognizerSource {
        RecognizerSource(key: "pocketsphinx") { (_: [Float]?) throws(RecognizerError) in
            throw .noModel(language: "", searched: "")
        }
    }
}
