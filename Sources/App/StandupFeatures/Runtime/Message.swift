package import Localization

/// A text that is not yet in a language.
package struct Message: Hashable, Sendable {
    /// Its key in the catalogues.
    package let key: TextKey
    /// What takes the places in it.
    package let substitutions: [String: Substitution]

    /// A text by its key.
    package init(_ key: TextKey, _ substitutions: [String: Substitution] = [:]) {
        self.key = key
        self.substitutions = substitutions
    }

    /// The text in the localizer's language.
    package func text(_ localizer: Localizer) -> String { localizer(key, substitutions) }
}
