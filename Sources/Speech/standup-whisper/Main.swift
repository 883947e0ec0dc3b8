import RecognizerProcess
import SpeechRecognition
import WhisperModels
import WhisperRecognition

/// Whisper in a process of its own, which may crash and gets nothing but requests.
@main
enum Main {
    static func main() {
        RecognizerService.run(
            greeting: RecognizerGreeting(family: "whisper", abilities: [.live, .whole, .vocabulary]),
            handler: RequestHandler { load throws(RecognizerError) in
                try WhisperRecognizer(WhisperRecognizer.Setup(load))
            })
    }
}
