import Glibc
import Testing
import TestSupport

/// A small program that reports its input, on a real pseudoterminal.
@Suite(.timeLimit(.minutes(10))) struct ProbeTests {
    @Test func `keys, pastes and the mouse arrive from a terminal`() async throws {
        let probe = try ProbeRun()
        try await probe.isReady()
        for (bytes, event) in [
            ("a", #"character("a")"#), ("한", #"character("한")"#), ("\u{1B}OA", "up"), ("\u{1B}[5~", "pageUp"),
            ("\u{1B}", "escape"), ("\u{1B}x", #"alt("x")"#), ("\r", "enter"), ("\u{7F}", "backspace"),
            ("\u{3}", #"control("c")"#), ("\u{1B}[200~a\u{1B}[31m\nb\u{1B}[201~", #"paste("a[31m\nb")"#),
            ("\u{1B}[<0;16;3M\u{1B}[<0;16;3m", "select(1)"), ("\u{1B}[<64;1;1M", "command(StandupFeatures.Command.up)"),
        ] {
            probe.type(bytes)
            try await eventually("\(event) after \(probe.events)") { probe.events.last?.contains(event) == true }
        }
        probe.type("q")
        #expect(try await probe.end() == 0)
        #expect(probe.events.last == "bye")
    }

    @Test(arguments: [
        ("S", [128 + SIGSEGV]), ("T", [128 + SIGILL, 128 + SIGTRAP]), ("A", [128 + SIGABRT]), ("E", [3]), ("q", [0]),
    ])
    func `the terminal is given back, however the program ends`(key: String, codes: [Int32]) async throws {
        let probe = try ProbeRun()
        let before = probe.initialSettings
        try await probe.isReady()
        #expect(probe.settings != before)
        probe.type(key)
        let status = try await probe.end(with: before)
        #expect(codes.contains(status))
        expectRestored(probe.output)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `a signal is reported to the application, which ends in its own time`(signal: Int32) async throws {
        let probe = try ProbeRun()
        let before = probe.initialSettings
        try await probe.isReady()
        probe.signal(signal)
        #expect(try await probe.end(with: before) == 0)
        #expect(probe.events == ["signal \(signal)", "bye"])
        expectRestored(probe.output)
    }

    @Test func `a signal that kills from outside gives the terminal back and still kills`() async throws {
        let probe = try ProbeRun()
        let before = probe.initialSettings
        try await probe.isReady()
        probe.signal(SIGSEGV)
        #expect(try await probe.end(with: before) == 128 + SIGSEGV)
        expectRestored(probe.output)
    }

    @Test func `output of libraries on standard error is shown at the end`() async throws {
        let probe = try ProbeRun()
        try await probe.isReady()
        probe.type("W")
        try await eventually("the key arrived") { probe.events.count == 1 }
        probe.type("q")
        #expect(try await probe.end() == 0)
        let parts = probe.output.split(separator: "\u{1B}[?1049l")
        #expect(parts.count == 2)
        #expect(!parts[0].contains("chatter"))
        #expect(parts.last?.contains("chatter of a library") == true)
    }

    @Test func `the message of a trap is read after the screen is given back`() async throws {
        let probe = try ProbeRun()
        try await probe.isReady()
        probe.type("T")
        _ = try await probe.end()
        let parts = probe.output.split(separator: "\u{1B}[?1049l")
        #expect(!parts[0].contains("on purpose"))
        #expect(parts.last?.contains("a trap on purpose") == true)
    }

    @Test func `a window of another size is drawn in that size`() async throws {
        let probe = try ProbeRun()
        try await probe.isReady()
        probe.resize(columns: 100, rows: 30)
        try await eventually("it was noticed") { probe.events.last?.contains("columns: 100, rows: 30") == true }
        probe.resize(columns: 39, rows: 11)
        try await eventually("it is too small") { probe.output.contains("at least 40×12") }
        // Takes no key whose effect would not be seen.
        probe.type("x\u{0C}")
        try await eventually("it is drawn again") { probe.output.split(separator: "at least 40×12").count == 3 }
        probe.resize(columns: 80, rows: 24)
        try await eventually("it is large enough") { probe.events.contains { $0.contains("columns: 80, rows: 24") } }
        #expect(!probe.events.contains { $0.contains("key") })
        probe.type("q")
        #expect(try await probe.end() == 0)
    }

    @Test(arguments: [
        ("dumb", "the terminal type dumb cannot move the cursor"),
        ("nonsense", "the terminal type nonsense is unknown"),
        (nil, "TERM is not set"), ("", "TERM is not set"),
    ])
    func `a terminal that cannot be drawn on is not touched, and the commands that do without are named`(
        type: String?, reason: String
    ) async throws {
        let probe = try ProbeRun(["TERM": type])
        let before = probe.initialSettings
        #expect(try await probe.end(with: before) == 2)
        #expect(probe.output.contains(reason))
        #expect(probe.output.contains("standup list, standup start STANDUP"))
        #expect(!probe.output.contains("\u{1B}"))
    }

    @Test(arguments: ["xterm-of-nobody", "foot-of-nobody", "alacritty-of-nobody", "wezterm-of-nobody"])
    func `a terminal whose description is not installed is drawn on as xterm-256color, and that is said`(
        type: String
    ) async throws {
        let probe = try ProbeRun(["TERM": type])
        try await probe.isReady()
        probe.type("q")
        #expect(try await probe.end() == 0)
        #expect(probe.output.contains("48;5;17m"))
        #expect(probe.output.contains("the terminal type \(type) is not installed here; xterm-256color was used"))
    }

    @Test func `without a terminal it is an error`() throws {
        let program = try Program()
        let result = try program.run(program: ProbeRun.path, [], environment: ["TERM": "xterm"])
        #expect(result.status == 2)
        #expect(result.output == "")
        #expect(result.errors.contains("needs a terminal"))
    }

    @Test(
        arguments: [
            (["LC_ALL": "C"], "+", "╭"), (["LC_ALL": "xx_YY.UTF-8"], "╭", "?"),
            (["LC_ALL": nil], "╭", "?"), (["LC_ALL": nil, "LANG": "POSIX"], "+", "╭"),
        ] as [([String: String?], String, String)])
    func `lines are drawn as the locale allows`(locale: [String: String?], present: String, absent: String) async throws
    {
        let probe = try ProbeRun(locale)
        try await probe.isReady()
        probe.type("q")
        _ = try await probe.end()
        #expect(probe.output.contains(present + (present == "+" ? "-" : "─") + " Probe"))
        #expect(!probe.output.contains(absent + "─"))
    }

    @Test(
        arguments: [
            ("xterm-256color", nil, "48;5;17m", true), ("xterm-256color", "1", "48;5;", false),
            ("xterm-256color", "", "48;5;17m", true), ("linux", nil, "44m", true), ("linux", "1", "44m", false),
            ("vt100", nil, "44m", false), ("screen", nil, "44m", true),
        ] as [(String, String?, String, Bool)])
    func `themes have the colors that there are, and the palette stays the user's`(
        type: String, noColor: String?, sequence: String, isThere: Bool
    ) async throws {
        let probe = try ProbeRun(["TERM": type, "NO_COLOR": noColor])
        try await probe.isReady()
        probe.type("q")
        #expect(try await probe.end() == 0)
        #expect(probe.output.contains(sequence) == isThere)
        #expect(!probe.output.contains("\u{1B}]4;") && !probe.output.contains("\u{1B}]P"))
    }

    @Test(arguments: [("ffff/ffff/ffff", "38;5;24m", "38;5;81m"), ("0000/2b2b/3636", "38;5;81m", "38;5;24m")])
    func `the terminal is asked for its background, and the answer is drawn, not typed`(
        color: String, present: String, absent: String
    ) async throws {
        let probe = try ProbeRun()
        try await probe.isReady()
        #expect(probe.output.contains("\u{1B}]11;?\u{1B}\\\u{1B}[c"))
        #expect(!probe.output.contains(present))
        probe.type("\u{1B}]11;rgb:\(color)\u{1B}\\\u{1B}[?64;1c")
        try await eventually("the colors fit") { probe.output.contains(present) }
        #expect(!probe.output.contains(absent))
        #expect(probe.events == [])
        probe.type("q")
        #expect(try await probe.end() == 0)
    }

    @Test(arguments: ["linux", "vt100"])
    func `a terminal that might print the question is not asked`(type: String) async throws {
        let probe = try ProbeRun(["TERM": type])
        try await probe.isReady()
        probe.type("q")
        #expect(try await probe.end() == 0)
        #expect(!probe.output.contains("]11;?"))
    }

    @Test func `with a key only the rows that change are sent`() async throws {
        let probe = try ProbeRun()
        try await probe.isReady()
        probe.type("a")
        try await eventually("the key is shown") { probe.output.contains("character(\"a\")") }
        let before = probe.output.count
        probe.type("b")
        try await eventually("the key is shown") { probe.output.contains("character(\"b\")") }
        probe.type("q")
        _ = try await probe.end()
        #expect(probe.output.dropFirst(before).contains("character(\"b\")"))
        #expect(!probe.output.dropFirst(before).contains("yellow"))
    }

    private func expectRestored(_ output: String) {
        // Each of these was begun, and its end is the last that was said about it.
        for (begin, end) in [
            ("\u{1B}[?1049h", "\u{1B}[?1049l"), ("\u{1B}[?25l", "\u{1B}[?25h"), ("\u{1B}[?1000h", "\u{1B}[?1000l"),
            ("\u{1B}[?1006h", "\u{1B}[?1006l"), ("\u{1B}[?2004h", "\u{1B}[?2004l"), ("\u{1B}[?1h", "\u{1B}[?1l"),
        ] {
            let lastEnd = output.ranges(of: end).last?.lowerBound
            let lastBegin = output.ranges(of: begin).last?.lowerBound
            #expect(
                lastBegin != nil && lastEnd ?? output.startIndex > lastBegin ?? output.startIndex,
                "\(end.debugDescription)")
        }
    }
}
