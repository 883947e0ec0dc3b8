import MeetingModel

/// A part of the manual in Markdown, laid out for a terminal.
struct ManualPage {
    private enum Block {
        case heading(String)
        case paragraph(String)
        case items([String])
        /// Rows of cells, the first with the names of the columns.
        case table([[String]])
        /// Lines that are kept as they are.
        case literal([String])
    }

    private var blocks: [Block] = []

    /// Reads Markdown as docs/cli.md uses it: headings, paragraphs, lists, tables and blocks of code.
    init(_ markdown: String) {
        var paragraph: [Substring] = []
        var items: [String] = []
        var rows: [[String]] = []
        var literal: [String]?
        func finish() {
            if !paragraph.isEmpty { blocks.append(.paragraph(paragraph.joined(separator: " "))) }
            if !items.isEmpty { blocks.append(.items(items)) }
            if !rows.isEmpty { blocks.append(.table(rows)) }
            (paragraph, items, rows) = ([], [], [])
        }
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                finish()
                if let lines = literal { blocks.append(.literal(lines)) }
                literal = literal == nil ? [] : nil
            } else if literal != nil {
                literal?.append(String(line))
            } else if line.hasPrefix("#") {
                finish()
                blocks.append(.heading(Self.trimmed(line.drop { $0 == "#" })))
            } else if line.hasPrefix("|") {
                let cells = Self.cells(line)
                if !cells.allSatisfy({ $0.allSatisfy { "-: ".contains($0) } }) { rows.append(cells) }
            } else if line.hasPrefix("- ") {
                items.append(String(line.dropFirst(2)))
            } else if line.hasPrefix("  "), !items.isEmpty {
                items[items.count - 1] += " " + Self.trimmed(line)
            } else if line.allSatisfy(\.isWhitespace) {
                finish()
            } else {
                paragraph.append(line)
            }
        }
        finish()
    }

    private static func trimmed(_ text: Substring) -> String { String(text).trimmedName }

    private static func cells(_ line: Substring) -> [String] {
        let bar = "\u{0}"
        let inner = line.replacing("\\|", with: bar).split(separator: "|", omittingEmptySubsequences: false)
        return inner.dropFirst().dropLast().map { Self.trimmed($0.replacing(bar, with: "|")[...]) }
    }

    // MARK: Layout

    /// The lines for a terminal, at most a hundred columns wide; 80 elsewhere.
    func lines(for terminal: Terminal) -> [String] {
        let width = min(max(terminal.columns ?? 80, 40), 100)
        let layout = ManualLayout(width: width, terminal: terminal)
        var lines: [String] = []
        for block in blocks {
            if !lines.isEmpty { lines.append("") }
            switch block {
            case .heading(let text): lines += layout.wrapped([.init(text: ManualLayout.plain(text), isStrong: true)])
            case .paragraph(let text): lines += layout.wrapped(ManualLayout.words(text))
            case .items(let items):
                for item in items { lines += layout.wrapped(ManualLayout.words(item), mark: "- ", indentation: 2) }
            case .table(let rows): lines += layout.table(rows)
            case .literal(let text): lines += text.map { "    " + $0 }
            }
        }
        return lines
    }
}
