internal import MeetingHistory

extension SearchQuery {
    /// The query in the syntax of FTS5: quoted strings of letters and digits.
    var expression: String {
        groups.map { "(" + $0.map(\.expression).joined(separator: " OR ") + ")" }.joined(separator: " AND ")
    }
}

extension SearchQuery.Term {
    fileprivate var expression: String {
        "\"" + words.joined(separator: " ").filter { $0 != "\"" } + "\"" + (isPrefix ? "*" : "")
    }
}
