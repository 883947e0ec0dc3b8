import Glibc
import ProgramSupport
import Testing

/// The few lines on a terminal, and the keys.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `The live view` {
    private static let start = "standup start Daily --input silence --output none --recognizer none; echo status $?"

    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cal", "--length", "15m").status == 0)
    }

    /// A terminal on which the meeting has begun.
    private func begin() async throws -> TerminalSession {
        let folder = Program.path.split(separator: "/").dropLast().joined(separator: "/")
        let terminal = try await TerminalSession(program, environment: ["PATH": "/\(folder):/usr/bin:/bin"])
        try await terminal.enter(Self.start)
        try await terminal.screen("the first speaker") { $0.contains("Ann is speaking") }
        return terminal
    }

    /// Checks that the terminal is as it was before: it echoes, line by line, and shows the cursor.
    private func checkTerminal(_ terminal: TerminalSession) async throws {
        #expect(try await terminal.showsCursor)
        try await terminal.enter("stty -a")
        let settings = try await terminal.screen("the terminal's settings") { $0.contains("-noflsh") }
        let words = Set(settings.split { $0 == " " || $0 == "\n" || $0 == ";" })
        #expect(words.isSuperset(of: ["echo", "icanon", "isig", "icrnl"]))
    }

    @Test func `shows who speaks, what is left, the level and who is next, and obeys its keys`() async throws {
        let terminal = try await begin()
        let screen = try await terminal.screen("the level") { $0.contains("mic ▯") }
        #expect(screen.contains("Speaker 1 of 3"))
        #expect(screen.contains("next: Ben"))
        #expect(screen.contains("● recording"))
        #expect(screen.contains("of 15:00 left"))
        #expect(screen.contains("n next"))
        #expect(try await !terminal.showsCursor)
        try await terminal.screen("the countdown and its bar") { $0.contains(" 4:") && $0.contains("━─") }

        try await terminal.type("n")
        try await terminal.screen("the second speaker") {
            $0.contains("Ben is speaking") && $0.contains("Speaker 2 of 3") && $0.contains("next: Cal")
        }
        try await terminal.type("p")
        try await terminal.screen("the first speaker again") {
            $0.contains("Ann is speaking") && $0.contains("Speaker 1 of 3")
        }
        try await terminal.type(" ")
        try await terminal.screen("the pause") { $0.contains("paused") && $0.contains("space resume") }
        try await terminal.type(" ")
        try await terminal.screen("the end of the pause") { !$0.contains("paused") && $0.contains("Ann is speaking") }
        try await terminal.type("l")
        try await terminal.screen("the next one, and then another") {
            $0.contains("Ben is speaking") && $0.contains("Speaker 1 of 3") && $0.contains("next: Cal")
        }
        try await terminal.type("e")
        try await terminal.screen("30 seconds more") { $0.contains("of 15:30 left") }

        try await terminal.type("q")
        try await terminal.screen("the question") {
            $0.contains("End the meeting?") && $0.contains("[s] save") && $0.contains("[d] discard")
                && $0.contains("[r] resume")
        }
        try await terminal.type("r")
        try await terminal.screen("the meeting, going on") { !$0.contains("End the meeting?") && $0.contains("n next") }
        try await terminal.type("q")
        try await terminal.screen("the question") { $0.contains("End the meeting?") }
        try await terminal.type("s")
        let last = try await terminal.screen("the end") { $0.contains("status 0") }
        #expect(last.contains("ended"))
        try await checkTerminal(terminal)
        let document = try JSON(program.run("meeting", "latest", "--json").output)
        #expect(document["state"] == "finished")
        #expect(
            document["pauses"]?.elements.compactMap { $0["reason"]?.text } == ["user", "question", "question"])
    }

    @Test func `discards when told so`() async throws {
        let terminal = try await begin()
        try await terminal.type("q")
        try await terminal.screen("the question") { $0.contains("End the meeting?") }
        try await terminal.type("d")
        try await terminal.screen("the end") { $0.contains("status 0") && $0.contains("discarded") }
        try await checkTerminal(terminal)
        #expect(try JSON(program.run("meetings", "--json").output) == [])
        #expect(names(in: program.data + "/recordings") == [])
    }

    @Test func `gives the terminal back when it is interrupted`() async throws {
        let terminal = try await begin()
        try await terminal.press("C-c")
        try await terminal.screen("the end") { $0.contains("status 130") }
        try await checkTerminal(terminal)
        #expect(try JSON(program.run("meeting", "latest", "--json").output)["state"] == "finished")
    }

    @Test func `is not there without a terminal`() throws {
        let result = try program.run(
            "start", "Daily", "--input", "silence", "--output", "none", "--recognizer", "none", input: "end save\n")
        #expect(result.status == 0)
        #expect(result.output == "")
        #expect(!result.errors.contains("\u{1B}"))
    }
}
