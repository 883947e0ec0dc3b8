import CSocket
import Dispatch
import Glibc
package import MeetingTiming
import Synchronization

/// A connection that carries lines both ways and never waits for the other end.
///
/// All of it runs on one queue, which its owner may share. Lines that the other end does not read are kept up to a
/// limit; beyond it the connection is closed.
package actor LineChannel {
    /// The maximum number of bytes that wait for the other end.
    package static let capacity = 1 << 20

    /// The queue of the connection.
    package nonisolated let queue: WorkQueue
    /// The executor of that queue.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let descriptor: CInt
    private let receive: @Sendable ([UInt8]) -> Void
    private let closed: @Sendable () -> Void
    private var lines: LineBuffer
    private var reader: (any DispatchSourceRead)?
    private var writer: (any DispatchSourceWrite)?
    private var writerState = WriterState.new
    private var waiting: [UInt8] = []
    private var sent = 0
    private var isOpen = true
    private var isFinishing = false

    /// What the source that watches for writing does.
    private enum WriterState {
        case new
        case suspended
        case watching
    }

    /// A connection over a non-blocking socket, which it closes.
    ///
    /// - Parameters:
    ///   - descriptor: The socket.
    ///   - queue: The queue of the connection.
    ///   - longestLine: The maximum length of a received line, in bytes.
    ///   - receive: Gets each line without its line break. [the queue]
    ///   - closed: Called once, when the connection has been closed. [the queue]
    package init(
        _ descriptor: CInt, queue: WorkQueue, longestLine: Int,
        receive: @escaping @Sendable ([UInt8]) -> Void, closed: @escaping @Sendable () -> Void
    ) {
        self.descriptor = descriptor
        self.queue = queue
        self.receive = receive
        self.closed = closed
        lines = LineBuffer(limit: longestLine)
    }

    isolated deinit {
        close()
    }

    /// Closes a connection that is not served.
    static func discard(_ descriptor: CInt) {
        _ = Glibc.close(descriptor)
    }

    /// Starts reading. [the queue]
    package func open() {
        let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue.dispatchQueue)
        let writer = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue.dispatchQueue)
        reader.setEventHandler { [weak self] in self?.assumeIsolated { $0.read() } }
        writer.setEventHandler { [weak self] in self?.assumeIsolated { $0.writeRest() } }
        // Dispatch may use the descriptor until both sources are cancelled.
        let last = Countdown(2) { [descriptor] in _ = Glibc.close(descriptor) }
        reader.setCancelHandler { last.count() }
        writer.setCancelHandler { last.count() }
        reader.activate()
        self.reader = reader
        self.writer = writer
    }

    /// Whether lines wait for the other end. [the queue]
    package var hasBacklog: Bool { sent < waiting.count }

    /// Sends a line. [the queue]
    package func send(_ line: some Sequence<UInt8>) {
        guard isOpen, !isFinishing else { return }
        waiting += line
        waiting.append(UInt8(ascii: "\n"))
        write()
        if waiting.count - sent > Self.capacity { close() }
    }

    /// Closes the connection as soon as everything is sent. [the queue]
    package func finish() {
        isFinishing = true
        if !hasBacklog { close() }
    }

    /// Closes the connection. [the queue]
    package func close() {
        guard isOpen else { return }
        isOpen = false
        reader?.cancel()
        // A suspended source does not call its cancel handler.
        watchForWriting(true)
        writer?.cancel()
        closed()
    }

    /// Reads everything up to the end: Dispatch does not call again for what was there at a hang-up.
    private func read() {
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        while isOpen {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { return close() }
            do throws(LineBuffer.TooLong) {
                for line in try lines.take(bytes[..<count]) where isOpen { receive(line) }
            } catch {
                close()
            }
        }
    }

    private func write() {
        while isOpen, hasBacklog {
            let count = waiting.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            guard count > 0 else { return close() }
            sent += count
        }
        if !hasBacklog {
            waiting.removeAll(keepingCapacity: true)
            sent = 0
        } else if sent > Self.capacity / 4 {
            waiting.removeFirst(sent)
            sent = 0
        }
        if isOpen { watchForWriting(hasBacklog) }
    }

    private func writeRest() {
        write()
        if isFinishing, !hasBacklog { close() }
    }

    /// Watches whether the other end reads, while something waits for it.
    private func watchForWriting(_ isNeeded: Bool) {
        switch (writerState, isNeeded) {
        case (.new, true): writer?.activate()
        case (.suspended, true): writer?.resume()
        case (.watching, false): writer?.suspend()
        case (.new, false), (.suspended, false), (.watching, true): return
        }
        writerState = isNeeded ? .watching : .suspended
    }
}

/// Runs an action at the last of several calls.
private final class Countdown: Sendable {
    private let rest: Atomic<Int>
    private let action: @Sendable () -> Void

    init(_ calls: Int, action: @escaping @Sendable () -> Void) {
        rest = Atomic(calls)
        self.action = action
    }

    func count() {
        if rest.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { action() }
    }
}
