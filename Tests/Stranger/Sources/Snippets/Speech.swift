import StandupAudio
import StandupSpeech

/// Prints the words of a sound file, with the second at which each utterance begins.
func transcribe(_ path: String) async throws {
    let recording = try StoredRecording(path: path)
    let whisper = try RecognizerSource.whisper(model: "base", language: "en")
    let transcription = RecordingTranscription(of: recording, by: whisper.segments, terms: ["PortAudio", "Ann"])
    for try await utterance in transcription.results {
        print(utterance.start / Int64(recording.sampleRate), utterance.text)
    }
}

/// A recogniser of one's own: it hears how long somebody speaks.
final class LengthRecognizer: SpeechRecognizer {
    let name = "length"
    let learnedState: [Float]? = nil
    private var samples = 0

    func begin() { samples = 0 }

    func hear(_ samples: UnsafeBufferPointer<Int16>) -> String {
        self.samples += samples.count
        return "\(self.samples / 16_000) seconds"
    }

    func end() -> [RecognizedWord] {
        [RecognizedWord(text: "\(samples / 16_000) seconds", start: 0, end: samples, confidence: 1)]
    }
}

let lengths = RecognizerSource(key: "length") { _ in LengthRecognizer() }
