import CTerminal
import Glibc
package import StandupFeatures

/// A few lines below the cursor, drawn on standard error and operated by keys from standard input.
///
/// Standard output stays free for results, and the lines above stay as they are. While it is open, the terminal is in
/// raw mode; a signal, a crash and `exit` restore it. Only one can be open per process. [one thread]
package final class InlineTerminal {
    package enum Input: Hashable, Sendable {
        /// A key press or a paste.
        case key(Key)
        /// The lines have to be drawn again: the window was resized, or the process continued.
        case redraw
        /// SIGINT, SIGTERM or SIGHUP, or the terminal went away.
        case ended(by: CInt)
    }

    private var decoder: KeyDecoder
    private var pending: [Input] = []
    private var signals: ProcessSignals.Registration?
    private let pipe: (reader: CInt, writer: CInt)
    private var isOpen = true

    /// Whether such lines can be drawn: standard input and standard error are a terminal that moves its cursor.
    package static var isPossible: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 && description() != nil
    }

    private static func description() -> TerminalDescription? {
        guard (try? TerminalDescription.find(environmentVariable("TERM"), descriptor: STDERR_FILENO)) != nil else {
            return nil
        }
        let description = TerminalDescription(noColor: true)
        return description.isAnsi ? description : nil
    }

    /// Takes over the terminal; nil if it is not possible.
    package init?() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1, let description = Self.description() else {
            return nil
        }
        var ends: [CInt] = [-1, -1]
        guard unsafe Glibc.pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        pipe = (ends[0], ends[1])
        decoder = KeyDecoder(described: description.keys)
        let writer = ends[1]
        signals = ProcessSignals.handle(ProcessSignals.ending + [SIGWINCH, SIGTSTP, SIGCONT]) { signal in
            var byte = UInt8(truncatingIfNeeded: signal)
            _ = unsafe Glibc.write(writer, &byte, 1)
        }
        standup_terminal_save(STDIN_FILENO)
        enter()
    }

    /// The window's size; 80 × 24 if it is unknown.
    package var size: Size {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// Draws the lines in place of the previous ones, with the cursor in a column of the first.
    ///
    /// A line must be shorter than the window is wide, and there must be fewer lines than rows.
    package func show(_ lines: [String], cursor column: Int) {
        guard isOpen else { return }
        // The cursor rests on the first line, so that what the terminal rewraps lies below it.
        let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
        let right = column > 0 ? "\u{1B}[\(column)C" : ""
        write("\r\u{1B}[J" + lines.joined(separator: "\r\n") + "\r" + up + right)
    }

    /// Waits for the next input.
    package func read() -> Input {
        while pending.isEmpty {
            let timeout = decoder.sequenceTimeout.map { max(Int32($0 / .milliseconds(1)), 1) } ?? -1
            var states = [
                pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pipe.reader, events: Int16(POLLIN), revents: 0),
            ]
            let count = unsafe poll(&states, 2, timeout)
            if count == 0 { pending += Self.keys(decoder.giveUp()) }
            guard count > 0 else { continue }
            if states[1].revents != 0 { readSignals() }
            if states[0].revents != 0 { readKeys() }
        }
        return pending.removeFirst()
    }

    /// Stops the process until it is continued, as Ctrl-Z does.
    package func suspend() {
        leave()
        standup_terminal_stop(STDIN_FILENO)
        enter()
        pending.append(.redraw)
    }

    /// Clears the lines and restores the terminal.
    package func close() {
        guard isOpen else { return }
        leave()
        isOpen = false
        signals?.end()
        Glibc.close(pipe.reader)
        Glibc.close(pipe.writer)
    }

    // MARK: Raw mode

    private func enter() {
        var settings = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &settings) == 0 else { return }
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
        settings.c_iflag &= ~tcflag_t(ICRNL | IXON | INLCR | ISTRIP)
        let restore = "\r\u{1B}[J" + Self.endPastes
        unsafe restore.withCString { unsafe standup_terminal_guard($0, restore.utf8.count) }
        // What was typed ahead is kept.
        _ = unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &settings)
        write(Self.beginPastes)
    }

    private func leave() {
        write("\r\u{1B}[J" + Self.endPastes)
        standup_terminal_unguard()
        standup_terminal_reset()
    }

    private static let beginPastes = "\u{1B}[?2004h"
    private static let endPastes = "\u{1B}[?2004l"

    private func write(_ text: String) { TerminalOutput.write(text, to: STDERR_FILENO) }

    // MARK: Input

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return }
        guard count > 0 else { return pending.append(.ended(by: SIGHUP)) }
        pending += Self.keys(decoder.feed(bytes[..<count]))
    }

    private func readSignals() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = unsafe Glibc.read(pipe.reader, &bytes, bytes.count)
        guard count > 0 else { return }
        for number in bytes[..<count].map(CInt.init) {
            switch number {
            case SIGTSTP: suspend()
            case SIGCONT:
                enter()
                pending.append(.redraw)
            case SIGWINCH: pending.append(.redraw)
            default: pending.append(.ended(by: number))
            }
        }
    }

    private static func keys(_ inputs: [RendererInput]) -> [Input] {
        inputs.compactMap { if case .key(let key) = $0 { .key(key) } else { nil } }
    }
}
