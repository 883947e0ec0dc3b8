/// The key of a text in the catalogues, such as `list.empty`.
///
/// A key is always a complete literal in the source, so that `CatalogueCheck` finds every use of it.
///
/// It is the first argument of a call to a value named `localizer`, or any other literal, for example in a table.
package struct TextKey: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The full key, with components separated by dots.
    package let rawValue: String

    package init(stringLiteral value: StaticString) {
        rawValue = "\(value)"
    }
}
