import Dispatch
import Glibc
import Synchronization
import Testing
import TestSupport

/// The probe, running on a pseudoterminal on which a test types and reads.
final class ProbeRun: Sendable {
    /// The bytes sent to the terminal, and whether the output has ended.
    private let received = Mutex<(bytes: [UInt8], isOver: Bool)>(([], false))
    private let terminal: Int32
    private let line: Int32
    private let process: pid_t
    private let log: String
    private let folder: String
    private let status = Mutex<Int32?>(nil)
    /// How the terminal was set before the probe started.
    let initialSettings: [UInt32]

    /// Where the probe lies: beside the tests.
    static var path: String { Program.path.dropLast("standup".count) + "terminal-probe" }

    /// Starts the probe on a terminal of a size; variables that are nil are not set.
    init(_ environment: [String: String?] = [:], columns: UInt16 = 80, rows: UInt16 = 24) throws {
        folder = try makeTemporaryFolder()
        log = folder + "/log"
        (terminal, line) = try openTerminal()
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        try mustSucceed(ioctl(terminal, UInt(TIOCSWINSZ), &size))
        initialSettings = Self.settings(of: line)
        var variables: [String: String?] = [
            "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
        ]
        variables.merge(environment) { $1 }
        process = try spawn(
            Self.path, [log], environment: variables.compactMapValues { $0 }, descriptors: [line, line, line])
        DispatchQueue(label: "probe.terminal").async { self.receive() }
    }

    deinit {
        if status.withLock({ $0 }) == nil { kill(process, SIGKILL) }
        close(terminal)
        removeFolder(folder)
    }

    private func receive() {
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(terminal, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            received.withLock { received in
                if count > 0 { received.bytes += chunk[..<count] } else { received.isOver = true }
            }
            if count <= 0 { return }
        }
    }

    /// What the terminal was sent so far.
    var output: String { received.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// What happened on it, line by line.
    var events: [String] { ((try? read(log)) ?? "").split(separator: "\n").map(String.init) }

    /// How the terminal is set.
    var settings: [UInt32] { Self.settings(of: line) }

    private static func settings(of terminal: Int32) -> [UInt32] {
        var settings = termios()
        tcgetattr(terminal, &settings)
        return [settings.c_iflag, settings.c_oflag, settings.c_lflag, settings.c_cflag]
    }

    /// Waits until the probe has drawn itself and listens.
    func isReady() async throws {
        try await eventually("the probe has drawn \(output.debugDescription)") { output.contains("yellow") }
    }

    /// Types.
    func type(_ text: String) { type(Array(text.utf8)) }

    /// Sends bytes as the terminal would.
    func type(_ bytes: [UInt8]) { _ = Glibc.write(terminal, bytes, bytes.count) }

    /// Gives the terminal another size, and says so.
    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
        kill(process, SIGWINCH)
    }

    /// Sends the probe a signal.
    func signal(_ number: Int32) { kill(process, number) }

    /// Waits for its end like `end()`, and expects the terminal's previous settings.
    func end(with before: [UInt32]) async throws -> Int32 {
        let code = await endOfProcess()
        #expect(settings == before)
        return try await finish(code)
    }

    /// Waits for its end, returns its exit code, or 128 and the signal, and reads what there is left to read.
    func end() async throws -> Int32 {
        try await finish(await endOfProcess())
    }

    private func endOfProcess() async -> Int32 {
        // Not on the task pool, whose threads other tests need.
        let code = await withCheckedContinuation { continuation in
            DispatchQueue(label: "probe.end").async { [process] in continuation.resume(returning: wait(for: process)) }
        }
        status.withLock { $0 = code }
        return code
    }

    private func finish(_ code: Int32) async throws -> Int32 {
        close(line)
        try await eventually("all is read") { received.withLock { $0.isOver } }
        return code
    }
}
