import Foundation
import Testing

/// The programs of this package, run as somebody would.
@Suite(.timeLimit(.minutes(5))) struct `Another program` {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    /// Runs a program of this package; its input ends, with an Enter, after some seconds.
    private func output(of program: String, _ arguments: [String], inputFor seconds: Int = 0) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: program).path()
        process.arguments = ["-c", "(sleep \(seconds); echo) | \"$0\" \"$@\"", path] + arguments
        process.currentDirectoryURL = folder
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: text, as: UTF8.self)
    }

    @Test func `counts down for each speaker`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let lines = try output(of: "countdown", ["1", "Ann", "Ben"]).split(separator: "\n")
        // Without a loudspeaker it also says so.
        #expect(lines.filter { $0.hasSuffix("speaks") } == ["Ann speaks", "Ben speaks"])
    }

    @Test func `records a voice and prints its words`() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let voice = URL(filePath: #filePath).appending(path: "../../../../../Assets/Voices/ann.wav").standardized.path()
        let lines = try output(of: "recorder", ["note.wav", "file:" + voice], inputFor: 25).split(separator: "\n")
        let words = lines.filter { !$0.hasPrefix("...") }.joined(separator: " ")
        #expect(words.hasPrefix("yesterday i finished the report for the new customer"))
        let recording = try Data(contentsOf: folder.appending(path: "note.wav"))
        #expect(recording.prefix(4) == Data("RIFF".utf8))
        // Ten seconds at least: 48,000 frames of 16 bits in each.
        #expect(recording.count > 960_000)
    }
}
