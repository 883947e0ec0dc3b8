/// The forms that a word can take by a number, as CLDR names them; every language has `other`.
package enum PluralCategory: String, CaseIterable, Hashable, Sendable {
    case zero
    case one
    case two
    case few
    case many
    case other
}
