/// Computes embeddings of voices in a separate process. [one thread at a time]
///
/// The method is 3D-Speaker's, with the model CAM++ (Wang et al., "CAM++: A Fast and Efficient Network for Speaker
/// Verification Using Context-Aware Masking", 2023). It computes on one thread with a lowered priority, and takes 15 ms
/// for a second of sound. After a failure, a new process gets the sound again, as with `ProcessRecognizer`.
package final class VoiceEmbedder {
    /// The lengths of a sound, in samples at 16 kHz: 0.2 to 15 s.
    ///
    /// Less than 1 s of speech says little about a voice.
    package static let lengths = 3_200...240_000

    private let process: ProcessRecognizer

    /// Starts the process and loads the model.
    package init(_ model: VoiceModel) throws(RecognizerError) {
        process = try ProcessRecognizer(.voices(model), mode: .whole)
    }

    /// The embedding of the voice in the first 15 s of a sound: mono, 16 kHz.
    ///
    /// - Throws: `RecognizerError` if the sound is shorter than 0.2 s, or if the process has failed several times.
    package func embed(_ samples: [Int16]) throws(RecognizerError) -> VoiceEmbedding {
        guard samples.count >= Self.lengths.lowerBound else {
            throw .failed(name: process.name, reason: "the sound is shorter than 0.2 s")
        }
        try process.begin()
        _ = try samples.prefix(Self.lengths.upperBound)
            .withUnsafeBufferPointer { samples throws(RecognizerError) in try process.hear(samples) }
        return try process.embedding()
    }
}

extension RecognizerProgram {
    /// A model of voices, in a process of the program that runs Whisper.
    package static func voices(_ model: VoiceModel) -> RecognizerProgram {
        var program = RecognizerProgram(
            name: VoiceModel.key, path: path(of: "standup-whisper"), model: [VoiceModel.setting: model.path])
        // Measured: 190 MB with 15 s of sound.
        program.limits.memory = 512 << 20
        return program
    }
}
