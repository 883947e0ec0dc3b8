internal import MeetingModel

/// Why there is nothing to look for; `description` is one line that says what, which and what to do.
public enum SearchQueryError: Error, Hashable, Sendable {
    /// There is no letter and no digit in the text.
    case noWords(String)
    /// There are more than `SearchQuery.maximumTerms` words and phrases.
    case tooManyWords(String)
}

extension SearchQueryError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .noWords(let text):
            "nothing to search for, \(DisplayText(quoting: text)), give at least one word "
                + "(AND and OR in capitals only join others)"
        case .tooManyWords(let text):
            "too many words, \(DisplayText(quoting: text)), search for at most \(SearchQuery.maximumTerms) at once"
        }
    }
}
