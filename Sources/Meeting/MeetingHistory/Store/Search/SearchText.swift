package struct SearchWord: Hashable, Sendable {
    /// The word without case, accents and width.
    package let folded: String
    package let range: Range<String.Index>
}

/// A text folded for search, which ignores case, accents and width.
package struct SearchText: Hashable, Sendable {
    private let folded: String

    /// The text to search in, or for, without the white space around it.
    package init(_ text: String) {
        var folded = ""
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            // The same result as below, but faster.
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

    /// Whether this text contains the other; true if the other is empty.
    package func contains(_ other: SearchText) -> Bool { other.folded.isEmpty || folded.contains(other.folded) }

    /// Whether this text begins with the other; true if the other is empty.
    package func begins(with other: SearchText) -> Bool { folded.hasPrefix(other.folded) }
}

extension SearchText {
    /// The words of a text, in order.
    ///
    /// A word is a run of letters and digits. In a script without spaces, each character is a word, so that a phrase
    /// can match any part of a sentence.
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

    /// The folded words of a text, separated by spaces, for an index that itself ignores ASCII case and punctuation.
    package static func indexed(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return text }
        return words(of: text).map(\.folded).joined(separator: " ")
    }

    /// The number of spoken words: runs without white space that contain a letter or digit.
    ///
    /// In a script without spaces, each character counts as a word.
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
    /// Whether it has Hangul, in which words are searched as prefixes, because Korean appends particles.
    var hasHangul: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x1100...0x11ff, 0x3130...0x318f, 0xa960...0xa97f, 0xac00...0xd7ff: true
            default: false
            }
        }
    }
}
