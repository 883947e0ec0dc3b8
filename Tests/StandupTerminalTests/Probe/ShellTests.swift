import Glibc
import Testing
import TestSupport

/// The probe in a shell, on a terminal whose screen the test can read.
@Suite(.timeLimit(.minutes(10))) struct ShellTests {
    private func start(_ terminal: TerminalSession, variables: String = "") async throws {
        try await terminal.enter("clear; \(variables) \(ProbeRun.path)")
        try await terminal.screen("the probe") { $0.contains("yellow") }
    }

    @Test func `letters of every width leave the frame where it is`() async throws {
        let terminal = try await TerminalSession(Program(), columns: 80, rows: 24)
        try await start(terminal)
        let lines = try await terminal.screen("the probe") { $0.contains("╰") }.split(separator: "\n")
        #expect(lines.first.map(String.init) == "╭─ Probe 스탠드업 " + String(repeating: "─", count: 61) + "╮")
        // Each text between two marks takes nine columns, so the frame is in the last column.
        let marks = "│가나다|ab!👨👍❤ |ab!e\u{301}ñDE|ab  !1 क्षि|ab !"
        #expect(lines.dropFirst().first.map(String.init) == marks + String(repeating: " ", count: 38) + "│")
    }

    @Test func `Ctrl-Z gives the terminal to the shell, and fg takes it back`() async throws {
        let terminal = try await TerminalSession(Program(), columns: 80, rows: 24)
        try await start(terminal)
        try await terminal.press("C-z")
        try await terminal.screen("the shell's word") { $0.contains("Stopped") && !$0.contains("yellow") }
        #expect(try await terminal.showsCursor)
        try await terminal.enter("echo $((6 * 7)) here")
        try await terminal.screen("the shell's answer") { $0.contains("42 here") }
        try await terminal.resize(columns: 90, rows: 24)
        try await terminal.enter("fg")
        try await terminal.screen("the probe in its new size") { $0.contains("yellow") && $0.contains("resumed") }
        #expect(try await terminal.showsAlternateScreen)
        try await terminal.type("n")
        let screen = try await terminal.screen("the key") { $0.contains("character(\"n\")") }
        #expect(
            screen.split(separator: "\n").first.map(String.init) == "╭─ Probe 스탠드업 " + String(repeating: "─", count: 71)
                + "╮")
        #expect(screen.ranges(of: "resumed").count == 1)
        try await terminal.type("q")
        try await terminal.screen("the shell") { !$0.contains("yellow") }
    }

    @Test func `stopped by another process and continued in the background, it waits for the foreground`() async throws
    {
        let terminal = try await TerminalSession(Program(), columns: 80, rows: 24)
        try await start(terminal)
        try await terminal.press("C-z")
        try await terminal.screen("the shell") { $0.contains("Stopped") }
        try await terminal.enter("clear; bg; while ! jobs -l | grep 'tty output'; do :; done; echo waits")
        let screen = try await terminal.screen("it stopped again") { $0.contains("waits\n") }
        #expect(!screen.contains("yellow"))
        try await terminal.enter("fg")
        try await terminal.screen("the probe") { $0.contains("yellow") }
        try await terminal.type("q")
        try await terminal.screen("the shell") { !$0.contains("yellow") }
    }

    @Test func `when the terminal goes away, the program notices and ends`() async throws {
        let program = try Program()
        let terminal = try await TerminalSession(program, columns: 80, rows: 24)
        let log = program.folder + "/log"
        try await terminal.enter("clear; \(ProbeRun.path) \(log)")
        try await terminal.screen("the probe") { $0.contains("yellow") }
        try await terminal.hangUp()
        try await eventually("the end of the program") { (try? read(log))?.hasSuffix("bye\n") == true }
        #expect(try read(log).contains("signal \(SIGHUP)\n"))
    }

    @Test func `Ctrl-L redraws over foreign output`() async throws {
        let program = try Program()
        let terminal = try await TerminalSession(program, columns: 80, rows: 24)
        try await terminal.enter("tty > \(program.folder)/tty")
        try await eventually("the name of the terminal") {
            (try? read(program.folder + "/tty"))?.hasSuffix("\n") == true
        }
        try await start(terminal)
        let line = open(String(try read(program.folder + "/tty").dropLast()), O_WRONLY | O_NOCTTY)
        defer { close(line) }
        let noise = "\u{1B}[1;1Hnoise of another program"
        _ = Glibc.write(line, noise, noise.utf8.count)
        try await terminal.screen("the noise") { $0.contains("noise") }
        try await terminal.press("C-l")
        try await terminal.screen("no noise") { !$0.contains("noise") && $0.contains("╭─ Probe") }
        try await terminal.type("q")
    }

    @Test func `the window can be any size at any moment`() async throws {
        let terminal = try await TerminalSession(Program(), columns: 80, rows: 24)
        try await start(terminal)
        for (columns, rows) in [(200, 50), (40, 12), (39, 12), (3, 2), (1, 1), (120, 40)] {
            try await terminal.resize(columns: columns, rows: rows)
        }
        let lines = try await terminal.screen("the last size") { $0.split(separator: "\n").count == 40 }
        #expect(lines.split(separator: "\n").first?.hasSuffix(String(repeating: "─", count: 101) + "╮") == true)
        try await terminal.type("q")
        try await terminal.screen("the shell") { !$0.contains("yellow") }
    }

    @Test func `true color is used where the terminal's description has it`() async throws {
        let program = try Program()
        try write(
            """
            direct|a terminal with direct color,
            \tRGB, colors#0x1000000, pairs#0x10000,
            \tsetaf=\\E[%?%p1%{8}%<%t3%p1%d%e38;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
            \tsetab=\\E[%?%p1%{8}%<%t4%p1%d%e48;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m,
            \tccc@, initc@, use=xterm-256color,

            """, to: program.folder + "/direct.ti")
        let compiled = try program.run(
            program: "/usr/bin/tic", ["-x", "-o", program.folder + "/terminfo", program.folder + "/direct.ti"])
        #expect(compiled.status == 0, "\(compiled.errors)")
        let probe = try ProbeRun(["TERM": "direct", "TERMINFO": program.folder + "/terminfo"])
        try await probe.isReady()
        probe.type("q")
        #expect(try await probe.end() == 0)
        // Navy, and white on it.
        #expect(probe.output.contains("\u{1B}[48;2;18;43;92m"))
        #expect(probe.output.contains("\u{1B}[38;2;255;255;255m"))
    }
}
