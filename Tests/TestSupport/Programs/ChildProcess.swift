import Dispatch
import Glibc
import Synchronization

/// A process whose standard output is read as it arrives, with timestamps.
///
/// It is ended on deinit at the latest.
package final class ChildProcess: Sendable {
    private struct State {
        var status: Int32?
        var isOpen = true
    }

    /// The state that outlives this value until the process has ended.
    private final class Shared: Sendable {
        let process: pid_t
        /// Its standard input and output.
        let socket: Int32
        private let state = Mutex(State())

        init(process: pid_t, socket: Int32) {
            self.process = process
            self.socket = socket
        }

        var status: Int32? { state.withLock { $0.status } }

        func signal(_ number: Int32) {
            state.withLock { if $0.status == nil { _ = kill(process, number) } }
        }

        /// Writes; a socket, because a closed one causes no signal.
        func send(_ bytes: [UInt8]) {
            state.withLock { state in
                if state.isOpen { _ = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
            }
        }

        /// Reads to the end, and waits for the process.
        func follow(_ onOutput: (UnsafeBufferPointer<UInt8>, Duration) -> Void) {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = Glibc.read(socket, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { break }
                let arrival = now()
                bytes.withUnsafeBufferPointer { onOutput(UnsafeBufferPointer(rebasing: $0.prefix(count)), arrival) }
            }
            state.withLock { state in
                state.isOpen = false
                close(socket)
            }
            // The process number is not reused before its end is recorded here.
            var info = siginfo_t()
            while waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
            state.withLock { $0.status = endOfProcess(process) }
        }
    }

    private let shared: Shared

    /// Starts a program.
    ///
    /// Its standard error goes to the file `errors`. `onOutput` receives its standard output on a separate thread, so
    /// that busy tests do not delay it.
    package init(
        _ path: String,
        _ arguments: [String],
        environment: [String: String],
        errors: String = "/dev/null",
        onOutput: @escaping @Sendable (_ bytes: UnsafeBufferPointer<UInt8>, _ arrival: Duration) -> Void = { _, _ in }
    ) throws {
        var sockets: [Int32] = [0, 0]
        try mustSucceed(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets))
        let errors = open(errors, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer {
            close(sockets[1])
            close(errors)
        }
        let process = try spawn(
            path, arguments, environment: environment, descriptors: [sockets[1], sockets[1], errors])
        let shared = Shared(process: process, socket: sockets[0])
        self.shared = shared
        DispatchQueue(label: "standup.tests.output").async { shared.follow(onOutput) }
    }

    deinit {
        shared.signal(SIGKILL)
    }

    /// The exit code, or 128 plus the signal's number; nil while it runs.
    package var status: Int32? { shared.status }

    /// Sends a signal, unless it has ended.
    package func signal(_ number: Int32) {
        shared.signal(number)
    }

    /// Writes a line to its standard input.
    package func send(_ line: String) {
        shared.send(Array((line + "\n").utf8))
    }

    /// Waits for its end and returns its exit code.
    package func wait(within limit: Duration = .seconds(300)) async throws -> Int32 {
        try await eventually(within: limit, "process \(shared.process) had ended") { status }
    }

    /// Runs a program and returns its output.
    package static func run(
        _ path: String,
        _ arguments: [String],
        environment: [String: String]
    ) async throws -> (status: Int32, output: String) {
        let text = TextCollector()
        let process = try ChildProcess(path, arguments, environment: environment, onOutput: text.append)
        return (try await process.wait(), text.text)
    }

    /// Runs a program and ignores its result, for cleanup without async.
    package static func leave(_ path: String, _ arguments: [String], environment: [String: String]) {
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        let process = try? spawn(path, arguments, environment: environment, descriptors: [nowhere, nowhere, nowhere])
        if let process { _ = endOfProcess(process) }
    }
}

private func endOfProcess(_ process: pid_t) -> Int32 { wait(for: process) }
