import CChildProcess
import Glibc

/// A recognizer's process and its socket. [one thread at a time]
///
/// The process is killed on deinit, and exits when this program does.
final class RecognizerChild {
    private let process: pid_t
    private let socket: Int32
    private let errors: Int32
    private let memory: Int
    private var decoder = FrameDecoder()
    private var hasEnded = false

    /// The interval of memory checks during a wait; memory can grow by some hundred megabytes between checks.
    private static let memoryCheckInterval = Duration.milliseconds(100)

    /// Starts the process of a program.
    init(_ program: RecognizerProgram) throws(ChildFailure) {
        let arguments = ([program.path] + program.arguments).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child = standup_child()
        let error = standup_child_start(program.path, arguments, &child)
        guard error == 0 else { throw .notStarted(path: program.path, error: error) }
        (process, socket, errors, memory) = (child.process, child.socket, child.errors, program.limits.memory)
    }

    deinit {
        if !hasEnded { _ = end(graceSteps: 0) }
        close(socket)
        close(errors)
    }

    func ask(_ request: RecognizerRequest, within limit: Duration) throws(ChildFailure) -> RecognizerResponse {
        let deadline = SuspendingClock.now + limit
        try send(request.frame.bytes, until: deadline)
        return try receive(until: deadline)
    }

    func greeting(within limit: Duration) throws(ChildFailure) -> RecognizerResponse {
        try receive(until: SuspendingClock.now + limit)
    }

    private func send(_ bytes: [UInt8], until deadline: SuspendingClock.Instant) throws(ChildFailure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(socket, $0.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count > 0 {
                sent += count
            } else if errno == EAGAIN {
                try wait(for: Int16(POLLOUT), until: deadline)
            } else if errno != EINTR {
                throw .ended(end(graceSteps: 100))
            }
        }
    }

    private func receive(until deadline: SuspendingClock.Instant) throws(ChildFailure) -> RecognizerResponse {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            do throws(WireError) {
                if let frame = try decoder.next() { return try RecognizerResponse(frame) }
            } catch {
                throw .implausible("\(error)")
            }
            try wait(for: Int16(POLLIN), until: deadline)
            let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                decoder.append(bytes[..<count])
            } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                throw .ended(end(graceSteps: 100))
            }
        }
    }

    /// Waits until the socket is ready or closed.
    ///
    /// Data that is available at the deadline is still accepted.
    private func wait(for events: Int16, until deadline: SuspendingClock.Instant) throws(ChildFailure) {
        while true {
            let left = deadline - SuspendingClock.now
            let pause = max(.zero, min(left, Self.memoryCheckInterval))
            var socket = pollfd(fd: socket, events: events, revents: 0)
            let count = poll(&socket, 1, Int32((pause / .milliseconds(1)).rounded(.up)))
            let resident = residentMemory
            guard resident <= memory else { throw .tooLarge(memory) }
            if count > 0 { return }
            guard left > .zero else { throw .timedOut }
        }
    }

    /// The resident memory of the process in bytes; 0 if unknown.
    private var residentMemory: Int {
        let file = open("/proc/\(process)/statm", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = read(file, &text, text.count)
        let numbers = String(decoding: text.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
        return (numbers.dropFirst().first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    /// Waits for the process to end, for `graceSteps` hundredths of a second, then kills it.
    private func end(graceSteps: Int) -> ProcessExit {
        hasEnded = true
        var status: Int32 = 0
        var result: pid_t = 0
        for _ in 0..<graceSteps {
            result = waitpid(process, &status, WNOHANG)
            guard result == 0 else { break }
            poll(nil, 0, 10)
        }
        if result == 0 {
            kill(process, SIGKILL)
            repeat { result = waitpid(process, &status, 0) } while result < 0 && errno == EINTR
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(errors, &bytes, bytes.count)
        return ProcessExit(status: result == process ? status : nil, errors: Array(bytes.prefix(max(count, 0))))
    }
}
