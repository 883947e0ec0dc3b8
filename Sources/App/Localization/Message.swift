/// A text from the catalogues, with its substitutions, before a language is chosen.
///
/// `make-messages` makes a member for each text of the English catalogue: `list.empty` is `.listEmpty`, and a text with
/// `%{name}` takes a `name:`.
package struct Message: Hashable, Sendable {
    /// The key in the catalogues, such as `list.empty`.
    package let key: String
    let substitutions: [String: Substitution]

    init(_ key: String, _ substitutions: [String: Substitution] = [:]) {
        self.key = key
        self.substitutions = substitutions
    }

    package func text(_ localizer: Localizer) -> String { localizer(self) }

    /// The member that `make-messages` makes of a key: `list.filter-placeholder` is `listFilterPlaceholder`.
    static func memberName(of key: String) -> String {
        let parts = key.split { $0 == "." || $0 == "-" }
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
