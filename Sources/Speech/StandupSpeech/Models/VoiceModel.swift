/// An installed model of voices, CAM++: one file in a format of our own, which `standup models install voices` writes.
///
/// The file holds a magic number, the format's version, the number of tensors, and tensors as in Whisper's models.
package struct VoiceModel: Hashable, Sendable {
    /// Identifies what determines a sound's embedding; changes if the same sound yields another one.
    package static let key = "voices/campplus-zh-en-advanced/1"
    package static let magic = 0x7376_6f78
    package static let version = 1
    /// The setting with the path, for the recognizer's process.
    package static let setting = "voices"

    /// The name, usually `voices`.
    package let name: String
    package let path: String
    /// The size of the file in bytes.
    package let size: Int

    /// Reads a file and checks that it is complete. [any thread]
    package init(path: String) throws(WhisperModelError) {
        var file = try ModelFile(path: path)
        let error = WhisperModelError.notVoices(path: path)
        guard file.size > 4, try file.number() == Self.magic else { throw error }
        guard try file.number() == Self.version else { throw error }
        let count = try file.number()
        guard (1...1024).contains(count) else { throw error }
        for _ in 0..<count { try file.skipTensor(or: error) }
        guard file.offset == file.size else { throw error }
        name = WhisperModel.name(ofFile: path)
        self.path = path
        size = file.size
    }
}

/// A complete model file, by the engine that its first bytes name.
package enum CompleteModel: Hashable, Sendable {
    case whisper(WhisperModel)
    case voices(VoiceModel)

    /// Reads a file and checks that it is complete. [any thread]
    package init(path: String) throws(WhisperModelError) {
        do {
            self = .voices(try VoiceModel(path: path))
        } catch .notVoices {
            self = .whisper(try WhisperModel(path: path))
        }
    }

    /// The engine, as in the catalogue.
    package var family: String {
        switch self {
        case .whisper: "whisper"
        case .voices: "voices"
        }
    }

    package var name: String {
        switch self {
        case .whisper(let model): model.name
        case .voices(let model): model.name
        }
    }

    /// The size of the file in bytes.
    package var size: Int {
        switch self {
        case .whisper(let model): model.size
        case .voices(let model): model.size
        }
    }
}
