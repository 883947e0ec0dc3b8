package import Glibc

/// The built program, run as a separate process with a temporary data folder.
package final class Program: Sendable {
    /// The result of a run.
    package struct Result {
        /// The exit code, or 128 plus the signal's number.
        package var status: Int32
        /// The standard output.
        package var output: String
        /// The standard error.
        package var errors: String

        /// The lines of standard error.
        package var errorLines: [Substring] { errors.split(separator: "\n") }
    }

    /// A temporary folder, removed with this value; it contains `data`, `config` and the test's files.
    package let folder: String

    /// Creates an empty data folder.
    package init() throws {
        folder = try makeTemporaryFolder()
        try mustSucceed(mkdir(folder + "/config", 0o700))
    }

    deinit { removeFolder(folder) }

    /// The file of the standups.
    package var data: String { folder + "/data" }

    /// Runs the program with a text as standard input, and waits for its end.
    package func run(
        _ arguments: String..., input: String = "", environment: [String: String] = [:], output: String? = nil
    ) throws -> Result {
        try run(arguments, input: input, environment: environment, output: output)
    }

    /// Runs the program, or another one, with standard output to a file, `output` if given.
    package func run(
        program: String = Program.path, _ arguments: [String], input: String = "", environment: [String: String] = [:],
        output: String? = nil
    ) throws -> Result {
        let run = folder + "/run-\(UInt64.random(in: .min ... .max))"
        try write(input, to: run + ".in")
        let descriptors = [
            open(run + ".in", O_RDONLY | O_CLOEXEC),
            open(output ?? run + ".out", O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
            open(run + ".err", O_RDWR | O_CREAT | O_CLOEXEC, 0o600),
        ]
        defer { for descriptor in descriptors { close(descriptor) } }
        let process = try spawn(program, arguments, environment: variables(environment), descriptors: descriptors)
        return Result(
            status: wait(for: process), output: output == nil ? try read(run + ".out") : "",
            errors: try read(run + ".err"))
    }

    /// Starts the program without waiting; discards its output unless descriptors are given.
    package func start(_ arguments: String..., descriptors: [Int32] = []) throws -> pid_t {
        try start(arguments, descriptors: descriptors)
    }

    /// Starts the program without waiting; discards its output unless descriptors are given.
    package func start(
        _ arguments: [String], environment: [String: String] = [:], descriptors: [Int32] = []
    ) throws -> pid_t {
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        return try spawn(
            Self.path, arguments, environment: variables(environment),
            descriptors: descriptors.isEmpty ? [nowhere, nowhere, nowhere] : descriptors)
    }

    /// Runs the program on a terminal of a width, types text, and returns the terminal's output.
    package func runOnTerminal(
        _ arguments: String..., typing: String = "", columns: UInt16 = 80, environment: [String: String] = [:]
    ) throws -> Result {
        try runOnTerminal(arguments, typing: typing, columns: columns, environment: environment)
    }

    /// Runs the program on a terminal of a width, types text, and returns the terminal's output.
    package func runOnTerminal(
        _ arguments: [String], typing: String = "", columns: UInt16 = 80, environment: [String: String] = [:]
    ) throws -> Result {
        let (terminal, line) = try openTerminal()
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try mustSucceed(ioctl(terminal, UInt(TIOCSWINSZ), &size))
        let process = try spawn(
            Self.path, arguments, environment: variables(environment), descriptors: [line, line, line])
        close(line)
        _ = Glibc.write(terminal, typing, typing.utf8.count)
        // Reading fails after the last process has closed the terminal.
        let sent = readAll(terminal)
        close(terminal)
        return Result(status: wait(for: process), output: sent, errors: "")
    }

    /// The environment of the program, without this process's variables.
    package func variables(_ more: [String: String] = [:]) -> [String: String] {
        var variables = [
            "STANDUP_DATA": data, "XDG_CONFIG_HOME": folder + "/config", "HOME": folder, "TZ": "Europe/Berlin",
            "COLUMNS": "80", "TERM": "xterm", "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8",
        ]
        variables.merge(more) { $1 }
        return variables
    }

    /// The path of the program, beside the tests.
    package static let path: String = {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        let tests = String(decoding: buffer[..<max(count, 0)], as: UTF8.self)
        return tests[..<(tests.lastIndex(of: "/") ?? tests.endIndex)] + "/standup"
    }()
}
