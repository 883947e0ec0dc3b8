import CTerminal
import Dispatch
import Glibc
import Synchronization

/// A key while a recording plays.
enum PlayKey: Hashable {
    /// One that types something.
    case character(Character)
    /// An arrow.
    case left, right, up, down

    /// The keys that a terminal sends as these bytes; other keys that send a sequence are left out.
    static func keys(in bytes: some Collection<UInt8>) -> [PlayKey] {
        guard bytes.first == 0x1B else { return String(decoding: bytes, as: UTF8.self).map(PlayKey.character) }
        let arrows: [UInt8: PlayKey] = [
            UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        ]
        // One that is held down sends its sequence several times at once.
        return bytes.split(separator: 0x1B).compactMap { sequence in
            guard sequence.count == 2, ["[", "O"].contains(UnicodeScalar(sequence.first ?? 0)) else { return nil }
            return sequence.last.flatMap { arrows[$0] }
        }
    }
}

/// A terminal whose whole screen is redrawn line by line, and from which single keys are read.
///
/// While it is open, keys are not echoed and the cursor is hidden; `close` gives the terminal back as it was, and so
/// does a crash.
final class PlayTerminal: Sendable {
    private static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J"
    private static let closing = "\u{1B}[?1049l\u{1B}[?25h"

    private struct State {
        var original = termios()
        var isOpen = false
        var lineCount = 0
        var shown: [String] = []
    }

    private let state = Mutex(State())
    /// Dispatch sources may be used from any thread; the type only does not say so.
    private nonisolated(unsafe) let keys: any DispatchSourceRead

    /// Opens the terminal at standard input and output.
    ///
    /// - Parameters:
    ///   - hungUp: Is called once if the terminal is gone. [a queue of its own]
    ///   - handler: Is given the keys one by one. [the same queue]
    init(hungUp: @escaping @Sendable () -> Void, onKey handler: @escaping @Sendable (PlayKey) -> Void) {
        let queue = DispatchQueue(label: "standup.keys")
        keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        keys.setEventHandler { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            guard count > 0 else {
                self?.keys.cancel()
                return hungUp()
            }
            for key in PlayKey.keys(in: bytes[..<count]) { handler(key) }
        }
        state.withLock { state in
            tcgetattr(STDIN_FILENO, &state.original)
            standup_terminal_save(STDIN_FILENO)
            standup_terminal_guard(Self.closing, Self.closing.utf8.count)
            var raw = state.original
            raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &raw.c_cc) { $0[Int(VSUSP)] = 0 }
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
            state.isOpen = true
            write(Self.opening)
        }
        keys.activate()
    }

    /// Draws lines from the top, over those that were drawn before; what has not changed is not sent again.
    ///
    /// While the terminal takes nothing, as after Ctrl-S, nothing is drawn.
    func draw(_ lines: [String]) {
        // Written under the lock: nothing comes after `close`.
        state.withLock { state in
            guard state.isOpen, lines != state.shown, takesText(within: .zero) else { return }
            write(Self.screen(lines, over: &state))
        }
    }

    /// Has everything drawn anew, because the terminal has another size.
    func forget() {
        state.withLock { state in
            state.shown = []
            state.lineCount = .max
        }
    }

    /// What draws lines on the whole screen, from its top; those that have not changed are left.
    private static func screen(_ lines: [String], over state: inout State) -> String {
        var text = state.lineCount == .max ? "\u{1B}[2J" : ""
        for (index, line) in lines.enumerated() where index >= state.shown.count || state.shown[index] != line {
            text += "\u{1B}[\(index + 1);1H\u{1B}[K" + line
        }
        if state.lineCount > lines.count, state.lineCount != .max { text += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
        state.lineCount = lines.count
        state.shown = lines
        return text
    }

    /// Gives the terminal back as it was.
    func close() {
        keys.cancel()
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            standup_terminal_unguard()
            tcsetattr(STDIN_FILENO, TCSANOW, &state.original)
            if takesText(within: .milliseconds(100)) { write(Self.closing) }
        }
    }

    /// Whether the terminal takes text, or is gone, so that writing waits for nobody.
    private func takesText(within limit: Duration) -> Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, CInt(limit.components.attoseconds / 1_000_000_000_000_000)) > 0
    }

    private func write(_ text: String) {
        try? StandardOutput.write(text)
    }
}
