import Foundation
import MeetingModel
import Sound
import Synchronization
import Testing

/// A folder that is deleted with the test.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "standup-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    /// Writes bytes to a file and returns its path.
    func file(_ name: String, _ bytes: [UInt8]) throws -> String {
        try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
        return file(name)
    }

    /// The names in it, hidden ones included.
    var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
    }
}

/// A clock that advances on request.
final class ManualNow: Sendable {
    private let instant = Mutex(Duration.seconds(1000))

    var now: Duration { instant.withLock { $0 } }
    func pass(_ duration: Duration) { instant.withLock { $0 += duration } }
    var closure: @Sendable () -> Duration { { self.now } }
}

/// Sample n of a pattern in which every position differs from its neighbors.
func pattern(_ frame: Int64) -> Int16 { Int16((frame * 7919) % 65_535 - 32_767) }

/// Frames of the pattern, as floats that convert exactly to its 16-bit samples.
func patternFloats(_ frames: Range<Int64>) -> [Float] { frames.map { Float(pattern($0)) / 32_767 } }

func patternSamples(_ frames: Range<Int64>) -> [Int16] { frames.map(pattern) }

extension WAVRecording {
    func append(_ samples: [Float]) throws(AudioError) {
        try samples.withUnsafeBufferPointer { samples throws(AudioError) in try append(samples) }
    }

    func samples(
        _ channel: AudioChannel = .room, from frame: Int64 = 0, count: Int
    ) throws(AudioError) -> [Int16] {
        var samples = [Int16](repeating: 0, count: count)
        let got = try samples.withUnsafeMutableBufferPointer { samples throws(AudioError) in
            try read(channel, from: frame, into: samples)
        }
        return Array(samples.prefix(got))
    }
}

extension AudioFileReader {
    func floats(_ count: Int) throws(AudioError) -> [Float] {
        var samples = [Float](repeating: .nan, count: count)
        let got = try samples.withUnsafeMutableBufferPointer { samples throws(AudioError) in
            try read(into: samples)
        }
        return Array(samples.prefix(got))
    }

    func samples(_ count: Int) throws(AudioError) -> [Int16] {
        var samples = [Int16](repeating: 0, count: count)
        let got = try samples.withUnsafeMutableBufferPointer { samples throws(AudioError) in
            try read(into: samples)
        }
        return Array(samples.prefix(got))
    }
}

/// All samples of a file, as 16 bits.
func samples(of path: String) throws -> [Int16] {
    let reader = try AudioFileReader(path: path)
    return try reader.samples(Int(reader.frames) + 100)
}

/// The index of the first difference between two long arrays; nil if they are equal.
func difference<Sample: Equatable>(_ samples: [Sample], _ expected: [Sample]) -> String? {
    if let index = zip(samples, expected).enumerated().first(where: { $1.0 != $1.1 })?.offset {
        return "frame \(index) is \(samples[index]) instead of \(expected[index])"
    }
    return samples.count == expected.count ? nil : "\(samples.count) frames instead of \(expected.count)"
}

/// Writes a file of the pattern; RF64 if it has more bytes than `largestWAV`.
func patternFile(_ path: String, frames: Int64, sampleRate: Int = 48_000, largestWAV: Int64? = nil) throws {
    let recording = try WAVRecording(creating: path, sampleRate: sampleRate, largestWAV: largestWAV)
    try recording.append(patternFloats(0..<frames))
    try recording.finish()
}

func bytes(of path: String) throws -> [UInt8] { try Array(Data(contentsOf: URL(fileURLWithPath: path))) }

/// Runs a program and returns its stdout; fails the test if the program fails.
@discardableResult
func run(_ program: String, _ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    try #require(process.terminationStatus == 0, "\(program) \(arguments) said: \(text)")
    return text
}

/// The number of frames according to sox and Python's wave module.
func framesForOthers(_ path: String) throws -> [Int64?] {
    let python = "import sys, wave; print(wave.open(sys.argv[1]).getnframes())"
    return [Int64(try run("soxi", "-s", path)), Int64(try run("python3", "-c", python, path))]
}

let packageFolder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

/// The first four letters of a file: RIFF or RF64.
func prefix(of path: String) throws -> String {
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    return String(decoding: try file.read(upToCount: 4) ?? Data(), as: UTF8.self)
}
