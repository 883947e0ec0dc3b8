package import MeetingModel

/// Breaks text into lines for a number of columns.
package enum TextWrapping {
    /// The lines of a text, each at most `columns` wide, broken between words, and inside one only if it is wider.
    ///
    /// Wide letters (Korean, Chinese, Japanese) may be parted from each other only where a word does not fit into a
    /// line of its own. At most `limit` lines; the last of them ends in `…` if there is more.
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
            // A word that has to be broken anyway begins where there is room.
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
