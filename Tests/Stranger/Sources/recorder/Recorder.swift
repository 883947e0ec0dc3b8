import StandupAudio
import StandupSpeech

/// Records what is said into a WAV file, and prints the words while they are spoken. Enter ends it.
@main struct Recorder {
    static func main() async throws {
        let path = CommandLine.arguments.dropFirst().first ?? "note.wav"
        let input = DeviceSelection(CommandLine.arguments.dropFirst(2).first ?? "default")
        let recorder = try AudioRecorder(to: path, from: input)
        let words = LiveTranscription(of: recorder.recording, by: try .pocketSphinx(language: "en"))
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
