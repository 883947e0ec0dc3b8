import Glibc
import Testing
import TestSupport

/// Meetings of the built program that are killed, and what becomes of them.
@Suite(.timeLimit(.minutes(10))) struct `A meeting that was killed` {
    private let program: Program
    private static let quiet = ["--input", "silence", "--output", "none", "--recognizer", "none", "--events"]

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Bob", "Cid", "--length", "8h").status == 0)
    }

    /// Holds a meeting until it has come to Bob and to a meeting time, and kills the program.
    private func kill(at seconds: Double, _ arguments: String...) async throws {
        let text = TextCollector()
        let process = try ChildProcess(
            Program.path, ["start", "daily"] + Self.quiet + ["--levels"] + arguments,
            environment: program.variables(), onOutput: text.append)
        process.send("@1 next")
        try await eventually("the meeting had come to \(seconds) s") {
            try events(text.text).contains { $0.at >= seconds }
        }
        process.signal(SIGKILL)
        #expect(try await process.wait() == 128 + SIGKILL)
    }

    /// Whole lines of events.
    private func events(_ text: String) throws -> [JSON] {
        try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { try JSON(String($0)) }
    }

    private func resume(_ arguments: String..., input: String) throws -> Program.Result {
        try program.run(["start", "daily", "--resume"] + Self.quiet + arguments, input: input)
    }

    private func latest() throws -> JSON { try JSON(program.run("meeting", "latest", "--json").output) }

    @Test func `continues as the same meeting, in the same recording, with the gap noted`() async throws {
        try await kill(at: 2.5)
        let torn = try latest()
        #expect(torn["state"] == "interrupted")
        let cut = try #require(torn["duration"]?.number)
        #expect(cut >= 2.4)

        let result = try resume(input: "@\(cut + 1.5) end save\n")
        #expect(result.status == 0, "\(result.errors)")
        let events = try events(result.output)
        #expect(
            events.prefix(3).map { $0["event"] } == ["meeting.started", "meeting.resumed", "turn.started"])
        #expect(events.prefix(3).allSatisfy { abs($0.at - cut) < 0.001 })
        #expect(events.first?["meeting"] == torn["id"])
        #expect((events[1]["gap"]?.number ?? 0) > 0)
        #expect(events[2]["name"] == "Bob" && events[2]["index"] == 1)

        let whole = try latest()
        #expect(whole["id"] == torn["id"] && whole["startedAt"] == torn["startedAt"])
        #expect(whole["state"] == "finished")
        let duration = try #require(whole["duration"]?.number)
        #expect(abs(duration - cut - 1.5) < 0.001)
        #expect(whole["turns"]?.elements.map { $0["name"] } == ["Ann", "Bob"])
        #expect(whole["turns"]?.elements.compactMap { $0["end"] } == [1, .number(duration)])
        let pause = try #require(whole["pauses"]?.elements.first)
        #expect(pause["reason"] == "interruption" && whole["pauses"]?.elements.count == 1)
        #expect(abs((pause["at"]?.number ?? 0) - cut) < 0.001 && (pause["duration"]?.number ?? 0) > 0)
        #expect(whole["gaps"] == [])
        let file = try #require(whole["recording"]?["file"]?.text)
        let python = "import sys, wave; print(wave.open(sys.argv[1]).getnframes())"
        let frames = try program.run(program: "/usr/bin/python3", ["-c", python, file]).output
        #expect(Double(frames.split(separator: "\n")[0]) == whole["recording"]?["frames"]?.number)
        #expect(abs((Double(frames.split(separator: "\n")[0]) ?? 0) - duration * 48_000) < 2)
        #expect(try JSON(program.run("meetings", "--json").output).elements.count == 1)
        #expect(try resume(input: "").status == 66, "it has ended, and there is nothing to go on with")
    }

    @Test func `has its updates still, and none that was written meanwhile`() async throws {
        let before = [("Ann", "ann's"), ("Cid", "cid's")]
        for (name, text) in before { #expect(try program.run("update", "daily", "--as", name, text).status == 0) }
        try await kill(at: 1.2, "--no-recording")
        for (name, text) in [("Ann", "later"), ("Bob", "bob's")] {
            #expect(try program.run("update", "daily", "--as", name, text).status == 0)
        }
        let result = try resume(input: "absent Cid\nend save\n")
        #expect(result.status == 0, "\(result.errors)")
        let shown = try events(result.output).filter { $0["event"] == "update.shown" }
        // Ann's was shown in the turn that is over.
        #expect(shown.map { $0["text"] } == ["cid's"])
        #expect(try latest()["updates"]?.elements.map { $0["text"] } == ["ann's", "cid's"])
        let waiting = try JSON(program.run("update", "daily", "--show", "--json").output)
        #expect(waiting.elements.map { $0["text"] } == ["later", "bob's"])
    }

    @Test func `without a recording continues too, and loses at most a second`() async throws {
        try await kill(at: 2.5, "--no-recording")
        let result = try resume(input: "end save\n")
        #expect(result.status == 0, "\(result.errors)")
        let whole = try latest()
        #expect(whole["state"] == "finished" && whole["recording"] == .null)
        #expect((whole["duration"]?.number ?? 0) >= 1.5)
        #expect(whole["pauses"]?.elements.map { $0["reason"] } == ["interruption"])
    }

    @Test func `is reported until it is decided, and stays when it is kept`() async throws {
        try await kill(at: 1.2, "--no-recording")
        #expect(try program.run("meetings", "--json").errors.contains("was interrupted"), "at the first start")
        let line = try program.run("meetings").errors
        for part in ["interrupted after", "standup start Daily --resume", "standup keep-meeting ", "delete-meeting "] {
            #expect(line.contains(part), "\(line)")
        }
        #expect(line.split(separator: "\n").count == 1)
        #expect(try program.run("show", "daily").errors == line)
        #expect(try program.run("keep-meeting", "latest").status == 0)
        #expect(try program.run("meetings").errors == "")
        #expect(try latest()["state"] == "interrupted")
        let again = try program.run("keep-meeting", "latest")
        #expect(again.status == 66)
        #expect(again.errors.hasSuffix("because it was kept as it is, or its time was over; it stays as it is\n"))
        let result = try resume(input: "")
        #expect(result.status == 66)
        #expect(result.errorLines.count == 1 && result.errors.contains("has no meeting to resume"))
    }

    @Test func `a new meeting of the standup says how to resume the old one, and then replaces it`() async throws {
        try await kill(at: 1.2, "--no-recording")
        _ = try program.run("meetings")
        let result = try program.run(["start", "daily", "--no-recording"] + Self.quiet, input: "end save\n")
        #expect(result.status == 0)
        #expect(result.errorLines.count == 1 && result.errors.contains("--resume"), "\(result.errors)")
        #expect(try program.run("meetings").errors == "")
        let resumed = try resume(input: "")
        let kept = try program.run("keep-meeting", "daily/2")
        for refused in [resumed, kept] {
            #expect(refused.status == 66 && refused.errors.contains("because a newer meeting of the standup was held"))
        }
        #expect(try JSON(program.run("meetings", "--json").output).elements.count == 2)
    }

    @Test(arguments: [
        ["--no-recording"], ["--sample-rate", "16000"], ["--clock", "virtual"], ["--time", "shared"],
        ["--warning", "5s"],
    ])
    func `continues unchanged, and takes no options that would change it`(arguments: [String]) throws {
        let result = try program.run(["start", "daily", "--resume"] + arguments)
        #expect(result.status == 64)
    }
}

extension JSON {
    fileprivate var number: Double? { if case .number(let number) = self { number } else { nil } }
    fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }
    /// The meeting time of an event.
    fileprivate var at: Double { self["at"]?.number ?? 0 }
}
