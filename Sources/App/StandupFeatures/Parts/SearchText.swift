import Foundation

/// Text as it is searched: in any case, with or without its accents, without white space around it.
package struct SearchText: Hashable, Sendable {
    private let folded: String

    /// The text to search in, or for.
    package init(_ text: String) {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            // What follows would do the same, by way of NSString, which takes twenty times as long.
            let isKept = { (character: Character) in !character.isWhitespace }
            let (first, last) = (text.firstIndex(where: isKept), text.lastIndex(where: isKept))
            folded = first.flatMap { first in last.map { text[first...$0].lowercased() } } ?? ""
            return
        }
        folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether there is nothing to search for.
    package var isEmpty: Bool { folded.isEmpty }

    /// Whether the other text occurs in this one.
    package func contains(_ other: SearchText) -> Bool { other.isEmpty || folded.contains(other.folded) }
}
