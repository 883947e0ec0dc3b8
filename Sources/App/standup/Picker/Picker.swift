import MeetingHistory
import MeetingModel
import StandupFeatures

/// A list from which the user picks one row by typing and by arrows, as a value.
struct Picker: Hashable {
    struct Row: Hashable {
        let name: DisplayText
        /// What else distinguishes it.
        let detail: DisplayText
        /// The texts that typed words are compared with; the name comes first.
        fileprivate let searched: SearchText
        /// The id, of which the beginning is found.
        private let id: String

        init(name: String, detail: String, id: String = "") {
            self.name = DisplayText(name)
            self.detail = DisplayText(detail)
            self.id = id
            searched = SearchText(name + "\n" + detail)
        }

        /// Whether a word is found; digits in the middle of an id would be found by chance.
        fileprivate func contains(_ word: Substring) -> Bool {
            searched.contains(SearchText(String(word)))
                || word.count >= StandupLookup.shortestID && id.hasPrefix(word.lowercased())
        }
    }

    /// What a key led to.
    enum Step: Hashable {
        /// The list may look different.
        case changed
        /// The user picked the row at this index.
        case picked(Int)
        /// The user left without picking.
        case left
        case suspend
    }

    private let question: DisplayText
    private let rows: [Row]
    private var query = ""
    /// The rows that match, as indices, in the order shown.
    private(set) var matches: [Int]
    /// The selected place among the matches.
    private(set) var selection = 0
    /// The first place shown.
    private var top = 0

    init(_ question: String, _ rows: [Row]) {
        self.question = DisplayText(question)
        self.rows = rows
        matches = Array(rows.indices)
    }

    // MARK: Keys

    mutating func press(_ key: Key) -> Step {
        switch key {
        case .enter: return matches.isEmpty ? .changed : .picked(matches[selection])
        case .escape, .control("c"), .control("g"), .control("d"): return .left
        case .control("z"): return .suspend
        case .up, .control("p"), .backTab: move(by: -1)
        case .down, .control("n"), .tab: move(by: 1)
        case .pageUp: move(by: -Self.mostRows)
        case .pageDown: move(by: Self.mostRows)
        case .home: selection = 0
        case .end: selection = max(matches.count - 1, 0)
        case .character(let character): narrow(query + String(character))
        case .paste(let text): narrow(query + text.replacing("\n", with: " "))
        case .backspace: narrow(String(query.dropLast()))
        case .control("u"): narrow("")
        case .control("w"): narrow(Self.withoutLastWord(query))
        case .control, .alt, .function, .delete, .left, .right, .wordLeft, .wordRight: break
        }
        return .changed
    }

    private mutating func move(by steps: Int) {
        selection = min(max(selection + steps, 0), max(matches.count - 1, 0))
    }

    private static func withoutLastWord(_ text: String) -> String {
        let trimmed = text.trimmedName
        return trimmed.lastIndex(where: \.isWhitespace).map { String(trimmed[...$0]) } ?? ""
    }

    // MARK: Narrowing

    /// Keeps the rows that match the query, and selects the best.
    private mutating func narrow(_ text: String) {
        guard text != query else { return }
        query = String(text.prefix(Standup.longestName))
        matches = found()
        (selection, top) = (0, 0)
    }

    /// The rows with all words of the query, those whose name begins with it first; else those with a similar name.
    private func found() -> [Int] {
        let words = query.split(whereSeparator: \.isWhitespace)
        guard !words.isEmpty else { return Array(rows.indices) }
        let found = rows.indices.filter { row in words.allSatisfy(rows[row].contains) }
        guard found.isEmpty else {
            let wanted = SearchText(query)
            let beginning = Set(found.filter { rows[$0].searched.begins(with: wanted) })
            return found.filter(beginning.contains) + found.filter { !beginning.contains($0) }
        }
        let names = rows.map(\.name.description)
        let similar = Set(Misspelling.suggestions(for: query, among: names))
        return rows.indices.filter { similar.contains(names[$0]) }
    }

    // MARK: Drawing

    struct Frame: Hashable {
        struct Line: Hashable {
            enum Kind: Hashable {
                case prompt
                case row
                case selected
                case note
            }

            let kind: Kind
            let text: DisplayText
        }

        let lines: [Line]
        /// The column of the cursor in the first line.
        let cursor: Int
    }

    private static let mostRows = 8
    private static let gap = 2

    /// The lines for a window of this size: at most ten, none as wide as the window.
    mutating func frame(in size: Size) -> Frame {
        let width = max(size.columns - 1, 1)
        let count = min(max(size.rows - 3, 1), Self.mostRows)
        top = min(max(top, selection - count + 1), selection)
        let shown = matches[top..<min(top + count, matches.count)]
        let prompt = promptLine(width)
        var lines = [Frame.Line(kind: .prompt, text: prompt)]
        let names = shown.map { rows[$0].name.width }.max() ?? 0
        let column = min(names, max(width * 2 / 5, 10))
        for (place, row) in zip(top..., shown) {
            let isSelected = place == selection
            let text =
                (isSelected ? "> " : "  ") + rows[row].name.padded(to: column).description
                + String(repeating: " ", count: Self.gap) + rows[row].detail.description
            lines.append(
                Frame.Line(kind: isSelected ? .selected : .row, text: Self.trimmed(text).truncated(to: width)))
        }
        lines.append(Frame.Line(kind: .note, text: DisplayText("  " + note).truncated(to: width)))
        return Frame(lines: Array(lines.prefix(max(size.rows - 1, 1))), cursor: min(prompt.width, width))
    }

    private var note: String {
        guard !matches.isEmpty else { return "No match. Backspace widens, Esc leaves" }
        return (matches.count > 1 ? "\(selection + 1) of \(matches.count). " : "") + "Enter chooses, Esc leaves"
    }

    /// The question and the query; the beginning is cut if both do not fit.
    private func promptLine(_ width: Int) -> DisplayText {
        let typed = DisplayText(query)
        let whole = DisplayText(question.description + " " + typed.description)
        guard whole.width >= width else { return whole }
        var rest = typed.description[...]
        while !rest.isEmpty, DisplayText(String(rest)).width >= width - 2 { rest.removeFirst() }
        return DisplayText("… " + rest).truncated(to: width)
    }

    private static func trimmed(_ text: String) -> DisplayText {
        var text = text
        while text.last == " " { text.removeLast() }
        return DisplayText(text)
    }
}
