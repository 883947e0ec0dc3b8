import MeetingModel

/// A line of text with highlighted parts, safe for a terminal.
struct HighlightedText {
    private var characters: [(character: Character, isMarked: Bool)] = []

    init(_ text: String, marking ranges: [Range<String.Index>]) {
        var position = text.startIndex
        for range in ranges {
            append(text[position..<range.lowerBound], isMarked: false)
            append(text[range], isMarked: true)
            position = range.upperBound
        }
        append(text[position...], isMarked: false)
    }

    private mutating func append(_ text: Substring, isMarked: Bool) {
        characters += DisplayText(String(text)).description.map { ($0, isMarked) }
    }

    /// The line, cut to the terminal's width so that the first highlight is visible.
    ///
    /// Highlights are colored, or in brackets where colors are not allowed.
    func line(for terminal: Terminal) -> String {
        let marksWidth = terminal.hasStyles ? 0 : 2
        guard let columns = terminal.columns else { return styled(characters[...], for: terminal) }
        let widths = characters.map { DisplayText.width(of: $0.character) }
        let brackets = characters.indices.count { isStart($0) } * marksWidth
        guard widths.reduce(0, +) + brackets > columns else { return styled(characters[...], for: terminal) }
        let range = shownRange(widths: widths, columns: max(columns - brackets, 8))
        return (range.lowerBound > 0 ? "…" : "") + styled(characters[range], for: terminal)
            + (range.upperBound < characters.count ? "…" : "")
    }

    /// The range that fits into the columns: the start of the line, or a later part with the first highlight.
    private func shownRange(widths: [Int], columns: Int) -> Range<Int> {
        let first = characters.firstIndex { $0.isMarked } ?? 0
        let end = characters[first...].firstIndex { !$0.isMarked } ?? characters.count
        var start = 0
        if widths[..<end].reduce(0, +) > columns - 1 {
            start = first
            var before = 0
            while start > 0, before + widths[start - 1] <= columns / 3 {
                start -= 1
                before += widths[start]
            }
        }
        var used = start > 0 ? 2 : 1
        var last = start
        while last < characters.count, used + widths[last] <= columns {
            used += widths[last]
            last += 1
        }
        return start..<last
    }

    private func isStart(_ index: Int) -> Bool {
        characters[index].isMarked && (index == 0 || !characters[index - 1].isMarked)
    }

    private func styled(_ part: ArraySlice<(character: Character, isMarked: Bool)>, for terminal: Terminal) -> String {
        var line = ""
        var rest = part
        while let isMarked = rest.first?.isMarked {
            let run = rest.prefix { $0.isMarked == isMarked }
            rest = rest.dropFirst(run.count)
            let piece = String(run.map(\.character))
            line += !isMarked ? piece : terminal.hasStyles ? terminal.marked(piece) : "[\(piece)]"
        }
        return line
    }
}

extension Terminal {
    fileprivate func marked(_ text: String) -> String {
        styled(styled(text, .bold), .yellow)
    }
}
