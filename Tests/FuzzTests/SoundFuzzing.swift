import Glibc
import Sound

@testable import standup

/// Sound files that others wrote.
enum SoundFuzzing {
    /// Reads a file as an import does, and as playback from the middle does.
    static func readSound(_ bytes: [UInt8]) throws {
        let file = try PassingFile(bytes)
        if let source = try? RecordingSource(file.path) {
            try require(source.length >= .zero && source.frames >= 0, "\(source.frames) frames, \(source.length)")
            readAll { try source.read(into: $0) }
        }
        guard let reader = try? AudioFileReader(path: file.path) else { return }
        readAll { try reader.read(into: $0) }
        try? reader.seek(to: reader.frames / 2)
        var samples = [Int16](repeating: 0, count: 5000)
        _ = try? samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) }
        try? reader.seek(to: .max)
    }

    /// A little of a sound: a few bytes can say that there are hours.
    private static func readAll(_ read: (UnsafeMutableBufferPointer<Float>) throws -> Int) {
        var buffer = [Float](repeating: 0, count: 4096)
        for _ in 0..<20 {
            guard let count = try? buffer.withUnsafeMutableBufferPointer({ try read($0) }), count > 0 else { return }
        }
    }

    /// Repairs a file; afterwards its header is right, and no sample is lost.
    static func mendRecording(_ bytes: [UInt8]) throws {
        let file = try PassingFile(bytes)
        guard let first = try? WAVRecording.repair(path: file.path) else {
            return try require(try file.contents() == bytes, "a file that cannot be repaired was changed")
        }
        try require(first.frames >= 0 && first.sampleRate > 0, "\(first)")
        let repaired = try file.contents()
        try require(repaired.count == bytes.count, "the length was changed")
        try require(first.headerWasWrong || repaired == bytes, "a correct file was changed")
        guard let second = try? WAVRecording.repair(path: file.path) else {
            throw Fault(description: "a repaired file cannot be read")
        }
        try require(!second.headerWasWrong && second.frames == first.frames, "\(first) became \(second)")
    }
}
