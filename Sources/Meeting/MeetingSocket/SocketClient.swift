import CSocket
import FoundationEssentials
import Glibc
package import MeetingEngine

/// Why a running meeting does not answer.
package enum SocketError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody listens at the path.
    case noMeeting
    /// It did not answer in time, or not as documented.
    case noAnswer

    /// One line.
    package var description: String {
        switch self {
        case .noMeeting: "the meeting is not running any more"
        case .noAnswer: "the process that holds the meeting does not answer"
        }
    }
}

/// A short conversation with a running meeting, on the caller's thread.
package struct SocketClient: ~Copyable {
    private let descriptor: CInt
    private let limit: ContinuousClock.Duration
    private var lines = LineBuffer(limit: 1 << 22)
    private var received: [[UInt8]] = []

    /// Connects to a meeting; each answer is awaited for `limit` at most.
    package init(_ socket: MeetingSocketPath, limit: Duration = .seconds(2)) throws(SocketError) {
        descriptor = standup_socket_connect(socket.path)
        self.limit = limit
        guard descriptor >= 0 else { throw descriptor == -EAGAIN ? .noAnswer : .noMeeting }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Reads the next line, without its line break.
    package mutating func readLine() throws(SocketError) -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        while received.isEmpty {
            let rest = deadline - ContinuousClock.now
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard rest > .zero, poll(&waiting, 1, CInt(rest / .milliseconds(1)) + 1) > 0 else { throw .noAnswer }
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
        let bytes = lineBytes(line) + [UInt8(ascii: "\n")]
        let sent = bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        guard sent == bytes.count else { throw .noMeeting }
        while true {
            let data = Data(try readLine())
            guard let answer = try? JSONDecoder().decode(AnswerLine.self, from: data), answer.answer == 1 else {
                continue
            }
            return answer.ok ? nil : answer.error ?? "refused"
        }
    }
}
