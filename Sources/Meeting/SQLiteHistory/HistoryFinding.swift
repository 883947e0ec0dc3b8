/// Something that is wrong with the rows of a history, and what would make it right.
package struct HistoryFinding: Hashable, Sendable {
    /// What was found, such as `2 turns outside their meetings`.
    package let problem: String
    /// What would be done, such as `cuts them at the meeting's end`.
    package let mend: String
    /// What does it.
    let statements: [String]
    /// Whether the index of words has to be made again.
    let rebuildsSearch: Bool

    init(_ problem: String, mend: String, statements: [String] = [], rebuildsSearch: Bool = false) {
        self.problem = problem
        self.mend = mend
        self.statements = statements
        self.rebuildsSearch = rebuildsSearch
    }
}

/// One thing that rows must not be: how to count those that are, and how to make them right.
struct RowRule {
    /// The rows, as in `2 turns outside their meetings`.
    let what: String
    /// Counts them: the part of a query from FROM on.
    let rows: String
    /// What would be done.
    let mend: String
    /// What does it.
    let statements: [String]
}
