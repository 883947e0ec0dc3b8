package import Localization

/// A message that has not been localized yet.
package struct Message: Hashable, Sendable {
    /// Its key in the catalogues.
    package let key: TextKey
    /// The values of its substitutions.
    let substitutions: [String: Substitution]

    /// A message by its key.
    package init(_ key: TextKey, _ substitutions: [String: Substitution] = [:]) {
        self.key = key
        self.substitutions = substitutions
    }

    /// The localized text.
    package func text(_ localizer: Localizer) -> String { localizer(key, substitutions) }
}
