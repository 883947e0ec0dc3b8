import Testing
import TestSupport

/// Completion in real shells: the line after Tab, and the words that the shell passes on.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `Completion in a shell` {
    /// A shell with the completions read and a command that shows its words.
    struct Shell: CustomTestStringConvertible, Sendable {
        let name: String
        let command: String
        let prompt: String
        let setUp: String

        var testDescription: String { name }
    }

    static let shells = [
        Shell(
            name: "bash", command: "bash --norc --noprofile", prompt: "bash-",
            setUp: #"source <(standup completions bash); show() { printf '<%s>' "$@" .; echo; }"#),
        Shell(
            name: "zsh", command: "zsh -f", prompt: "%|#",
            setUp: #"autoload -U compinit; compinit -u -D; source <(standup completions zsh); "#
                + #"show() { printf '<%s>' "$@" .; echo; }"#),
        Shell(
            name: "fish", command: "fish --no-config", prompt: ">|#",
            setUp: "standup completions fish | source; function show; printf '<%s>' $argv .; echo; end"),
    ]

    /// A title that every shell would read as something else, and the start of it that is typed.
    private static let titles = [
        ("De", "Design review"), ("it", "it's \"so\""), ("a\\&", "a&b;*?"), ("Te", "Team: one"),
        ("back", #"back\slash"#),
        ("회", "회의"),
    ]

    @Test(arguments: shells)
    func `Tab completes a topic, and quotes a title, so the shell passes it unchanged and runs nothing in it`(
        _ shell: Shell
    ) async throws {
        let program = try Program()
        let mark = program.folder + "/m"
        for (_, title) in Self.titles { #expect(try program.run("create", title, "Ann", "Jo Ann").status == 0) }
        let hostile = "Zoo $(touch ~/m) `touch ~/m`"
        let id = try program.run("create", hostile, "Ann").output.prefix { $0 != "\n" }
        let folder = Program.path.split(separator: "/").dropLast().joined(separator: "/")
        let terminal = try await TerminalSession(
            program, environment: ["PATH": "/\(folder):/usr/bin:/bin"], shell: shell.command, prompt: shell.prompt)
        try await terminal.enter(shell.setUp)
        try await terminal.enter("show ready")
        try await terminal.screen("the set-up") { $0.contains("<ready><.>") }

        func complete(_ typed: String, to words: [String]) async throws {
            try await terminal.type(typed)
            try await terminal.press("Tab")
            // A complete word ends with a space.
            try await terminal.type("end")
            try await terminal.press("C-a")
            try await terminal.enter("show ")
            let shown = (["standup"] + words + ["end", "."]).map { "<\($0)>" }.joined()
            try await terminal.screen(shown) { $0.contains(shown) }
        }
        for (typed, title) in Self.titles { try await complete("standup show " + typed, to: ["show", title]) }
        try await complete("standup edit Team\\:\\ one --remove J", to: ["edit", "Team: one", "--remove", "Jo Ann"])
        // Added to the parser's script at a text that the parser may change.
        try await complete("standup help key", to: ["help", "keys"])
        let isQuoted = shell.name != "bash"
        try await complete(
            "standup show " + (isQuoted ? "Zo" : String(id.prefix(8))), to: ["show", isQuoted ? hostile : String(id)])
        #expect(!exists(mark))
    }
}
