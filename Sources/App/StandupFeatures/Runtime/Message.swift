package import Localization

/// A message that has not been localized yet.
package struct Message: Hashable, Sendable {
    package let key: TextKey
    let substitutions: [String: Substitution]

    package init(_ key: TextKey, _ substitutions: [String: Substitution] = [:]) {
        self.key = key
        self.substitutions = substitutions
    }

    package func text(_ localizer: Localizer) -> String { localizer(key, substitutions) }
}
