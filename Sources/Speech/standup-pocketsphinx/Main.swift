import StandupSpeech

/// PocketSphinx in a separate process, because it exits when memory is short or a model is damaged.
@main
enum Main {
    static func main() {
        RecognizerService.run(
            greeting: RecognizerGreeting(family: "pocketsphinx", capabilities: [.live, .whole, .vocabulary]),
            handler: RequestHandler { load throws(RecognizerError) in
                guard let model = SpeechModel(settings: load.model) else {
                    throw .failed(name: "pocketsphinx", reason: "no model is named")
                }
                return .recognizer(
                    try PocketSphinxRecognizer(model: model, mode: load.mode, knowing: load.vocabulary))
            })
    }
}
