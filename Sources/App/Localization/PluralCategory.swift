/// The plural categories of CLDR; every language has `other`.
package enum PluralCategory: String, CaseIterable, Hashable, Sendable {
    case one
    case other
}
