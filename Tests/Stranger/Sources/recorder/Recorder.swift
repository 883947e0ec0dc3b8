import StandupAudio
import StandupSpeech

/// Records into a WAV file, and prints the words while they are spoken.
///
/// `recorder note.wav`; Enter ends it.
@main struct Recorder {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let path = arguments.first ?? "note.wav"
        let input = DeviceSelection(arguments.dropFirst().first ?? "default")
        let recognizer = try RecognizerSource.pocketSphinx(language: "en")
        let recorder = try AudioRecorder(to: path, from: input)
        let words = LiveTranscription(of: recorder.recording, by: recognizer)
        try await recorder.start()
        Task.detached {
            defer { words.finish() }
            _ = readLine()
            try await recorder.stop()
        }
        for try await result in words.results {
            switch result {
            case .partial(let text, _): print("... \(text)")
            case .final(let utterance): print(utterance.text)
            }
        }
    }
}
