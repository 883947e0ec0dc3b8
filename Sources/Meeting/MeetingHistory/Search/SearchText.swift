/// A folded word of a text.
package struct SearchWord: Hashable, Sendable {
    /// The word without case, accents and width.
    package let folded: String
    /// Its range in the text.
    package let range: Range<String.Index>
}

/// A text as search compares it: case, accents and width make no difference.
package struct SearchText: Hashable, Sendable {
    private let folded: String

    /// The text to search in, or for, without the white space around it.
    package init(_ text: String) {
        var folded = ""
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            // The same as below, and faster.
            folded = text.lowercased()
        } else {
            for character in text {
                switch SearchFolding(character) {
                case .part(let letters), .word(let letters): folded += letters
                case .separator: folded.append(character)
                case .nothing: break
                }
            }
        }
        let isKept = { (character: Character) in !character.isWhitespace }
        let (first, last) = (folded.firstIndex(where: isKept), folded.lastIndex(where: isKept))
        self.folded = first.flatMap { first in last.map { String(folded[first...$0]) } } ?? ""
    }

    /// Whether the other text occurs in this one; an empty one does.
    package func contains(_ other: SearchText) -> Bool { other.folded.isEmpty || folded.contains(other.folded) }
}

extension SearchText {
    /// The words of a text, in order.
    ///
    /// A word is a run of letters and digits. In a script without spaces each character is a word, so that a phrase
    /// finds any part of a sentence.
    package static func words(of text: String) -> [SearchWord] {
        var words: [SearchWord] = []
        var folded = ""
        var start = text.startIndex
        var end = text.startIndex
        func finish() {
            guard !folded.isEmpty else { return }
            words.append(SearchWord(folded: folded, range: start..<end))
            folded = ""
        }
        var index = text.startIndex
        while index < text.endIndex {
            let next = text.index(after: index)
            switch SearchFolding(text[index]) {
            case .part(let part):
                if folded.isEmpty { start = index }
                folded += part
                end = next
            case .word(let word):
                finish()
                words.append(SearchWord(folded: word, range: index..<next))
            case .separator: finish()
            case .nothing: break
            }
            index = next
        }
        finish()
        return words
    }

    /// The folded words of a text with spaces between them, for an index that ignores case and punctuation of ASCII
    /// itself.
    package static func indexed(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return text }
        return words(of: text).map(\.folded).joined(separator: " ")
    }

    /// The number of words that were spoken: parts between white space that have a letter or a digit.
    ///
    /// In a script without spaces each character counts.
    package static func count(of text: String) -> Int {
        text.split(whereSeparator: \.isWhitespace)
            .reduce(0) { count, part in
                var single = 0
                var hasLetters = false
                for character in part {
                    switch SearchFolding(character) {
                    case .part: hasLetters = true
                    case .word: single += 1
                    case .separator, .nothing: break
                    }
                }
                return count + single + (hasLetters ? 1 : 0)
            }
    }
}

extension String {
    /// Whether it has Hangul: Korean adds particles to words, so that a word is searched as a prefix.
    var hasHangul: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x1100...0x11ff, 0x3130...0x318f, 0xa960...0xa97f, 0xac00...0xd7ff: true
            default: false
            }
        }
    }
}
