import Dispatch
import Glibc
import MeetingEngine
import MeetingModel
import Synchronization

/// Standard input as commands to a meeting, a line each.
final class CommandInput: Sendable {
    private let session: MeetingSession
    private let attendees: [Attendee]
    private let state = Mutex((rest: [UInt8](), isAtEnd: false))

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
        while !isAtEnd, poll(&descriptor, 1, 200) > 0 { read() }
    }

    /// Waits until something has come, but not for long.
    func waitForLine() {
        var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        poll(&descriptor, 1, 50)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        let lines: [String] = state.withLock { state in
            state.rest += bytes.prefix(max(0, count))
            if count <= 0, !state.rest.isEmpty { state.rest.append(UInt8(ascii: "\n")) }
            var lines: [String] = []
            while let end = state.rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: state.rest[..<end], as: UTF8.self))
                state.rest.removeSubrange(...end)
            }
            return lines
        }
        for line in lines where !line.allSatisfy(\.isWhitespace) {
            do throws(HeadlessCommand.Problem) {
                let command = try HeadlessCommand(line, attendees: attendees)
                session.send(command.command, at: command.at)
            } catch {
                session.report(error.message)
            }
        }
        if count <= 0 { state.withLock { $0.isAtEnd = true } }
    }
}
