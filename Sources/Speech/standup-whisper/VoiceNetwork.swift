import CWhisper
import StandupSpeech

/// A loaded model of voices. [one thread at a time]
@safe final class VoiceNetwork {
    /// The niceness of computing: nothing waits for it.
    private static let niceness: Int32 = 5

    private let voice: OpaquePointer
    private let features = VoiceFeatures()

    /// Loads a model; rejects files that are no complete models before their tensors are read.
    init(path: String) throws(RecognizerError) {
        _ = try WhisperRecognizer.checkedVersion()
        do throws(WhisperModelError) {
            _ = try VoiceModel(path: path)
        } catch {
            throw .failed(name: "voices", reason: error.description)
        }
        guard let voice = unsafe standup_voice_load(path) else {
            throw .failed(
                name: "voices", reason: "cannot load \(path): \(unsafe String(cString: standup_whisper_error()))")
        }
        unsafe self.voice = voice
    }

    deinit {
        unsafe standup_voice_free(voice)
    }

    /// The embedding of the voice in a sound: mono, 16 kHz.
    func embed(_ samples: [Int16]) throws(RecognizerError) -> [Float] {
        let features = features.features(of: samples)
        var embedding = [Float](repeating: 0, count: VoiceEmbedding.size)
        let frames = Int32(features.count / VoiceFeatures.bands)
        guard unsafe standup_voice_embed(voice, features, frames, Self.niceness, &embedding) else {
            throw .failed(name: "voices", reason: unsafe String(cString: standup_whisper_error()))
        }
        return embedding
    }
}
