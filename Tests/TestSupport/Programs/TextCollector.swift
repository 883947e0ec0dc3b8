import Synchronization

/// Collects text that arrives in pieces, with a timestamp for each complete line.
package final class TextCollector: Sendable {
    /// A complete line.
    package struct Line: Sendable {
        /// The text, without its line end.
        package let text: String
        /// The time when it was complete, on the monotonic clock.
        package let arrival: Duration
    }

    private struct State {
        var bytes: [UInt8] = []
        var lines: [Line] = []
        var lineStart = 0
    }

    private let state = Mutex(State())
    private let onLine: @Sendable (Line) -> Void

    /// Creates a collector; `onLine` receives each complete line.
    package init(onLine: @escaping @Sendable (Line) -> Void = { _ in }) {
        self.onLine = onLine
    }

    /// All text so far.
    package var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    /// The complete lines.
    package var lines: [Line] { state.withLock { $0.lines } }

    /// Appends text.
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
