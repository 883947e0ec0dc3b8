/// How the languages choose the form of a word by a whole number, after the cardinal rules of Unicode's CLDR.
///
/// The forms of numbers with a fraction, and those that French, Italian, Portuguese and Spanish have for whole
/// millions, are left out: what is counted here are people and meetings.
package enum PluralRule: String, CaseIterable, Hashable, Sendable {
    /// One form for every number, as in Korean.
    case invariable
    /// One, and the rest, as in English.
    case one
    /// Zero or one, and the rest, as in French.
    case zeroOrOne
    /// By the last digits, as in Russian.
    case eastSlavic
    /// One, by the last digits, as in Polish.
    case polish
    /// One, two to four, the rest, as in Czech.
    case czech
    /// By the last digits, as in Serbian.
    case southSlavic
    /// By the last two digits, as in Slovenian.
    case slovenian
    /// By the last digits, as in Lithuanian.
    case lithuanian
    /// By the last digits, as in Latvian.
    case latvian
    /// One, the numbers below twenty, the rest, as in Romanian.
    case romanian
    /// By the last digit, as in Icelandic.
    case icelandic
    /// One, two, the rest, as in Hebrew.
    case hebrew
    /// Six forms, as in Arabic.
    case arabic
    /// Five forms, as in Irish.
    case irish
    /// Six forms, as in Welsh.
    case welsh

    /// The rule of a language; nil if none is known here.
    package init?(_ tag: LanguageTag) {
        guard let rule = Self.rules[tag.language] else { return nil }
        // The rule of Brazil counts for Portuguese, except where Portugal is named.
        self = tag.language == "pt" && tag.region == "PT" ? .one : rule
    }

    /// The forms that texts need, `other` always among them.
    package var categories: [PluralCategory] {
        switch self {
        case .invariable: [.other]
        case .one, .zeroOrOne, .icelandic: [.one, .other]
        case .eastSlavic, .polish: [.one, .few, .many, .other]
        case .czech, .southSlavic, .lithuanian, .romanian: [.one, .few, .other]
        case .slovenian: [.one, .two, .few, .other]
        case .latvian: [.zero, .one, .other]
        case .hebrew: [.one, .two, .other]
        case .irish: [.one, .two, .few, .many, .other]
        case .arabic, .welsh: PluralCategory.allCases
        }
    }

    private static let rules: [String: PluralRule] = {
        let languages: [PluralRule: String] = [
            .invariable: "id ja jv km ko lo ms my su th to vi wo yo yue zh",
            .one: """
            af az bg ca da de el en eo es et eu fi fo fy gl hu it ka kk ky lb mn nb ne nl nn no sq sv sw ta te tk tr \
            ug ur uz
            """,
            .zeroOrOne: "am as bn fa ff fr gu hi hy kn pt si zu",
            .eastSlavic: "be ru uk", .polish: "pl", .czech: "cs sk", .southSlavic: "bs hr sh sr", .slovenian: "sl",
            .lithuanian: "lt", .latvian: "lv", .romanian: "mo ro", .icelandic: "is mk", .hebrew: "he iw",
            .arabic: "ar", .irish: "ga", .welsh: "cy",
        ]
        var rules: [String: PluralRule] = [:]
        for (rule, names) in languages {
            for name in names.split(separator: " ") { rules[String(name)] = rule }
        }
        return rules
    }()
}

extension PluralRule {
    /// The form for a number of things; below zero it is that of the number without its sign.
    package func category(of count: Int) -> PluralCategory {
        let n = count.magnitude
        let (tens, hundreds) = (n % 10, n % 100)
        switch self {
        case .invariable: return .other
        case .one: return n == 1 ? .one : .other
        case .zeroOrOne: return n <= 1 ? .one : .other
        case .eastSlavic:
            if tens == 1 && hundreds != 11 { return .one }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? .few : .many
        case .polish:
            if n == 1 { return .one }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? .few : .many
        case .czech:
            if n == 1 { return .one }
            return (2...4).contains(n) ? .few : .other
        case .southSlavic:
            if tens == 1 && hundreds != 11 { return .one }
            return (2...4).contains(tens) && !(12...14).contains(hundreds) ? .few : .other
        case .slovenian:
            switch hundreds {
            case 1: return .one
            case 2: return .two
            case 3, 4: return .few
            default: return .other
            }
        case .lithuanian:
            if (11...19).contains(hundreds) || tens == 0 { return .other }
            return tens == 1 ? .one : .few
        case .latvian:
            if (11...19).contains(hundreds) || tens == 0 { return .zero }
            return tens == 1 ? .one : .other
        case .romanian:
            if n == 1 { return .one }
            return n == 0 || (1...19).contains(hundreds) ? .few : .other
        case .icelandic: return tens == 1 && hundreds != 11 ? .one : .other
        case .hebrew: return n == 1 ? .one : n == 2 ? .two : .other
        case .arabic:
            switch n {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            default: return (3...10).contains(hundreds) ? .few : hundreds >= 11 ? .many : .other
            }
        case .irish:
            switch n {
            case 1: return .one
            case 2: return .two
            case 3...6: return .few
            case 7...10: return .many
            default: return .other
            }
        case .welsh:
            switch n {
            case 0: return .zero
            case 1: return .one
            case 2: return .two
            case 3: return .few
            case 6: return .many
            default: return .other
            }
        }
    }
}
