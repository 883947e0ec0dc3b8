extension StringProtocol {
    /// The text without white space around it.
    package var trimmed: Substring {
        let start = firstIndex { !$0.isWhitespace } ?? endIndex
        let end = lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? start
        return Substring(self[start..<end])
    }
}
