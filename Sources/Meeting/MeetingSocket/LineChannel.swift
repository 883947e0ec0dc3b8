import CSocket
import Dispatch
import Glibc
package import MeetingTiming
import Synchronization

/// A connection that carries lines both ways and never waits for the other end.
///
/// All of it runs on one queue, which its owner may share: after each line it receives, it lets the others have a turn.
/// Lines that the other end does not read are kept up to a limit; beyond it the connection is closed.
package actor LineChannel {
    /// The maximum number of bytes that wait for the other end.
    static let capacity = 1 << 20

    package nonisolated let queue: WorkQueue
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let descriptor: CInt
    private let receive: @Sendable ([UInt8]) -> Void
    private let closed: @Sendable () -> Void
    private var lines: LineBuffer
    /// The lines that were read, but not received yet, last one first.
    private var unreceived: [[UInt8]] = []
    private var reader: (any DispatchSourceRead)?
    private var readerState = ReaderState.watching
    private var isHeld = false
    private var writer: (any DispatchSourceWrite)?
    private var writerState = WriterState.new
    private var waiting: [UInt8] = []
    private var sent = 0
    private var isOpen = true
    private var isFinishing = false
    /// Whether the other end has hung up; what it sent before is still received.
    private var isDeaf = false

    /// What the source that watches for reading does.
    private enum ReaderState {
        /// It watches whether there is something to read.
        case watching
        /// It is suspended, and the next turn is on the queue.
        case reading
        /// It is suspended until the owner takes lines again.
        case held
    }

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
    init(
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

    /// Closes a connection that is not served, after a line that says why, if it fits into the socket.
    static func discard(_ descriptor: CInt, sending line: [UInt8] = []) {
        let bytes = line + [UInt8(ascii: "\n")]
        if !line.isEmpty { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }
        _ = Glibc.close(descriptor)
    }

    /// Starts reading. [the queue]
    package func open() {
        let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue.dispatchQueue)
        let writer = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue.dispatchQueue)
        reader.setEventHandler { [weak self] in self?.assumeIsolated { $0.startReading() } }
        writer.setEventHandler { [weak self] in self?.assumeIsolated { $0.writeRest() } }
        // Dispatch may use the descriptor until both sources are canceled.
        let last = Countdown(2) { [descriptor] in _ = Glibc.close(descriptor) }
        reader.setCancelHandler { last.count() }
        writer.setCancelHandler { last.count() }
        reader.activate()
        self.reader = reader
        self.writer = writer
    }

    /// Whether lines wait for the other end. [the queue]
    var hasBacklog: Bool { sent < waiting.count }

    /// Sends a line. [the queue]
    package func send(_ line: some Sequence<UInt8>) {
        guard isOpen, !isFinishing, !isDeaf else { return }
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
        // A suspended source does not call its cancel handler.
        if readerState != .watching { reader?.resume() }
        reader?.cancel()
        watchForWriting(true)
        writer?.cancel()
        closed()
    }

    /// Stops receiving lines, or continues; those that wait stay in the socket. [the queue]
    func hold(_ isHeld: Bool) {
        self.isHeld = isHeld
        if !isHeld, readerState == .held { readNext() }
    }

    /// Reads up to the end, without the source: Dispatch does not call again for what was there at a hang-up.
    private func startReading() {
        guard isOpen, readerState == .watching else { return }
        reader?.suspend()
        readNext()
    }

    /// Puts the next turn on the queue, after the others.
    private func readNext() {
        readerState = .reading
        queue.async { [weak self] in self?.assumeIsolated { $0.takeTurn() } }
    }

    /// Receives one line, or else reads some bytes.
    private func takeTurn() {
        guard isOpen else { return }
        guard !isHeld else {
            readerState = .held
            return
        }
        if let line = unreceived.popLast() {
            receive(line)
            return readNext()
        }
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        if count < 0, errno == EAGAIN {
            readerState = .watching
            reader?.resume()
            return
        }
        if count > 0 {
            do throws(LineBuffer.TooLong) {
                unreceived = try lines.take(bytes[..<count]).reversed()
            } catch {
                return close()
            }
        } else if count == 0 || errno != EINTR {
            return close()
        }
        readNext()
    }

    private func write() {
        while isOpen, hasBacklog {
            let count = waiting.withUnsafeBytes { bytes in
                Glibc.send(descriptor, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN { break }
            if count < 0, errno == EPIPE || errno == ECONNRESET {
                isDeaf = true
                sent = waiting.count
                break
            }
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
