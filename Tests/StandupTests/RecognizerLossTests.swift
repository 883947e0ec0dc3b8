import Glibc
import Testing
import TestSupport

private let hasModel = exists("/usr/share/pocketsphinx/model/en-us/en-us/mdef")

/// Meetings whose recognizer dies; the microphone hears the demo's three voices.
@Suite(.enabled(if: hasModel), .serialized, .timeLimit(.minutes(10)))
struct `A meeting that loses its recognizer` {
    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Demo", "Ann", "Ben", "Cal", "--length", "40s").status == 0)
    }

    private let start = [
        "start", "Demo", "--clock", "virtual", "--headless", "--events", "--output", "none", "--input",
        "file:" + Self.sources + "Assets/Voices/demo.wav",
    ]
    private static let sources = String(#filePath.dropLast("Tests/StandupTests/RecognizerLossTests.swift".count))

    /// Holds the meeting with so much address space for the program and for its recognizer, in kilobytes.
    private func hold(addressSpace: Int) throws -> (result: Program.Result, told: ToldWords) {
        let result = try program.run(
            program: "/bin/sh", ["-c", "ulimit -v \(addressSpace) && exec \"$0\" \"$@\"", Program.path] + start)
        var told = ToldWords()
        for line in result.output.split(separator: "\n") { try told.take(line) }
        return (result, told)
    }

    @Test(arguments: [800_000, 400_000, 262_144])
    func `continues when memory is short, and marks where words are missing`(addressSpace: Int) throws {
        let (result, told) = try hold(addressSpace: addressSpace)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors == "")
        #expect(told.hasEnded)
        #expect(told.words.isEmpty == !told.failures.isEmpty)
        for failure in told.failures {
            #expect(failure.hasPrefix("the recognizer pocketsphinx failed (it failed 3 times "), "\(failure)")
        }
        // After a failure, a new try with enough memory transcribes the recording.
        let again = try program.run("transcribe", "latest", "--recognizer", "pocketsphinx")
        #expect(again.status == 0, "\(again.errors)")
        let document = try JSON(program.run("meeting", "latest", "--json").output)
        let text = (document["transcript"]?.elements ?? []).compactMap { $0["text"]?.line }.joined(separator: " ")
        #expect(text.contains("yesterday i finished the report for the new customer"))
    }

    @Test func `reports recognizer.failed once, continues to its end, and is transcribed later`() throws {
        // Next to this copy is a recognizer that exits at once.
        let folder = program.folder + "/bin"
        try mustSucceed(mkdir(folder, 0o700))
        #expect(try program.run(program: "/bin/cp", [Program.path, folder + "/standup"]).status == 0)
        try write("#!/bin/sh\necho no luck today >&2\nexit 3\n", to: folder + "/standup-pocketsphinx")
        try mustSucceed(chmod(folder + "/standup-pocketsphinx", 0o700))
        let result = try program.run(
            program: folder + "/standup", start, environment: ["STANDUP_ASSETS": Self.sources + "Assets"])
        #expect(result.status == 0, "\(result.errors)")
        let events = try result.output.split(separator: "\n").map { try JSON(String($0)) }
        let failures = events.filter { $0["event"] == "recognizer.failed" }
        #expect(failures.count == 1)
        #expect(failures.first?["message"]?.line?.contains("no luck today") == true, "\(failures)")
        #expect(events.last?["event"] == "meeting.ended" && events.last?["reason"] == "finished")
        #expect(try program.run("transcribe", "latest", "--recognizer", "pocketsphinx").status == 0)
        let document = try JSON(program.run("meeting", "latest", "--json").output)
        #expect(document["transcript"]?.elements.isEmpty == false)
    }

    @Test func `a recognizer that would leave the program without memory is refused`() throws {
        let (result, told) = try hold(addressSpace: 262_143)
        #expect(result.status == 1)
        #expect(
            result.errors == "standup: the limit of 255 MB of address space is too low, standup needs 256 MB; "
                + "raise it with: ulimit -v unlimited\n")
        #expect(!told.hasEnded)
    }

    @Test func `has every word though the recognizer is killed ten times`() throws {
        let calm = try program.hold(start, killing: "standup-pockets", times: 0).told
        let (told, killed) = try program.hold(start, killing: "standup-pockets", times: 10)
        #expect(killed.count == 10)
        #expect(told.hasEnded)
        #expect(told.failures == [])
        #expect(told.words == calm.words)
        #expect(calm.words.count > 60)
    }
}
