import Dispatch
import Glibc
import MeetingEngine
import MeetingModel
import Synchronization

/// Standard input as commands to a meeting, a line each.
final class CommandInput: Sendable {
    private static let stuckReason =
        "nobody can say next or resume, standard input has ended; the meeting was saved"

    private let session: MeetingSession
    private let attendees: [Attendee]
    private let state = Mutex((lines: CommandLines(), isAtEnd: false))

    init(session: MeetingSession, attendees: [Attendee]) {
        self.session = session
        self.attendees = attendees
    }

    /// Whether nothing more will come.
    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    /// Reads on in a thread of its own, to the end.
    func follow() {
        guard !isAtEnd else { return }
        let thread = DispatchQueue(label: "standup.commands")
        thread.async { [self] in
            while !isAtEnd { read() }
        }
    }

    /// Reads what has come, and waits a moment for more: a script's lines are there at once.
    func readWhatIsThere() {
        guard isatty(STDIN_FILENO) == 0 else { return }
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        var rest = 1 << 20
        while !isAtEnd, rest > 0, poll(&descriptor, 1, 200) > 0 { rest -= read() }
    }

    /// Gives those who follow a moment.
    func waitForLine() {
        usleep(20_000)
    }

    @discardableResult
    private func read() -> Int {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return 0 }
        let lines = state.withLock { count > 0 ? $0.lines.take(bytes[..<count]) : $0.lines.end() }
        for line in lines where !line.allSatisfy(\.isWhitespace) {
            do throws(HeadlessCommand.Problem) {
                let command = try HeadlessCommand(line, attendees: attendees)
                session.send(command.command, at: command.at)
            } catch {
                session.report(error.message)
            }
        }
        // Not before the last line has been handed on: whoever sees the end takes it that nothing is under way.
        if count <= 0 {
            session.endWhenStuck(because: Self.stuckReason)
            state.withLock { $0.isAtEnd = true }
        }
        // However many lines come at once, few of them stand between a signal and the end of the meeting.
        let isKept = DispatchSemaphore(value: 0)
        session.whenKept { isKept.signal() }
        isKept.wait()
        return max(0, count)
    }
}

/// Bytes put together to lines; of a line that is too long only the beginning is kept.
struct CommandLines {
    /// More bytes than any command has.
    static let longestLine = 1024

    private var rest: [UInt8] = []

    /// Takes bytes and gives the lines that are complete with them.
    mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines += end()
            } else if rest.count < Self.longestLine {
                rest.append(byte)
            }
        }
        return lines
    }

    /// Gives the last line, if it has no end of its own.
    mutating func end() -> [String] {
        defer { rest = [] }
        return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
    }
}
