/// A shell on a readable terminal, in its own tmux.
package final class TerminalSession: Sendable {
    // Its folder contains the socket.
    private let program: Program
    private let environment: [String: String]
    private let multiplexer: String

    private let socket: String

    /// Starts a shell on a terminal; it ends after three minutes at most.
    ///
    /// The shell is ready when the screen shows one of the texts in `prompt`, separated by `|`.
    package init(
        _ program: Program, environment: [String: String] = [:], columns: Int = 100, rows: Int = 30,
        shell: String = "bash --norc --noprofile", prompt: String = "bash-"
    ) async throws {
        self.program = program
        self.environment = program.variables(environment)
        socket = program.folder + "/tmux-\(UInt32.random(in: .min ... .max))"
        multiplexer = try installed("tmux")
        try await tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
            "exec timeout --foreground -s KILL 600 \(shell)")
        let prompts = prompt.split(separator: "|")
        try await screen("a prompt") { screen in prompts.contains { screen.contains($0) } }
    }

    deinit {
        ChildProcess.leave(multiplexer, ["-S", socket, "kill-server"], environment: environment)
    }

    /// Types text.
    package func type(_ text: String) async throws {
        try await tmux("send-keys", "-l", text)
    }

    /// Types a line.
    package func enter(_ line: String) async throws {
        try await type(line)
        try await press("Enter")
    }

    /// Presses a named key, such as `Enter` or `C-c`.
    package func press(_ key: String) async throws {
        try await tmux("send-keys", key)
    }

    /// Waits until the screen satisfies a condition, and returns it.
    @discardableResult
    package func screen(_ what: String, where condition: (String) -> Bool) async throws -> String {
        let limit = now() + .seconds(300)
        while true {
            let screen = try await tmux("capture-pane", "-p")
            if condition(screen) { return screen }
            if now() > limit { throw TimeIsUp(description: "waited in vain for \(what); the screen:\n\(screen)") }
            // Each look runs a program, and the program under test needs the cores.
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Resizes the terminal.
    package func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Closes the terminal under the running program.
    package func hangUp() async throws {
        try await tmux("kill-server")
    }

    /// Whether the alternate screen is shown.
    package var showsAlternateScreen: Bool {
        get async throws { try await tmux("display-message", "-p", "#{alternate_on}").hasPrefix("1") }
    }

    /// Whether the cursor is visible.
    package var showsCursor: Bool {
        get async throws { try await tmux("display-message", "-p", "#{cursor_flag}").hasPrefix("1") }
    }

    @discardableResult
    private func tmux(_ arguments: String...) async throws -> String {
        let (status, text) = try await ChildProcess.run(
            multiplexer, ["-S", socket] + arguments, environment: environment)
        guard status == 0 else { throw TimeIsUp(description: "tmux \(arguments) ended with \(status)") }
        return text
    }
}
