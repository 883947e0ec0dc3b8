internal import MeetingHistory

extension SearchQuery {
    /// The query in the language of FTS5.
    ///
    /// All that was typed is in quotes there, and of that only letters and digits are left.
    var expression: String {
        groups.map { "(" + $0.map(\.expression).joined(separator: " OR ") + ")" }.joined(separator: " AND ")
    }
}

extension SearchQuery.Term {
    fileprivate var expression: String {
        "\"" + words.joined(separator: " ").filter { $0 != "\"" } + "\"" + (isPrefix ? "*" : "")
    }
}
