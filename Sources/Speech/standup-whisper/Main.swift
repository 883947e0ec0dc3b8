import StandupSpeech

/// Whisper in a separate process, which may crash, and receives nothing but requests.
@main
enum Main {
    static func main() {
        RecognizerService.run(
            greeting: RecognizerGreeting(family: "whisper", capabilities: [.live, .whole, .vocabulary]),
            handler: RequestHandler { load throws(RecognizerError) in
                try WhisperRecognizer(WhisperRecognizer.Setup(load))
            })
    }
}
