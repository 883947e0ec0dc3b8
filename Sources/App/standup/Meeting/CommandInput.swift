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
    private let descriptor: CInt
    private let state = Mutex((lines: CommandLines(), isAtEnd: false))

    /// What comes on a descriptor, for a meeting of these attendees.
    init(session: MeetingSession, attendees: [Attendee], descriptor: CInt = STDIN_FILENO) {
        self.descriptor = descriptor
        self.session = session
        self.attendees = attendees
    }

    /// Whether nothing more will come.
    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    /// Reads on in a thread of its own, to the end or that of the meeting; never much more than the meeting has done.
    func follow() {
        let thread = DispatchQueue(label: "standup.commands")
        thread.async { [self] in
            let done = DispatchSemaphore(value: 0)
            while !isAtEnd {
                guard read(within: nil) > 0 else { continue }
                session.whenCommandsAreDone { [self] takesMore in
                    if !takesMore { state.withLock { $0.isAtEnd = true } }
                    done.signal()
                }
                done.wait()
            }
        }
    }

    /// Reads what has come, and waits a moment for more: a script's lines are there at once.
    func readWhatIsThere() {
        guard isatty(descriptor) == 0 else { return }
        var rest = 1 << 20
        while !isAtEnd, rest > 0 {
            let count = read(within: .milliseconds(200))
            guard count > 0 else { return }
            rest -= count
        }
    }

    /// So many bytes are read at a time: some hundred lines at most.
    private static let batch = 1024

    /// Reads a batch if it comes within a time, any time if that is nil; returns how many bytes came.
    @discardableResult
    func read(within time: Duration?) -> Int {
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, time.map { CInt($0 / .milliseconds(1)) } ?? -1) > 0 else { return 0 }
        var bytes = [UInt8](repeating: 0, count: Self.batch)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        // Others may read from it too, and what was there is gone.
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
