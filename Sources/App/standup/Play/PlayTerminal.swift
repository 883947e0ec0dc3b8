import CTerminal
import Dispatch
import Glibc
import StandupTerminal
import Synchronization

/// A key press during playback.
enum PlayKey: Hashable {
    /// A key with a character.
    case character(Character)
    /// An arrow key.
    case left, right, up, down

    /// Decodes the keys in a terminal's bytes; ignores other keys that send escape sequences.
    static func keys(in bytes: some Collection<UInt8>) -> [PlayKey] {
        guard bytes.first == 0x1B else { return String(decoding: bytes, as: UTF8.self).map(PlayKey.character) }
        let arrows: [UInt8: PlayKey] = [
            UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right, UInt8(ascii: "D"): .left,
        ]
        // A key that is held down may send its sequence several times in one read.
        return bytes.split(separator: 0x1B).compactMap { sequence in
            guard sequence.count == 2, ["[", "O"].contains(UnicodeScalar(sequence.first ?? 0)) else { return nil }
            return sequence.last.flatMap { arrows[$0] }
        }
    }
}

/// A terminal with full-screen output by lines and input by single keys.
///
/// While it is open, keys are not echoed and the cursor is hidden. `close` restores the terminal, and so does a crash.
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
    /// Dispatch sources are thread-safe, but the type is not marked `Sendable`.
    private nonisolated(unsafe) let keys: any DispatchSourceRead

    /// Opens the terminal at standard input and output.
    ///
    /// - Parameter handler: Receives the keys one by one. [a separate queue]
    init(onKey handler: @escaping @Sendable (PlayKey) -> Void) {
        let queue = DispatchQueue(label: "standup.keys")
        keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        keys.setEventHandler { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            if count < 0, errno == EINTR || errno == EAGAIN { return }
            guard count > 0 else {
                self?.keys.cancel()
                return ProcessSignals.hangUp()
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

    /// Draws lines from the top over the previous ones; sends only lines that have changed.
    ///
    /// Draws nothing while the terminal accepts no output, such as after Ctrl-S.
    func draw(_ lines: [String]) {
        // Write under the lock, so that nothing is written after `close`.
        state.withLock { state in
            guard state.isOpen, lines != state.shown, takesText(within: .zero) else { return }
            write(Self.screen(lines, over: &state))
        }
    }

    /// Makes the next call of `draw` send all lines, after the terminal's size has changed.
    func forget() {
        state.withLock { state in
            state.shown = []
            state.lineCount = .max
        }
    }

    /// The escape sequences that draw lines from the top of the screen; skips lines that have not changed.
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

    /// Restores the terminal.
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

    /// Whether a write would not block, after waiting up to `limit`.
    ///
    /// Also true if the terminal is disconnected.
    private func takesText(within limit: Duration) -> Bool {
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return poll(&output, 1, CInt(limit.components.attoseconds / 1_000_000_000_000_000)) > 0
    }

    private func write(_ text: String) {
        try? StandardOutput.write(text)
    }
}
