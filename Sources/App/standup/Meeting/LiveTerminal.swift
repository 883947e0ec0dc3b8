import Dispatch
import Glibc
import Synchronization

/// A terminal in which a few lines are redrawn in place, and from which single keys are read.
///
/// While it is open, keys are not echoed and the cursor is hidden; `close` gives the terminal back as it was.
final class LiveTerminal: Sendable {
    private struct State {
        var original = termios()
        var isOpen = false
        var lineCount = 0
        var shown: [String] = []
    }

    private let state = Mutex(State())
    /// Dispatch sources may be used from any thread; the type only does not say so.
    private nonisolated(unsafe) let keys: any DispatchSourceRead

    /// Opens the terminal at standard input and output; keys are given to `handler` one by one. [a queue of its own]
    init(onKey handler: @escaping @Sendable (Character) -> Void) {
        let queue = DispatchQueue(label: "standup.keys")
        keys = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        keys.setEventHandler {
            var bytes = [UInt8](repeating: 0, count: 64)
            let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { return }
            // An arrow or a function key sends a sequence that begins with escape; none of them is a command.
            guard bytes[0] != 0x1B else { return }
            for key in String(decoding: bytes[..<count], as: UTF8.self) { handler(key) }
        }
        state.withLock { state in
            tcgetattr(STDIN_FILENO, &state.original)
            var raw = state.original
            raw.c_lflag &= ~tcflag_t(ICANON | ECHO)
            withUnsafeMutableBytes(of: &raw.c_cc) { $0[Int(VSUSP)] = 0 }
            tcsetattr(STDIN_FILENO, TCSANOW, &raw)
            state.isOpen = true
        }
        write("\u{1B}[?25l")
        keys.activate()
    }

    /// Draws lines over those that were drawn before; what has not changed is not sent again.
    func draw(_ lines: [String]) {
        let text: String? = state.withLock { state in
            guard state.isOpen, lines != state.shown else { return nil }
            var text = state.lineCount > 0 ? "\u{1B}[\(state.lineCount)A" : ""
            for (index, line) in lines.enumerated() {
                let isSame = index < state.shown.count && state.shown[index] == line
                text += isSame ? "\r\n" : "\r\u{1B}[K" + line + "\r\n"
            }
            if state.lineCount > lines.count { text += "\u{1B}[J" }
            state.lineCount = lines.count
            state.shown = lines
            return text
        }
        if let text { write(text) }
    }

    /// Gives the terminal back; what was drawn stays above the cursor.
    func close() {
        keys.cancel()
        let original: termios? = state.withLock { state in
            defer { state.isOpen = false }
            return state.isOpen ? state.original : nil
        }
        guard var original else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &original)
        write("\u{1B}[?25h")
    }

    private func write(_ text: String) {
        try? StandardOutput.write(text)
    }
}
