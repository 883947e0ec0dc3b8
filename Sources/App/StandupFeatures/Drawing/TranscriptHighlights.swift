import MeetingModel
import Presentation

/// Characters of an utterance that stand out, also without colors.
struct Highlight: Hashable {
    /// Why they stand out; what comes later covers what comes earlier.
    enum Kind: Hashable {
        /// They are only in the other transcript that this one is compared with.
        case removed
        /// They are not in the other transcript.
        case added
        /// They are found.
        case hit
        /// They are the hit that was gone to.
        case selectedHit
        /// They are spoken now.
        case spoken
    }

    let kind: Kind
    /// Their positions in the utterance.
    let characters: Range<Int>
}

extension MeetingScreen {
    /// What stands out in an utterance; only the hits in this utterance are looked at.
    func highlights(of line: Int) -> [Highlight] {
        let text = Array(lines[line].changes.isEmpty ? "" : lines[line].text)
        var highlights = lines[line].changes.map {
            Highlight(kind: text[$0.start] == "[" ? .removed : .added, characters: $0.start..<$0.end)
        }
        if let find {
            for index in find.firstHit(in: line)..<find.hits.count {
                let hit = find.hits[index]
                guard hit.line == line else { break }
                highlights.append(
                    Highlight(kind: index == find.hit ? .selectedHit : .hit, characters: hit.start..<hit.end))
            }
        }
        if let spoken, spoken.line == line, let word = spoken.word,
            let characters = lines[line].text.positions(ofWord: word)
        {
            highlights.append(Highlight(kind: .spoken, characters: characters))
        }
        return highlights
    }
}

extension FindScreen {
    /// The index of the first hit in an utterance or after it.
    fileprivate func firstHit(in line: Int) -> Int {
        var (low, high) = (0, hits.count)
        while low < high {
            let middle = (low + high) / 2
            if hits[middle].line < line { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension String {
    /// The positions of the characters of a word, counted from 0.
    fileprivate func positions(ofWord word: Int) -> Range<Int>? {
        var (count, start) = (0, 0)
        for part in split(separator: " ", omittingEmptySubsequences: false) {
            let length = part.count
            if length > 0 {
                if count == word { return start..<start + length }
                count += 1
            }
            start += length + 1
        }
        return nil
    }
}

extension Canvas {
    /// Highlights characters of a text that was written by `writeWrapped` in the same area.
    mutating func highlight(_ highlights: [Highlight], in text: String, wrappedIn area: Rect) {
        guard !highlights.isEmpty else { return }
        let characters = Array(text)
        var position = 0
        for (row, line) in TextWrapping.lines(text, columns: area.columns, limit: area.rows).enumerated() {
            var column = 0
            for character in line.description {
                let width = DisplayText.width(of: character)
                // A line ends without the spaces after it.
                while character != " ", position < characters.count, characters[position] == " " { position += 1 }
                let kind = highlights.last { $0.characters.contains(position) }?.kind
                position += 1
                if let kind {
                    restyle(Rect(column: area.column + column, row: area.row + row, columns: width, rows: 1)) {
                        style in
                        switch kind {
                        case .removed: style.foreground(.error).bold
                        case .added: style.foreground(.good).bold
                        case .hit: style.bold.underlined
                        case .selectedHit: style.bold.underlined.reversed
                        case .spoken: style.bold.reversed
                        }
                    }
                }
                column += width
            }
        }
    }
}
