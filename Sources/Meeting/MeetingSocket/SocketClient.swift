import CSocket
import FoundationEssentials
import Glibc
package import MeetingEngine
package import MeetingModel

/// Why a running meeting does not answer.
package enum SocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody listens at the path.
    case noMeeting
    /// It did not answer in time, or not as documented.
    case noAnswer
    /// It refused the connection, in one line.
    case refused(String)
    /// The path cannot be connected to, in one line.
    case unreachable(String)

    package var description: String {
        switch self {
        case .noMeeting: "the meeting is not running any more"
        case .noAnswer: "the process that holds the meeting does not answer; try again, or see: standup doctor"
        case .refused(let reason), .unreachable(let reason): reason
        }
    }

    init(connecting error: CInt, to path: String) {
        switch error {
        case ENOENT, ECONNREFUSED: self = .noMeeting
        case EAGAIN: self = .noAnswer
        case EPERM: self = .unreachable("another user's program listens at \(DisplayText(path)); remove that file")
        default: self = .unreachable(Self.obstacle(error, at: path))
        }
    }

    /// One line on what keeps a socket from working at a path.
    static func obstacle(_ error: CInt, at path: String) -> String {
        let reason =
            switch error {
            // bind and connect.
            case EADDRINUSE, ENOTSOCK, ELOOP, EISDIR: "something else is there; move it away"
            default: "\(systemMessage(error)); check the folder"
            }
        return "the meeting cannot be reached at \(DisplayText(path)): \(reason)"
    }
}

extension SocketError: ProgramError {
    package var exitCode: Failure.Code { .failed }
}

/// A short conversation with a running meeting, on the caller's thread.
package struct SocketClient: ~Copyable {
    private let descriptor: CInt
    private let limit: ContinuousClock.Duration
    private var lines = LineBuffer(limit: 1 << 22)
    private var received: [[UInt8]] = []

    /// Connects to a meeting; each answer is awaited for `limit` at most.
    package init(_ socket: MeetingSocketPath, limit: Duration = .seconds(2)) throws(SocketError) {
        if let status = FileStatus(socket.path, followingLinks: false), status.kind != .socket {
            throw .unreachable(SocketError.obstacle(ENOTSOCK, at: socket.path))
        }
        let descriptor = standup_socket_connect(socket.path)
        guard descriptor >= 0 else { throw SocketError(connecting: -descriptor, to: socket.path) }
        self.init(over: descriptor, limit: limit)
    }

    /// Talks over a connected, non-blocking socket, and closes it.
    init(over descriptor: CInt, limit: Duration) {
        self.descriptor = descriptor
        self.limit = limit
    }

    deinit { close(descriptor) }

    /// Reads the next line, without its line break.
    mutating func readLine() throws(SocketError) -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        while received.isEmpty {
            try wait(for: POLLIN, until: deadline)
            var bytes = [UInt8](repeating: 0, count: 1 << 14)
            let count = read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { continue }
            guard count > 0 else { throw .noMeeting }
            do { received = try lines.take(bytes[..<count]) } catch { throw .noAnswer }
        }
        return received.removeFirst()
    }

    /// Sends a command as text and returns why it was refused; nil if it was performed.
    ///
    /// One that changes the current turn is refused if that is not `turn`, if given.
    package mutating func perform(
        _ command: String, during turn: MeetingTimer.TurnReference? = nil, by participant: Participant
    ) throws(SocketError) -> String? {
        var line = ReaderLine(id: 1)
        line.command = command
        line.turn = turn
        line.by = participant
        try send(lineBytes(line) + [UInt8(ascii: "\n")])
        while true {
            let data = Data(try readLine())
            guard let answer = try? JSONDecoder().decode(AnswerLine.self, from: data), answer.answer == 1 else {
                continue
            }
            return answer.ok ? nil : answer.error ?? "refused"
        }
    }

    private func send(_ bytes: [UInt8]) throws(SocketError) {
        let deadline = ContinuousClock.now + limit
        var rest = bytes[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if sent < 0, errno == EAGAIN {
                try wait(for: POLLOUT, until: deadline)
            } else if sent < 0, errno != EINTR {
                throw .noMeeting
            }
            rest = rest.dropFirst(max(sent, 0))
        }
    }

    private func wait(for events: CInt, until deadline: ContinuousClock.Instant) throws(SocketError) {
        while true {
            let rest = deadline - ContinuousClock.now
            guard rest > .zero else { throw .noAnswer }
            var waiting = pollfd(fd: descriptor, events: Int16(events), revents: 0)
            let count = poll(&waiting, 1, CInt(clamping: Int64(rest / .milliseconds(1)) + 1))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw .noAnswer }
        }
    }
}
