import MeetingModel

/// A single-line text field with a cursor.
package struct TextField: Hashable, Sendable {
    package private(set) var text: String
    /// The cursor's position: the number of characters before it.
    private(set) var cursor: Int
    /// The maximum length in characters; further input is dropped.
    package let limit: Int
    /// Whether the next text that is typed replaces the present one.
    private var isReplacedByTyping: Bool

    /// A field with a text and the cursor at its end.
    init(_ text: String = "", limit: Int = Standup.longestName, isReplacedByTyping: Bool = false) {
        self.isReplacedByTyping = isReplacedByTyping
        self.text = text
        self.cursor = text.count
        self.limit = limit
    }

    /// Performs a command; false if it is not a text-editing command.
    package mutating func perform(_ command: Command) -> Bool {
        switch command {
        case .insert(let typed):
            if isReplacedByTyping { remove(0..<text.count) }
            insert(typed)
        case .deleteBackward: remove(cursor - 1..<cursor)
        case .deleteForward: remove(cursor..<cursor + 1)
        case .deleteWord: remove(startOfWord..<cursor)
        case .deleteToStart: remove(0..<cursor)
        case .deleteToEnd: remove(cursor..<text.count)
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(text.count, cursor + 1)
        case .wordLeft: cursor = wordLeft
        case .wordRight: cursor = wordRight
        case .first: cursor = 0
        case .last: cursor = text.count
        default: return false
        }
        isReplacedByTyping = false
        return true
    }

    /// Inserts text; control characters from a paste become spaces or are removed.
    private mutating func insert(_ typed: String) {
        let safe = DisplayText(typed).description.replacing("\u{fffd}", with: "")
        let before = text.prefix(cursor) + safe.prefix(max(0, limit - text.count))
        let after = text.suffix(text.count - cursor)
        // A combining mark merges with the character before it, so count the characters before the cursor again.
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

    /// The beginning of the word of letters and digits before the cursor.
    private var wordLeft: Int {
        let before = text.prefix(cursor).reversed()
        let gap = before.prefix { !$0.isLetter && !$0.isNumber }
        return cursor - gap.count - before.dropFirst(gap.count).prefix { $0.isLetter || $0.isNumber }.count
    }

    /// The end of the word of letters and digits after the cursor.
    private var wordRight: Int {
        let after = text.dropFirst(cursor)
        let gap = after.prefix { !$0.isLetter && !$0.isNumber }
        return cursor + gap.count + after.dropFirst(gap.count).prefix { $0.isLetter || $0.isNumber }.count
    }

    /// The beginning of the word before the cursor, up to the blank before it.
    private var startOfWord: Int {
        let before = Array(text.prefix(cursor))
        let word = before.lastIndex { !$0.isWhitespace } ?? 0
        return before[..<word].lastIndex { $0.isWhitespace }.map { $0 + 1 } ?? 0
    }
}
