extension StringProtocol {
    /// A word without the punctuation around it: from the first to the last letter or digit; empty, at the end, without any.
    package var trimmingPunctuation: SubSequence {
        let start = firstIndex(where: \.isLetterOrDigit) ?? endIndex
        let end = lastIndex(where: \.isLetterOrDigit).map(index(after:)) ?? start
        return self[start..<end]
    }

    /// The text for comparison: letters and digits in lower case.
    package var folded: String { lowercased().filter(\.isLetterOrDigit) }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
