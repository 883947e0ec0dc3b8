import MeetingModel

/// A line of text that somebody types, with a cursor between its characters.
package struct TextField: Hashable, Sendable {
    /// What has been typed.
    package private(set) var text: String
    /// How many characters stand before the cursor.
    package private(set) var cursor: Int
    /// The most characters that it takes; what is typed or pasted beyond them is dropped.
    package let limit: Int

    /// A field with a text, the cursor behind it.
    package init(_ text: String = "", limit: Int = Standup.longestName) {
        self.text = text
        self.cursor = text.count
        self.limit = limit
    }

    /// Does what a command says; false if the command is none of a text field's.
    package mutating func perform(_ command: Command) -> Bool {
        switch command {
        case .insert(let typed): insert(typed)
        case .deleteBackward: remove(cursor - 1..<cursor)
        case .deleteForward: remove(cursor..<cursor + 1)
        case .deleteWord: remove(startOfWord..<cursor)
        case .deleteToStart: remove(0..<cursor)
        case .deleteToEnd: remove(cursor..<text.count)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .first: cursor = 0
        case .last: cursor = text.count
        default: return false
        }
        return true
    }

    /// Control characters, which a paste can hold, become spaces or go.
    private mutating func insert(_ typed: String) {
        let safe = DisplayText(typed).description.replacing("\u{fffd}", with: "")
        let before = text.prefix(cursor) + safe.prefix(max(0, limit - text.count))
        let after = text.suffix(text.count - cursor)
        // A combining mark joins the character before it, so what stands before the cursor is counted anew.
        text = String((before + after).prefix(limit))
        cursor = min(before.count, text.count)
    }

    private mutating func remove(_ range: Range<Int>) {
        let range = range.clamped(to: 0..<text.count)
        guard !range.isEmpty else { return }
        let head = text.prefix(range.lowerBound)
        text = String(head + text.dropFirst(range.upperBound))
        cursor = min(head.count, text.count)
    }

    private var startOfWord: Int {
        let before = Array(text.prefix(cursor))
        let word = before.lastIndex { !$0.isWhitespace } ?? 0
        return before[..<word].lastIndex { $0.isWhitespace }.map { $0 + 1 } ?? 0
    }
}
