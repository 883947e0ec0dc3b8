/// The rule for a language's plural category of an integer, according to the CLDR cardinal rules.
///
/// Only the catalogues' languages have a rule.
package enum PluralRule: CaseIterable, Hashable, Sendable {
    /// One form for every number, as in Korean.
    case invariable
    /// Two forms, for one and for all other numbers, as in English.
    case one

    init?(_ tag: LanguageTag) {
        switch tag.language {
        case "de", "en": self = .one
        case "ko": self = .invariable
        default: return nil
        }
    }

    /// The categories that texts must define, always including `other`.
    var categories: [PluralCategory] {
        switch self {
        case .invariable: [.other]
        case .one: [.one, .other]
        }
    }

    /// The category of a count; a negative count uses its absolute value.
    func category(of count: Int) -> PluralCategory {
        self == .one && count.magnitude == 1 ? .one : .other
    }
}
