import Foundation
import Glibc
import Testing
import TestSupport

@testable import standup

private let root = String(#filePath.dropLast("Tests/StandupTests/DiarizeCommandTests.swift".count))
private let demo = root + "Assets/Voices/demo.wav"

/// The folder with the model of voices.
private let modelFolder = getenv("STANDUP_WHISPER_MODELS").map { String(cString: $0) }
private let hasVoices =
    access(Program.path.dropLast("standup".count) + "standup-whisper", X_OK) == 0
    && modelFolder.map { access($0 + "/ggml-voices.bin", R_OK) == 0 } == true

@Suite(.serialized, .timeLimit(.minutes(10))) struct `Who speaks when in a file` {
    let program: Program
    private let models: String
    private var data: [String: String] { ["XDG_DATA_HOME": program.folder + "/share"] }

    init() throws {
        program = try Program()
        models = program.folder + "/share/standup-models/whisper"
    }

    private func diarize(_ arguments: String...) throws -> Program.Result {
        try program.run(["diarize"] + arguments, environment: data)
    }

    private func install() throws {
        try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
        let link = models + "/ggml-voices.bin"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: try #require(modelFolder) + "/ggml-voices.bin")
    }

    /// A mono WAV file at 16 kHz.
    private func wave(_ name: String, _ samples: Data) throws -> String {
        func bytes(_ number: Int) -> Data { withUnsafeBytes(of: UInt32(number).littleEndian) { Data($0) } }
        var file = Data("RIFF".utf8) + bytes(36 + samples.count) + Data("WAVEfmt ".utf8) + bytes(16)
        file += Data([1, 0, 1, 0]) + bytes(16_000) + bytes(32_000) + Data([2, 0, 16, 0])
        file += Data("data".utf8) + bytes(samples.count) + samples
        let path = "\(program.folder)/\(name)"
        #expect(FileManager.default.createFile(atPath: path, contents: file))
        return path
    }

    private func frames(of seconds: Range<Double>) throws -> Data {
        let file = try #require(FileManager.default.contents(atPath: demo)).dropFirst(44)
        let bounds = [seconds.lowerBound, seconds.upperBound].map { file.startIndex + Int($0 * 16_000) * 2 }
        return Data(file[bounds[0]..<bounds[1]])
    }

    @Test(.enabled(if: hasVoices)) func `is printed as RTTM, with a name without spaces`() throws {
        try install()
        let path = try wave("the talk.2.wav", frames(of: 0..<22))
        let result = try diarize(path)
        #expect(result.status == 0 && result.errors == "")
        let lines = result.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.map { $0[7] } == ["voice-1", "voice-1", "voice-1", "voice-2", "voice-2"])
        for line in lines {
            #expect(line.count == 10 && line[...2] == ["SPEAKER", "the_talk.2", "1"])
            #expect([5, 6, 8, 9].allSatisfy { line[$0] == "<NA>" })
            #expect(line[3...4].allSatisfy { Double($0) != nil && $0.split(separator: ".").last?.count == 3 })
        }
        #expect(
            try diarize(path, "--voices", "1").output.split(separator: "\n").allSatisfy { $0.contains(" voice-1 ") })
        let document = try JSON(try diarize(path, "--json").output)
        #expect(document["file"] == .string(path) && document["duration"] == .number(22))
        #expect(document["voices"]?.elements.map { $0["name"] } == ["voice-1", "voice-2"])
        #expect(document["turns"]?.elements.map { $0["voice"] } == lines.map { .string($0[7]) })
    }

    @Test(.enabled(if: hasVoices)) func `is nothing without speech, and a short sound is no error`() throws {
        try install()
        let silent = try wave("silent.wav", Data(count: 64_000))
        let result = try diarize(silent)
        #expect(result.status == 0 && result.output == "")
        #expect(result.errors == "standup: note: no speech was found in \(silent)\n")
        let document = try JSON(try diarize(silent, "--json").output)
        #expect(document["turns"] == [] && document["voices"] == [])
        for length in [0.05, 0.3, 0.6] {
            #expect(try diarize(wave("short.wav", frames(of: 1.1..<1.1 + length))).status == 0)
        }
    }

    @Test(.enabled(if: hasVoices)) func `is found as far as a damaged file goes`() throws {
        try install()
        let path = program.folder + "/cut.wav"
        let whole = try #require(FileManager.default.contents(atPath: demo))
        #expect(FileManager.default.createFile(atPath: path, contents: whole.prefix(whole.count / 4)))
        let result = try diarize(path)
        #expect(result.status == 0 && result.output.hasPrefix("SPEAKER cut 1 0.9"), "\(result.errors)")
        #expect(result.errors.hasPrefix("standup: note: \(path) is damaged from 0:"), "\(result.errors)")
        #expect(result.errors.hasSuffix("; everything before was examined\n"))
    }

    @Test func `needs a file, and the model of voices`() throws {
        let missing = try diarize(demo)
        #expect(missing.status == 69 && missing.output == "")
        let line = "standup: the model of voices is not installed; install it with: standup models install voices\n"
        #expect(missing.errors == line)
        try FileManager.default.createDirectory(atPath: models, withIntermediateDirectories: true)
        #expect(FileManager.default.createFile(atPath: models + "/ggml-voices.bin", contents: Data("x".utf8)))
        let damaged = try diarize(demo)
        #expect(
            damaged.status == 69 && damaged.errors.hasSuffix("standup models install voices\n"), "\(damaged.errors)")
        #expect(try diarize("nowhere.wav").status == 66)
        #expect(try diarize(demo, "--channel", "call").status == 66)
        #expect(try diarize(demo, "--voices", "0").errors.hasPrefix("standup: --voices must be 1 to 32; "))
    }
}
