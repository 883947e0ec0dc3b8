import Glibc
import Testing
import TestSupport

/// `standup start` on a terminal: the application, for one meeting.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `standup start on a terminal` {
    private static let quiet = "--input silence --output none --recognizer none"

    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cal", "--length", "15m").status == 0)
    }

    /// A terminal on which a meeting is started.
    ///
    /// From 100 columns on, the speaker's name is not text but large letters.
    private func start(
        _ options: String = quiet, environment: [String: String] = [:], columns: Int = 99, rows: Int = 30
    ) async throws -> TerminalSession {
        let folder = Program.path.split(separator: "/").dropLast().joined(separator: "/")
        let terminal = try await TerminalSession(
            program, environment: environment.merging(["PATH": "/\(folder):/usr/bin:/bin"]) { $1 }, columns: columns,
            rows: rows)
        try await terminal.enter("standup start Daily \(options); echo status $?")
        return terminal
    }

    /// A terminal on which the meeting has begun.
    private func begin(_ options: String = quiet) async throws -> TerminalSession {
        let terminal = try await start(options)
        try await terminal.screen("the first speaker") { $0.contains("Ann is speaking") }
        return terminal
    }

    private func latest() throws -> JSON { try JSON(program.run("meeting", "latest", "--json").output) }

    /// Checks that the terminal is as it was before: it echoes, line by line, and shows the cursor.
    private func checkTerminal(_ terminal: TerminalSession) async throws {
        #expect(try await terminal.showsCursor)
        #expect(try await !terminal.showsAlternateScreen)
        try await terminal.enter("stty -a")
        let settings = try await terminal.screen("the terminal's settings") { $0.contains("-noflsh") }
        let words = Set(settings.split { $0 == " " || $0 == "\n" || $0 == ";" })
        #expect(words.isSuperset(of: ["echo", "icanon", "isig", "icrnl"]))
    }

    /// Saves the meeting, and leaves its page.
    private func save(_ terminal: TerminalSession) async throws {
        try await terminal.type("q")
        try await terminal.screen("the question") { $0.contains("End the meeting?") }
        try await terminal.type("s")
        try await leavePage(terminal)
    }

    /// Leaves the page of the meeting that has ended.
    private func leavePage(_ terminal: TerminalSession) async throws {
        try await terminal.screen("what was said") { $0.contains("Transcript ──") }
        try await terminal.press("Escape")
    }

    @Test func `shows the speaker, the time left and the next one, obeys its keys, and ends with the meeting`()
        async throws
    {
        let terminal = try await begin()
        let screen = try await terminal.screen("the recording") { $0.contains("● recording") }
        #expect(screen.contains("Speaker 1 of 3"))
        #expect(screen.contains("Next: Ben"))
        #expect(screen.contains("n next"))
        #expect(try await terminal.showsAlternateScreen)

        try await terminal.type("n")
        try await terminal.screen("the second speaker") {
            $0.contains("Ben is speaking") && $0.contains("Speaker 2 of 3") && $0.contains("Next: Cal")
        }
        try await terminal.type("p")
        try await terminal.screen("the first speaker again") {
            $0.contains("Ann is speaking") && $0.contains("Speaker 1 of 3")
        }
        try await terminal.type(" ")
        try await terminal.screen("the pause") { $0.contains("paused, off the record") }
        try await terminal.type(" ")
        try await terminal.screen("the end of the pause") { !$0.contains("paused") && $0.contains("Ann is speaking") }
        try await terminal.type("l")
        try await terminal.screen("the next one, and then another") {
            $0.contains("Ben is speaking") && $0.contains("Speaker 1 of 3") && $0.contains("Next: Cal")
        }
        // One by one: keys that come together are a paste, which no meeting obeys.
        for _ in 0..<10 {
            let before = remaining(on: try await terminal.screen("the time left") { remaining(on: $0) > 0 })
            try await terminal.type("e")
            try await terminal.screen("more time") { remaining(on: $0) > before }
        }
        try await terminal.screen("five minutes more") { $0.contains(/Remaining (1[6-9]|20):/) }

        try await terminal.press("C-c")
        try await terminal.screen("the question") { $0.contains("End the meeting?") }
        try await terminal.type("r")
        try await terminal.screen("the meeting, going on") { !$0.contains("End the meeting?") }
        try await terminal.type("q")
        try await terminal.screen("the question") { $0.contains("End the meeting?") && $0.contains("Discard") }
        try await terminal.type("s")
        try await leavePage(terminal)
        let last = try await terminal.screen("the end") { $0.contains("status 0") }
        #expect(last.contains("Daily took ") && last.contains("See it: standup meeting"))
        try await checkTerminal(terminal)
        let document = try latest()
        #expect(document["state"] == "finished")
        #expect(
            document["pauses"]?.elements.compactMap { $0["reason"]?.text } == ["user", "question", "question"])
    }

    /// The seconds that the screen names as remaining; 0 if it names none.
    private func remaining(on screen: String) -> Int {
        guard let time = screen.firstMatch(of: /Remaining ([0-9]+):([0-9]+)/) else { return 0 }
        return (Int(time.1) ?? 0) * 60 + (Int(time.2) ?? 0)
    }

    @Test func `discards on request`() async throws {
        let terminal = try await begin()
        try await terminal.type("q")
        try await terminal.screen("the question") { $0.contains("End the meeting?") }
        try await terminal.type("d")
        try await terminal.screen("the way back") { $0.contains("Meeting discarded. Press u to undo.") }
        #expect(try JSON(program.run("meetings", "--json").output) == [])
        #expect(names(in: program.data + "/recordings").count == 1)
        try await terminal.type("u")
        try await terminal.screen("the meeting") {
            $0.contains("is back, as an interrupted one") && $0.contains(" 1 meeting ─")
        }
        try await terminal.press("End")
        #expect(try latest()["state"] == "interrupted")
        try await terminal.type("Dd")
        try await terminal.screen("the empty page") { $0.contains("Meeting deleted.") }
        try await terminal.press("C-c")
        try await terminal.screen("the end") { $0.contains("status 0") && $0.contains("discarded") }
        try await checkTerminal(terminal)
        #expect(try JSON(program.run("meetings", "--json").output) == [])
        #expect(names(in: program.data + "/recordings") == [])
    }

    @Test func `takes the settings, the rate and the devices that are named, for this meeting only`() async throws {
        let terminal = try await begin(
            "--input silence --output none --recognizer none --sample-rate 16000 --at-slot-end overtime --warning 20s")
        try await terminal.type("o")
        try await terminal.screen("that overtime was allowed") { $0.contains("next attendee") }
        try await save(terminal)
        try await terminal.screen("the end") { $0.contains("status 0") }
        #expect(try latest()["recording"]?["sampleRate"] == 16_000)
        #expect(try JSON(program.run("show", "Daily", "--json").output)["atSlotEnd"] == "advance")
        #expect(names(in: program.data + "/remembered") == [], "neither devices nor the place")

        try await terminal.enter("clear; standup start Daily \(Self.quiet) --no-recording; echo status $?")
        try await terminal.screen("the first speaker") {
            $0.contains("Ann is speaking") && $0.contains("not recording")
        }
        try await save(terminal)
        try await terminal.screen("the end") { $0.contains("status 0") }
        #expect(try latest()["recording"] == .null)
    }

    @Test func `waits for the hooks of its end`() async throws {
        let hook = program.folder + "/hook"
        try write("#!/bin/sh\nsleep 1\ntouch '\(program.folder)/hooked'\n", to: hook)
        try mustSucceed(chmod(hook, 0o700))
        try mustSucceed(mkdir(program.folder + "/config/standup", 0o700))
        try write("on-end: \(hook)\n", to: program.folder + "/config/standup/config.yaml")
        let terminal = try await begin()
        try await save(terminal)
        try await terminal.screen("the end") { $0.contains("status 0") }
        #expect(names(in: program.folder).contains("hooked"))
    }

    @Test func `asks about a missing microphone, and fails if cancelled`() async throws {
        let terminal = try await start("--input 'No such microphone' --output none --recognizer none")
        try await terminal.screen("the question") { $0.contains("Continue without recording") }
        try await terminal.press("Escape")
        try await terminal.screen("who is here") {
            $0.contains("Who is here?") && !$0.contains("Continue without recording")
        }
        try await terminal.press("Escape")
        try await terminal.screen("the end") { $0.contains("status 69") }
        #expect(try JSON(program.run("meetings", "--json").output) == [])
    }

    @Test func `reports before the screen that a meeting is already running, unless another is requested`() async throws
    {
        let text = TextCollector()
        let other = try ChildProcess(
            Program.path,
            ["start", "Daily", "--events", "--input", "silence", "--output", "none", "--recognizer", "none"],
            environment: program.variables(), onOutput: text.append)
        try await eventually("the first turn") { text.text.contains("turn.started") }
        let terminal = try await start()
        let refused = try await terminal.screen("the refusal") { $0.contains("status 1") }
        #expect(refused.contains("is already running") && refused.contains("--again"))
        try await terminal.enter("clear; standup start Daily \(Self.quiet) --again; echo status $?")
        try await terminal.screen("the second meeting") { $0.contains("Ann is speaking") }
        try await save(terminal)
        try await terminal.screen("the end") { $0.contains("status 0") }
        other.send("end save")
        #expect(try await other.wait() == 0)
        #expect(try JSON(program.run("meetings", "--json").output).elements.count == 2)
    }

    @Test func `resumes a meeting after the process that held it was killed`() async throws {
        let gone = try await begin()
        try await gone.type("n")
        try await gone.screen("the second speaker") { $0.contains("Ben is speaking") }
        let process = try #require(try JSON(program.run("status", "--json").output).elements.first?["process"]?.number)
        kill(pid_t(process), SIGKILL)
        try await gone.screen("the advice") { $0.contains("standup start Daily --resume") }
        try await eventually("the interruption") { try latest()["state"] == "interrupted" }
        let terminal = try await start()
        try await terminal.screen("the question") { $0.contains("Resume “Daily”?") }
        try await terminal.press("Escape")
        try await terminal.screen("the end") { $0.contains("status 1") }
        try await terminal.enter("clear; standup start Daily \(Self.quiet) --resume; echo status $?")
        try await terminal.screen("the second speaker") { $0.contains("Ben is speaking") }
        try await save(terminal)
        try await terminal.screen("the end") { $0.contains("status 0") }
        #expect(try latest()["state"] == "finished")
    }

    @Test(arguments: [["TERM": "dumb"], ["TERM": "unheard-of"], [:]])
    func `prints a line for each event where the application cannot be shown, and says so`(
        environment: [String: String]
    ) async throws {
        // Without another type the window is too small.
        let assignments = environment.map { "export \($0)=\($1); " }.joined()
        let terminal = try await start(
            "--help >/dev/null; clear; \(assignments)standup start Daily \(Self.quiet)",
            columns: environment.isEmpty ? 39 : 100, rows: 30)
        try await terminal.screen("the first line") {
            $0.replacing("\n", with: "").contains("events are printed as lines")
                && $0.contains("Ann is speaking")
        }
        try await terminal.enter("next")
        try await terminal.screen("the second speaker") { $0.contains("Ben is speaking") && $0.contains("ding!") }
        try await terminal.enter("end save")
        try await terminal.screen("the end") { $0.contains("the meeting has ended") && $0.contains("status 0") }
        #expect(try latest()["state"] == "finished")
    }

    @Test func `without a terminal, prints lines and reads commands`() throws {
        let result = try program.run(
            ["start", "Daily", "--input", "silence", "--output", "none", "--recognizer", "none"],
            input: "next\nend save\n")
        #expect(result.status == 0)
        for line in ["Daily has started", "Ann is speaking", "ding!", "Ben is speaking", "next: Cal"] {
            #expect(result.output.contains(line), "\(result.output)")
        }
        #expect(result.errors.contains("events are printed as lines"))
        #expect(!(result.output + result.errors).contains("\u{1B}"))
    }
}
