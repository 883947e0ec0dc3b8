/// A search query, parsed from what a user typed; there are no syntax errors.
///
/// - Words: `login page` finds texts with both words, in any order. Case and accents make no difference.
/// - Phrases: `"login page"` finds the words one after the other.
/// - Prefixes: `log*` finds login and logout. The last word is a prefix if it has three or more letters. Words in
///   Hangul are always prefixes, because Korean appends particles.
/// - Choices: `login OR logout` finds either; it binds closer than the space. `AND` in capitals is ignored.
public struct SearchQuery: Hashable, Sendable {
    /// A word, or a phrase of several.
    package struct Term: Hashable, Sendable {
        /// The folded words, at least one.
        package let words: [String]
        /// Whether the last word is a prefix.
        package let isPrefix: Bool
    }

    /// How the terms are combined.
    public enum Combination: Hashable, Sendable {
        /// All must match.
        case all
        /// At least one must match.
        case any
    }

    /// Groups of terms; at least one term of each group must match.
    ///
    /// There is at least one group, and no group is empty.
    package let groups: [[Term]]

    static let maximumTerms = 64

    /// Parses a text.
    ///
    /// - Throws: If it has no word, or too many.
    public init(_ text: String, matching combination: Combination = .all) throws(SearchQueryError) {
        let items = Self.items(of: text)
        var groups: [[Term]] = []
        var isChoice = false
        for (index, item) in items.enumerated() {
            switch item {
            case .or: isChoice = true
            case .and: break
            case .text(let word, let isQuoted, let hasStar):
                let isOpen = hasStar || (index == items.count - 1 && !isQuoted)
                guard let term = Term(word, isExplicit: hasStar, isOpen: isOpen) else { continue }
                if (isChoice || combination == .any) && !groups.isEmpty {
                    if !groups[groups.count - 1].contains(term) { groups[groups.count - 1].append(term) }
                } else if !groups.contains([term]) {
                    groups.append([term])
                }
                isChoice = false
                // At once, because each term is compared with those before.
                guard groups.joined().count <= Self.maximumTerms else { throw .tooManyWords(text) }
            }
        }
        guard !groups.isEmpty else { throw .noWords(text) }
        self.groups = groups
    }

    private enum Item {
        case or
        case and
        case text(String, isQuoted: Bool, hasStar: Bool)
    }

    /// The words, phrases and operators; an unclosed quote extends to the end.
    private static func items(of text: String) -> [Item] {
        var items: [Item] = []
        var rest = text[...]
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if isQuote(first) {
                rest.removeFirst()
                let phrase = rest.prefix { !isQuote($0) }
                rest = rest.dropFirst(phrase.count + 1)
                let hasStar = rest.first == "*"
                items.append(.text(String(phrase), isQuoted: true, hasStar: hasStar))
            } else {
                let word = rest.prefix { !$0.isWhitespace && !isQuote($0) }
                rest = rest.dropFirst(word.count)
                switch word {
                case "OR": items.append(.or)
                case "AND": items.append(.and)
                default: items.append(.text(String(word), isQuoted: false, hasStar: word.last == "*"))
                }
            }
        }
        return items
    }

    /// Whether a character begins or ends a phrase.
    package static func isQuote(_ character: Character) -> Bool {
        switch character {
        case "\"", "\u{201c}", "\u{201d}", "\u{201e}", "\u{ff02}": true
        default: false
        }
    }
}

extension SearchQuery.Term {
    /// The minimum letters of a last word that is a prefix without a `*`.
    private static let shortestOpenWord = 3

    /// A term; nil if the text has no word.
    init?(_ text: String, isExplicit: Bool, isOpen: Bool) {
        words = SearchText.words(of: text).map(\.folded)
        guard let last = words.last else { return nil }
        isPrefix = isExplicit || last.hasHangul || (isOpen && last.count >= Self.shortestOpenWord)
    }

    /// The positions of the term among these words.
    package func occurrences(in text: [String]) -> [Range<Int>] {
        guard text.count >= words.count else { return [] }
        return (0...text.count - words.count)
            .filter { start in
                words.indices.allSatisfy { index in
                    let word = text[start + index]
                    return isPrefix && index == words.count - 1
                        ? word.unicodeScalars.starts(with: words[index].unicodeScalars) : word == words[index]
                }
            }
            .map { $0..<$0 + words.count }
    }
}

extension SearchQuery {
    /// The ranges of a text that match: whole words, in order, without overlaps.
    package func matches(in text: String) -> [Range<String.Index>] {
        let words = SearchText.words(of: text)
        let folded = words.map(\.folded)
        let found = groups.joined().flatMap { $0.occurrences(in: folded) }.sorted { $0.lowerBound < $1.lowerBound }
        var merged: [Range<Int>] = []
        for range in found {
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged.map { words[$0.lowerBound].range.lowerBound..<words[$0.upperBound - 1].range.upperBound }
    }

    package func isSatisfied(by words: [String]) -> Bool {
        groups.allSatisfy { $0.contains { !$0.occurrences(in: words).isEmpty } }
    }
}
