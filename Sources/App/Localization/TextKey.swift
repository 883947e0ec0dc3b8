/// The name of a text in the catalogues, such as `list.empty`.
///
/// A key is written out in the source, never put together, so that `CatalogueCheck` finds every use of it: as the
/// first argument of a call to a value named `localizer`, or as any other literal, in a table say.
package struct TextKey: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The key as catalogues nest it, with dots between.
    package let rawValue: String

    /// The key that a literal names.
    package init(stringLiteral value: StaticString) {
        rawValue = "\(value)"
    }
}
