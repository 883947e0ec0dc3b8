import StandupAudio
import StandupSpeech

/// Records into a WAV file, and prints the words while they are spoken:
/// `recorder note.wav`. Enter ends it.
@main struct Recorder {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let path = arguments.first ?? "note.wav"
        let input = DeviceSelection(arguments.dropFirst().first ?? "default")
        let recorder = try AudioRecorder(to: path, from: input)
        let words = LiveTranscription(
            of: recorder.recording, by: try .pocketSphinx(language: "en"))
        try await recorder.start()
        Task.detached {
            _ = readLine()
            try await recorder.stop()
            words.finish()
        }
        for try await result in words.results {
            switch result {
            case .partial(let text, _): print("... \(text)")
            case .final(let utterance): print(utterance.text)
            }
        }
    }
}
