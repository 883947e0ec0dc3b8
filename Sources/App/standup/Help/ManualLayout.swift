import MeetingModel

/// Wraps the words and tables of a manual page.
struct ManualLayout {
    struct Word {
        let text: String
        var isStrong = false
    }

    /// In columns.
    let width: Int
    let terminal: Terminal

    /// The words of Markdown: without links, and with code and bold text as words that stand out.
    static func words(_ markdown: String) -> [Word] {
        var words: [Word] = []
        var isStrong = false
        // Code keeps its spaces.
        for (index, part) in withoutLinks(markdown).split(separator: "`", omittingEmptySubsequences: false).enumerated()
        {
            if index.isMultiple(of: 2) {
                for (piece, text) in part.split(separator: "**", omittingEmptySubsequences: false).enumerated() {
                    if piece > 0 { isStrong.toggle() }
                    append(String(text), to: &words, isStrong: isStrong)
                }
            } else {
                append(String(part), to: &words, isStrong: true)
            }
        }
        return words.filter { !$0.text.isEmpty }
    }

    /// Markdown without its marks.
    static func plain(_ markdown: String) -> String {
        withoutLinks(markdown).replacing("`", with: "").replacing("**", with: "")
    }

    private static func withoutLinks(_ markdown: String) -> String {
        markdown.replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }
    }

    /// Appends the words of a text; a part without a space before it continues the previous word.
    private static func append(_ text: String, to words: inout [Word], isStrong: Bool) {
        var isFirst = true
        for piece in text.split(separator: " ", omittingEmptySubsequences: false) {
            if isFirst, let last = words.last, !last.text.isEmpty {
                words[words.count - 1] = Word(text: last.text + piece, isStrong: last.isStrong)
            } else {
                words.append(Word(text: String(piece), isStrong: isStrong))
            }
            isFirst = false
        }
    }

    /// The lines of words, the first after a mark, the others indented.
    func wrapped(_ words: [Word], mark: String = "", indentation: Int = 0, within width: Int? = nil) -> [String] {
        let width = width ?? self.width
        let indent = String(repeating: " ", count: indentation)
        var lines: [String] = []
        var line = mark
        var used = mark.count
        var isEmpty = true
        for word in words {
            let columns = DisplayText(word.text).width
            if !isEmpty, used + 1 + columns > width {
                lines.append(line)
                (line, used, isEmpty) = (indent, indentation, true)
            }
            line += (isEmpty ? "" : " ") + (word.isStrong ? terminal.styled(word.text, .bold) : word.text)
            used += (isEmpty ? 0 : 1) + columns
            isEmpty = false
        }
        return lines + [line]
    }

    /// A table: in columns if all but the last are narrow, else each row as its first cell and what it means below.
    func table(_ rows: [[String]]) -> [String] {
        let plain = rows.map { $0.map(Self.plain) }
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            plain.map { $0.indices.contains(column) ? DisplayText($0[column]).width : 0 }.max() ?? 0
        }
        let before = widths.dropLast().reduce(0) { $0 + $1 + 2 }
        guard before + min(widths.last ?? 0, 24) <= width, before <= width / 2 || before + (widths.last ?? 0) <= width
        else { return definitions(rows, plain) }
        var lines: [String] = []
        for (number, row) in rows.enumerated() {
            var start = ""
            for (column, width) in widths.dropLast().enumerated() {
                let text = row.indices.contains(column) ? plain[number][column] : ""
                let padding = String(repeating: " ", count: width - DisplayText(text).width + 2)
                start += (column == 0 || number == 0 ? terminal.styled(text, .bold) : text) + padding
            }
            let cell = row.count == count ? Self.words(row[count - 1]) : []
            let words = number == 0 ? cell.map { Word(text: $0.text, isStrong: true) } : cell
            var wrapped = wrapped(words, within: width - before)
            lines.append(trimmed(start + wrapped.removeFirst()))
            lines += wrapped.map { String(repeating: " ", count: before) + $0 }
        }
        return lines
    }

    private func definitions(_ rows: [[String]], _ plain: [[String]]) -> [String] {
        var lines: [String] = []
        for (number, row) in rows.enumerated().dropFirst() {
            lines += wrapped(plain[number][0].split(separator: " ").map { Word(text: String($0), isStrong: true) })
            for (column, cell) in row.enumerated().dropFirst() where !cell.isEmpty {
                // The last column explains; the others need their name.
                let isLast = column == row.count - 1
                let name = isLast ? "" : plain[0][column] + ": "
                lines += wrapped(Self.words(name + cell), mark: "    ", indentation: 4)
            }
        }
        return lines
    }

    private func trimmed(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
