import Glibc
import Testing
import TestSupport

@testable import standup

/// Signals to the built program, and the loss of its terminal.
@Suite(.timeLimit(.minutes(10))) struct `Signals and terminals that go away` {
    private let program: Program
    private static let quiet = ["--input", "silence", "--output", "none", "--recognizer", "none"]

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Bob", "--length", "8h").status == 0)
    }

    private func latest() throws -> JSON { try JSON(program.run("meeting", "latest", "--json").output) }

    /// Starts a meeting on a terminal, with standard error elsewhere.
    ///
    /// It is not a controlling terminal, so it closes without a signal.
    private func startOnTerminal() throws -> (process: pid_t, terminal: Int32, line: Int32) {
        let (terminal, line) = try openTerminal()
        let errors = open(program.folder + "/errors", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(errors) }
        let process = try spawn(
            Program.path, ["start", "daily"] + Self.quiet, environment: program.variables(),
            descriptors: [line, line, errors])
        var shown = ""
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !shown.contains("is speaking") {
            var output = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
            try #require(poll(&output, 1, 300_000) == 1, "\(shown)")
            let count = Glibc.read(terminal, &bytes, bytes.count)
            try #require(count > 0, "\(shown)")
            shown += String(decoding: bytes[..<count], as: UTF8.self)
        }
        return (process, terminal, line)
    }

    /// Starts a meeting with events, started by a shell that ignores signals, and waits until its first turn.
    private func startEvents(_ text: TextCollector, ignoring signals: String = "") async throws -> ChildProcess {
        let trap = signals.isEmpty ? "" : "trap '' \(signals); "
        let process = try ChildProcess(
            "/bin/sh", ["-c", trap + "exec \"$@\"", "sh", Program.path, "start", "daily", "--events"] + Self.quiet,
            environment: program.variables(), onOutput: text.append)
        try await eventually("the first turn") { text.text.contains("turn.started") }
        return process
    }

    @Test func `a terminal that is gone leaves the meeting running`() throws {
        let (process, terminal, line) = try startOnTerminal()
        close(terminal)
        close(line)
        #expect(wait(for: process) == 128 + SIGHUP)
        #expect(try latest()["state"] == "live")
        #expect(try program.run("tell", "daily", "end", "save").status == 0)
    }

    @Test func `SIGHUP does not end a meeting; another process can`() async throws {
        let text = TextCollector()
        let process = try await startEvents(text)
        process.signal(SIGHUP)
        #expect(try program.run("tell", "daily", "pause").status == 0)
        #expect(try program.run("tell", "daily", "end", "save").status == 0)
        #expect(try await process.wait() == 0)
        let last = try text.lines.last.map { try JSON($0.text) }
        #expect(last?["event"] == "meeting.ended" && last?["reason"] == "saved")
        #expect(try latest()["state"] == "finished")
    }

    @Test func `Control-backslash does not end a meeting that this process holds`() throws {
        let (terminal, line) = try openTerminal()
        defer {
            close(terminal)
            close(line)
        }
        let errors = program.folder + "/errors"
        let descriptor = open(errors, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let process = try spawn(
            Program.path, ["start", "daily"] + Self.quiet, environment: program.variables(["TERM": "dumb"]),
            descriptors: [line, line, descriptor])
        try eventually("the first turn") { try program.run("status").output.hasPrefix("Daily: Ann") }
        kill(process, SIGQUIT)
        try eventually("a note") { try read(errors).contains("the meeting goes on here") }
        #expect(try program.run("tell", "daily", "end", "save").status == 0)
        #expect(wait(for: process) == 0)
        #expect(try latest()["state"] == "finished")
    }

    @Test func `signals that were ignored at the start stay ignored`() async throws {
        let text = TextCollector()
        let process = try await startEvents(text, ignoring: "HUP INT TERM")
        for signal in [SIGHUP, SIGINT, SIGTERM] { process.signal(signal) }
        process.send("next")
        try await eventually("Bob's turn") { text.lines.count { $0.text.contains("turn.started") } == 2 }
        process.send("end save")
        #expect(try await process.wait() == 0)
        #expect(try JSON(text.lines.last?.text ?? "")["reason"] == "saved")
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal saves the meeting on a terminal, and gives the terminal back`(signal: Int32) throws {
        let (process, terminal, line) = try startOnTerminal()
        defer {
            close(terminal)
            close(line)
        }
        kill(process, signal)
        #expect(wait(for: process) == 128 + signal)
        #expect(try latest()["state"] == "finished")
        var settings = termios()
        try mustSucceed(tcgetattr(line, &settings))
        #expect(settings.c_lflag & tcflag_t(ICANON | ECHO) == tcflag_t(ICANON | ECHO))
        #expect(try read(program.folder + "/errors").contains("standup meeting"))
    }

    @Test func `a blocked terminal delays no signal`() throws {
        let (process, terminal, line) = try startOnTerminal()
        defer {
            close(terminal)
            close(line)
        }
        // As by Ctrl-S, which is a key here.
        try mustSucceed(tcflow(line, TCOOFF))
        var output = pollfd(fd: line, events: Int16(POLLOUT), revents: 0)
        try eventually("the terminal takes nothing") { poll(&output, 1, 0) == 0 }
        kill(process, SIGTERM)
        #expect(wait(for: process) == 128 + SIGTERM)
        #expect(try latest()["state"] == "finished")
    }

    @Test func `a terminal that cannot move its cursor is shown plain lines and takes commands`() throws {
        let result = try program.runOnTerminal(
            ["start", "daily"] + Self.quiet, typing: "pause\nresume\nnext\nend save\n", environment: ["TERM": "dumb"])
        #expect(result.status == 0)
        for line in ["Ann is speaking", "paused", "resumed", "Bob is speaking", "the meeting has ended"] {
            #expect(result.output.contains(line), "\(result.output)")
        }
        #expect(!result.output.contains("\u{1B}"))
        #expect(try latest()["state"] == "finished")
    }

    @Test(arguments: [("pause", "advance"), ("shorten 8h", "overtime")])
    func `a meeting without possible commands ends, and reports why`(command: String, atSlotEnd: String) throws {
        let result = try program.run(
            ["start", "daily", "--headless", "--at-slot-end", atSlotEnd] + Self.quiet, input: command + "\n")
        #expect(result.status == 0)
        #expect(result.errors.contains("standard input has ended"), "\(result.errors)")
        #expect(try latest()["state"] == "finished")
    }

    @Test func `only another request after a second ends at once, and no hangup does`() {
        var requests = StopRequests()
        #expect(requests.take(SIGTERM, at: .seconds(5)) == .stop)
        #expect(requests.take(SIGINT, at: .seconds(6)) == .wait, "the same request, by another way")
        #expect(requests.take(SIGHUP, at: .seconds(9)) == .wait)
        #expect(requests.take(SIGINT, at: .seconds(6.1)) == .endAtOnce)
        #expect(requests.first == SIGTERM)
    }
}
