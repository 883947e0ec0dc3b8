/// An English phone of the CMU Pronouncing Dictionary, without stress.
enum Phone: String, CaseIterable, Hashable, Sendable {
    case AA, AE, AH, AO, AW, AY, EH, ER, EY, IH, IY, OW, OY, UH, UW
    case B, CH, D, DH, F, G, HH, JH, K, L, M, N, NG, P, R, S, SH, T, TH, V, W, Y, Z, ZH

    /// The index of a phone in the tables.
    var index: Int { Self.indices[self] ?? 0 }

    private static let indices = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })
}

/// The distance between phones, 0 (equal) to 1.
///
/// It is the weighted difference of features, as in ALINE (Kondrak, "A new algorithm for the alignment of phonetic
/// sequences", 2000); phones that are often dropped cost less to omit.
enum PhoneDistance {
    static func substitution(_ first: Int, _ second: Int) -> Float { substitutions[first * count + second] }

    /// The cost of inserting or deleting a phone.
    static func gap(_ phone: Int) -> Float { gaps[phone] }

    private static let count = Phone.allCases.count

    private static let gaps: [Float] = Phone.allCases.map { phone in
        switch phone {
        case .AH, .IH, .HH: 0.45
        case .T, .D, .Y, .W, .R: 0.6
        case .L, .N, .G: 0.7
        default: kind(of: phone) == nil ? 0.7 : 0.85
        }
    }

    private static let substitutions: [Float] = Phone.allCases.flatMap { first in
        Phone.allCases.map { second in first == second ? 0 : min(1, dissimilarity(first, second)) }
    }

    private static func dissimilarity(_ first: Phone, _ second: Phone) -> Float {
        if let cost = glides[[first, second]] { return cost }
        switch (kind(of: first), kind(of: second)) {
        case (let one?, let other?):
            let manner: Float = one.manner == other.manner ? 0 : one.manner.isLike(other.manner) ? 0.25 : 0.5
            let voice: Float = one.isVoiced == other.isVoiced ? 0 : 0.2
            // Nasals differ in place only, and sound similar.
            let place: Float = one.manner == .nasal && other.manner == .nasal ? 0.06 : 0.12
            return 0.1 + manner + voice + place * Float(abs(one.place - other.place))
        case (nil, nil):
            let (one, other) = (vowel(first), vowel(second))
            let apart = zip(one, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
            return 0.1 + 0.16 * Float(apart).squareRoot()
        default: return 1
        }
    }

    /// Vowel–consonant pairs that sound similar.
    private static let glides: [Set<Phone>: Float] = [
        [.ER, .R]: 0.25, [.IY, .Y]: 0.25, [.UW, .W]: 0.3, [.UH, .W]: 0.5, [.OW, .L]: 0.5, [.UH, .L]: 0.5,
        [.IH, .Y]: 0.4,
    ]

    private enum Manner {
        case stop, affricate, fricative, nasal, liquid, glide

        func isLike(_ other: Manner) -> Bool {
            switch (self, other) {
            case (.stop, .affricate), (.affricate, .stop), (.fricative, .affricate), (.affricate, .fricative),
                (.stop, .fricative), (.fricative, .stop), (.liquid, .glide), (.glide, .liquid):
                true
            default: false
            }
        }
    }

    private typealias Kind = (manner: Manner, place: Int, isVoiced: Bool)

    /// The articulation of a consonant, from the lips, 0, to the glottis, 6; nil for a vowel.
    private static func kind(of phone: Phone) -> Kind? {
        switch phone {
        case .P: (.stop, 0, false)
        case .B: (.stop, 0, true)
        case .T: (.stop, 3, false)
        case .D: (.stop, 3, true)
        case .K: (.stop, 5, false)
        case .G: (.stop, 5, true)
        case .CH: (.affricate, 4, false)
        case .JH: (.affricate, 4, true)
        case .F: (.fricative, 1, false)
        case .V: (.fricative, 1, true)
        case .TH: (.fricative, 2, false)
        case .DH: (.fricative, 2, true)
        case .S: (.fricative, 3, false)
        case .Z: (.fricative, 3, true)
        case .SH: (.fricative, 4, false)
        case .ZH: (.fricative, 4, true)
        case .HH: (.fricative, 6, false)
        case .M: (.nasal, 0, true)
        case .N: (.nasal, 3, true)
        case .NG: (.nasal, 5, true)
        case .L: (.liquid, 3, true)
        case .R: (.liquid, 4, true)
        case .W: (.glide, 0, true)
        case .Y: (.glide, 4, true)
        default: nil
        }
    }

    /// The articulation of a vowel: height, backness, and the upward glide.
    private static func vowel(_ phone: Phone) -> [Double] {
        switch phone {
        case .IY: [4, 0, 0]
        case .IH: [3.2, 0.4, 0]
        case .EY: [2.5, 0.2, 1]
        case .EH: [2, 0.4, 0]
        case .AE: [1, 0.6, 0]
        case .AH: [1.8, 1.6, 0]
        case .ER: [2, 2, 0.8]
        case .AA: [0.4, 2.4, 0]
        case .AO: [1.2, 3, 0]
        case .OW: [2.2, 3, 1]
        case .UH: [3.2, 2.6, 0]
        case .UW: [4, 3, 0]
        case .AY: [0.8, 1.4, 2]
        case .AW: [0.8, 2.2, 2]
        case .OY: [1.6, 2.6, 2]
        default: [0, 0, 0]
        }
    }
}
