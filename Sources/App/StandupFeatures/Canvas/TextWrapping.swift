package import MeetingModel

package enum TextWrapping {
    /// Breaks a text into lines of at most `columns` columns.
    ///
    /// Lines break between words. A word is split only if it is wider than a line, including Korean, Chinese and
    /// Japanese text. Returns at most `limit` lines; a truncated last line ends in `…`.
    package static func lines(_ text: String, columns: Int, limit: Int = .max) -> [DisplayText] {
        guard columns > 0, limit > 0 else { return [] }
        var lines: [DisplayText] = []
        for paragraph in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            lines += broken(DisplayText(String(paragraph)), columns: columns)
            if lines.count > limit { break }
        }
        guard lines.count > limit else { return lines }
        let last = lines[limit - 1]
        let shortened = DisplayText(last.description + "…")
        return lines[..<(limit - 1)] + [
            shortened.width <= columns ? shortened : DisplayText(last.description + " …").truncated(to: columns)
        ]
    }

    /// Breaks one line of a text into lines of at most `columns` columns, without changing it.
    ///
    /// Lines break after a space if there is one.
    static func verbatim(_ text: String, columns: Int) -> [DisplayText] {
        guard columns > 0 else { return [] }
        var lines: [String] = []
        var (line, used) = ("", 0)
        for character in DisplayText(text).description {
            let width = DisplayText.width(of: character)
            if used > 0, used + width > columns {
                let end = line.lastIndex(of: " ").map { line.index(after: $0) } ?? line.endIndex
                lines.append(String(line[..<end]))
                line = String(line[end...])
                used = DisplayText(line).width
            }
            line.append(character)
            used += width
        }
        return (lines + [line]).map { DisplayText($0) }
    }

    private static func broken(_ text: DisplayText, columns: Int) -> [DisplayText] {
        var lines: [DisplayText] = []
        var line = ""
        var used = 0
        func finish() {
            lines.append(DisplayText(line))
            (line, used) = ("", 0)
        }
        for word in text.description.split(separator: " ") {
            let width = DisplayText(String(word)).width
            // A word that must be split starts on the current line if there is room.
            if used > 0 && used + 1 + width > columns && (width <= columns || used + 2 > columns) { finish() }
            if used > 0 {
                line += " "
                used += 1
            }
            guard used + width > columns else {
                line += word
                used += width
                continue
            }
            for character in word {
                let width = DisplayText.width(of: character)
                if used > 0 && used + width > columns { finish() }
                line.append(character)
                used += width
            }
        }
        finish()
        return lines
    }
}
