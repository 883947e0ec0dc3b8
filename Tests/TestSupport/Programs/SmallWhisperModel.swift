import FoundationEssentials

/// A file with the layout of a Whisper model and few, short tensors: complete, but useless for recognition.
package struct SmallWhisperModel: Sendable {
    private let vocabulary: Int
    private let audioLayers: Int
    private let textLayers: Int
    private let type: Int

    /// Creates a multilingual model; a vocabulary of 51864 makes it English-only.
    ///
    /// The tensors' type is 0 for f32, 1 for f16, 8 for q8_0.
    package init(vocabulary: Int = 51_865, audioLayers: Int = 1, textLayers: Int = 1, type: Int = 1) {
        self.vocabulary = vocabulary
        self.audioLayers = audioLayers
        self.textLayers = textLayers
        self.type = type
    }

    /// The encoded file.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        let write = { (numbers: [Int]) in
            for number in numbers { withUnsafeBytes(of: Int32(number).littleEndian) { bytes.append(contentsOf: $0) } }
        }
        write([0x6767_6d6c, vocabulary, 1500, 32, 1, audioLayers, 448, 32, 1, textLayers, 80, 1])
        write([80, 3])
        bytes += [UInt8](repeating: 0, count: 80 * 3 * 4)
        write([2, 1])
        bytes += Array("a".utf8)
        write([5])
        bytes += Array("hello".utf8)
        let size = [0: 4 * 64, 1: 2 * 64, 8: 2 * 34][type] ?? 0
        for number in 0..<11 + 15 * audioLayers + 24 * textLayers {
            let name = "tensor.\(number)"
            write([2, name.utf8.count, type, 32, 2])
            bytes += Array(name.utf8) + [UInt8](repeating: 0, count: size)
        }
        return bytes
    }

    /// Writes a model to a folder, which is created if necessary, and returns its path.
    @discardableResult
    package func install(_ name: String, in folder: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/ggml-\(name).bin"
        try write(bytes, to: path)
        return path
    }
}
