import Dispatch
import Glibc
import MeetingEngine
import MeetingModel
import MeetingSocket
import Synchronization

/// Reads commands to a meeting from standard input, one per line.
final class CommandInput: Sendable {
    private static let stuckReason =
        "standard input has ended, so no command can continue the meeting; it was saved"

    private let session: MeetingSession
    private let attendees: [Attendee]
    private let descriptor: CInt
    private let isTerminal: Bool
    private let terminalIsGone: @Sendable () -> Void
    private let state = Mutex((lines: CommandLines(), isAtEnd: false))

    /// `terminalIsGone` is called if the descriptor is a terminal and ends; other processes can still give commands.
    init(
        session: MeetingSession, attendees: [Attendee], descriptor: CInt = STDIN_FILENO,
        terminalIsGone: @escaping @Sendable () -> Void = {}
    ) {
        self.descriptor = descriptor
        self.terminalIsGone = terminalIsGone
        isTerminal = isatty(descriptor) == 1
        self.session = session
        self.attendees = attendees
    }

    var isAtEnd: Bool { state.withLock { $0.isAtEnd } }

    /// Reads on a separate thread until the input or the meeting ends.
    ///
    /// Reads only slightly ahead of the commands that the meeting has executed.
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

    /// Reads the available input, with a short wait for more; reads nothing from a terminal.
    func readWhatIsThere() {
        guard isatty(descriptor) == 0 else { return }
        var rest = 1 << 20
        while !isAtEnd, rest > 0 {
            let count = read(within: .milliseconds(200))
            guard count > 0 else { return }
            rest -= count
        }
    }

    /// The maximum number of bytes in a read, which is some hundred lines.
    private static let batch = 1024

    /// Waits up to `time` for a batch, without limit if nil, and returns the number of bytes read.
    @discardableResult
    func read(within time: Duration?) -> Int {
        var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&source, 1, time.map { CInt($0 / .milliseconds(1)) } ?? -1) > 0 else { return 0 }
        var bytes = [UInt8](repeating: 0, count: Self.batch)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        // Another process may have read the same input first.
        if count < 0, errno == EINTR || errno == EAGAIN { return 0 }
        let lines = state.withLock { count > 0 ? $0.lines.take(bytes[..<count]) : $0.lines.end() }
        for line in lines where !line.allSatisfy(\.isWhitespace) {
            do throws(CommandText.Problem) {
                let command = try CommandText(line, attendees: attendees)
                session.send(command.command, at: command.at)
            } catch {
                session.report(error.message)
            }
        }
        // Set only after the last line has been delivered: a caller that sees the end assumes that no command is
        // pending.
        if count <= 0 {
            if isTerminal { terminalIsGone() } else { session.endWhenStuck(because: Self.stuckReason) }
            state.withLock { $0.isAtEnd = true }
        }
        return max(0, count)
    }
}

/// Splits bytes into lines; truncates lines that are too long.
struct CommandLines {
    /// The maximum length of a line in bytes, more than any command needs.
    static let longestLine = 1024

    private var rest: [UInt8] = []

    /// Adds bytes and returns the lines that they complete.
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

    /// Returns the last line if it has no line break.
    mutating func end() -> [String] {
        defer { rest = [] }
        return rest.isEmpty ? [] : [String(decoding: rest, as: UTF8.self)]
    }
}
