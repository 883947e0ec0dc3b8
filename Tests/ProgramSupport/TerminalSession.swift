/// A shell on a terminal that can be read: in a tmux of its own.
package final class TerminalSession: Sendable {
    // Its folder holds the socket.
    private let program: Program
    private let environment: [String: String]
    private let multiplexer: String

    private var socket: String { program.folder + "/tmux" }

    /// Opens a terminal on which a shell runs; it ends after three minutes whatever happens.
    ///
    /// One of `prompt`, parted by `|`, is on the screen when the shell is ready.
    package init(
        _ program: Program, environment: [String: String] = [:], columns: Int = 100, rows: Int = 30,
        shell: String = "bash --norc --noprofile", prompt: String = "bash-"
    ) async throws {
        self.program = program
        self.environment = program.variables(environment)
        multiplexer = try installed("tmux")
        try await tmux(
            "-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)",
            "exec timeout --foreground -s KILL 180 \(shell)")
        let prompts = prompt.split(separator: "|")
        try await screen("a prompt") { screen in prompts.contains { screen.contains($0) } }
    }

    deinit {
        ChildProcess.leave(multiplexer, ["-S", socket, "kill-server"], environment: environment)
    }

    /// Types text as it stands.
    package func type(_ text: String) async throws {
        try await tmux("send-keys", "-l", text)
    }

    /// Types a line.
    package func enter(_ line: String) async throws {
        try await type(line)
        try await press("Enter")
    }

    /// Presses a key that has a name, such as `Enter` or `C-c`.
    package func press(_ key: String) async throws {
        try await tmux("send-keys", key)
    }

    /// Waits until the screen is as wanted, and returns it.
    @discardableResult
    package func screen(_ what: String, where condition: (String) -> Bool) async throws -> String {
        let limit = now() + .seconds(60)
        while true {
            let screen = try await tmux("capture-pane", "-p")
            if condition(screen) { return screen }
            if now() > limit { throw TimeIsUp(description: "waited in vain for \(what); the screen:\n\(screen)") }
        }
    }

    /// Gives the terminal another size.
    package func resize(columns: Int, rows: Int) async throws {
        try await tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Takes the terminal away from whatever runs on it.
    package func hangUp() async throws {
        try await tmux("kill-server")
    }

    /// Whether a program's own screen is shown in place of the shell's.
    package var showsAlternateScreen: Bool {
        get async throws { try await tmux("display-message", "-p", "#{alternate_on}").hasPrefix("1") }
    }

    /// Whether the cursor can be seen.
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
