/// A fault in the rows of a history, and its repair.
package struct HistoryFinding: Hashable, Sendable {
    /// The fault, such as `2 turns outside their meetings`.
    package let problem: String
    /// The repair, such as `cuts them at the meeting's end`.
    package let repair: String
    /// The SQL of the repair.
    let statements: [String]
    let rebuildsSearch: Bool

    init(_ problem: String, repair: String, statements: [String] = [], rebuildsSearch: Bool = false) {
        self.problem = problem
        self.repair = repair
        self.statements = statements
        self.rebuildsSearch = rebuildsSearch
    }
}

/// A rule for rows: how to count the rows that break it, and how to repair them.
struct RowRule {
    /// The name of these rows, as in `2 turns outside their meetings`.
    let what: String
    /// The part of a query after FROM that selects the rows.
    let rows: String
    let repair: String
    let statements: [String]
}
