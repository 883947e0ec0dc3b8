/// A word of a text as search compares it.
package struct SearchWord: Hashable, Sendable {
    /// The word without what makes no difference: case, accents, width.
    package let folded: String
    /// Where it is in the text.
    package let range: Range<String.Index>
}

/// Texts as search sees them.
package enum SearchText {
    /// The words of a text, in order.
    ///
    /// Letters and digits are a word, whatever lies between them is not. In a script without spaces each character is
    /// one, so that any part of a sentence can be found as a phrase.
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

    /// The words of a text with spaces between them, for an index that lets upper case of ASCII and its punctuation
    /// make no difference by itself.
    package static func indexed(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0 }) { return text }
        return words(of: text).map(\.folded).joined(separator: " ")
    }

    /// How many words were spoken, as one counts them in a text: what white space separates, if anything of it can be
    /// said.
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
    /// Whether there is Hangul in it: Korean puts particles behind its words, so that they are looked for by their start.
    var hasHangul: Bool {
        unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x1100...0x11ff, 0x3130...0x318f, 0xa960...0xa97f, 0xac00...0xd7ff: true
            default: false
            }
        }
    }
}
