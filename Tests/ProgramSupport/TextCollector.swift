import Synchronization

/// Text that comes in pieces, with the instant at which each line was whole.
package final class TextCollector: Sendable {
    /// A line without its end.
    package struct Line: Sendable {
        /// Its text.
        package let text: String
        /// When it was whole, on the monotonic clock.
        package let arrival: Duration
    }

    private struct State {
        var bytes: [UInt8] = []
        var lines: [Line] = []
        var lineStart = 0
    }

    private let state = Mutex(State())
    private let onLine: @Sendable (Line) -> Void

    /// `onLine` is called with each line as soon as it is whole.
    package init(onLine: @escaping @Sendable (Line) -> Void = { _ in }) {
        self.onLine = onLine
    }

    /// All that has come.
    package var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// The lines that are whole.
    package var lines: [Line] { state.withLock { $0.lines } }

    /// Takes a piece in.
    @Sendable package func append(_ piece: UnsafeBufferPointer<UInt8>, arrival: Duration) {
        let new = state.withLock { state in
            let count = state.lines.count
            for byte in piece {
                state.bytes.append(byte)
                guard byte == UInt8(ascii: "\n") else { continue }
                let text = String(decoding: state.bytes[state.lineStart..<state.bytes.count - 1], as: UTF8.self)
                state.lines.append(Line(text: text, arrival: arrival))
                state.lineStart = state.bytes.count
            }
            return state.lines[count...]
        }
        for line in new { onLine(line) }
    }
}
