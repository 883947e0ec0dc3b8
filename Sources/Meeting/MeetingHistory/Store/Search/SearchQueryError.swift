package import MeetingModel

/// Why a query is refused; `description` is one line: what, which, what to do.
public enum SearchQueryError: Error, Hashable, Sendable {
    /// The text has no letters or digits.
    case noWords(String)
    /// There are more than `SearchQuery.maximumTerms` words and phrases.
    case tooManyWords(String)
}

extension SearchQueryError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .noWords(let text):
            "nothing to search for in '\(DisplayText(quoting: text))'; give at least one word besides AND and OR"
        case .tooManyWords(let text):
            "too many words in '\(DisplayText(quoting: text))'; search for at most \(SearchQuery.maximumTerms)"
        }
    }
}

extension SearchQueryError: ProgramError {
    package var exitCode: Failure.Code { .usage }
}
