import StandupSpeech

/// Whisper, its detector of speech or a model of voices in a separate process, which may crash, and receives nothing but requests.
@main
enum Main {
    static func main() {
        RecognizerService.run(
            greeting: RecognizerGreeting(family: "whisper", capabilities: [.live, .whole, .vocabulary]),
            handler: RequestHandler { load throws(RecognizerError) in
                if let path = load.model[VoiceModel.setting] {
                    return .voices(embed: try VoiceNetwork(path: path).embed)
                }
                if let path = load.model[SpeechDetector.setting] {
                    return .recognizer(try SpeechFinder(detector: path))
                }
                return .recognizer(try WhisperRecognizer(WhisperRecognizer.Setup(load)))
            })
    }
}
