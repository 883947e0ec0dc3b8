import Foundation

/// Text as it is searched: in any case, with or without its accents, without white space around it.
package struct SearchText: Hashable, Sendable {
    private let folded: String

    /// The text to search in, or for.
    package init(_ text: String) {
        folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Whether there is nothing to search for.
    package var isEmpty: Bool { folded.isEmpty }

    /// Whether the other text occurs in this one.
    package func contains(_ other: SearchText) -> Bool { other.isEmpty || folded.contains(other.folded) }
}
