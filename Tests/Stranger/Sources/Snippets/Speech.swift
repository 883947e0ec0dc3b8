import StandupAudio
import StandupSpeech

/// Prints what is said in a sound file, with the seconds at which it begins.
func transcribe(_ path: String) async throws {
    let recording = try StoredRecording(path: path)
    let whisper = try RecognizerSource.whisper(model: "base", language: "en")
    let transcription = RecordingTranscription(
        of: recording, by: whisper.segments, terms: ["PortAudio", "Ann"])
    for try await utterance in transcription.results {
        print(utterance.start / Int64(recording.sampleRate), utterance.text)
    }
}
