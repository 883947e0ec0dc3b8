internal import Foundation

/// The role of a character in a search.
enum SearchFolding: Hashable {
    /// A part of a word, folded: the same for all characters that match each other.
    case part(String)
    /// A word by itself, in a script without spaces between words.
    case word(String)
    case separator
    /// An invisible character in a word, such as a soft hyphen.
    case nothing

    /// The role of a character; case, accents, width and Unicode composition are ignored.
    init(_ character: Character) {
        if let byte = character.asciiValue {
            self = Self.ascii(byte)
            return
        }
        let scalars = character.unicodeScalars
        if let scalar = scalars.first, scalars.count == 1 {
            switch scalar.value {
            // Precomposed syllables of Hangul.
            case 0xac00...0xd7a3:
                self = .part(String(character))
                return
            // The common ideographs.
            case 0x4e00...0x9fff:
                self = .word(String(character))
                return
            default: break
            }
        }
        self.init(decomposing: character)
    }

    private static func ascii(_ byte: UInt8) -> SearchFolding {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            .part(String(UnicodeScalar(byte)))
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): .part(String(UnicodeScalar(byte | 0x20)))
        default: .separator
        }
    }

    private init(decomposing character: Character) {
        if character.unicodeScalars.allSatisfy({ $0.properties.generalCategory == .format }) {
            self = .nothing
            return
        }
        var folded = ""
        var isWord = false
        var standsAlone = false
        for scalar in character.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
            if let letters = Self.letters[scalar] {
                folded += letters
                isWord = true
                continue
            }
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
                .letterNumber, .otherNumber, .privateUse:
                folded += scalar.properties.lowercaseMapping
                isWord = true
                standsAlone = standsAlone || Self.hasNoSpaces(scalar)
            case .spacingMark, .nonspacingMark:
                if !Self.isAccent(scalar) { folded.unicodeScalars.append(scalar) }
            default: break
            }
        }
        folded = folded.precomposedStringWithCanonicalMapping
        self = !isWord ? .separator : standsAlone ? .word(folded) : .part(folded)
    }

    /// Letters without a decomposition in Unicode, with their usual replacements.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i", "ħ": "h",
        "ς": "σ",
    ]

    /// Marks that do not change the letter in their script, and variation selectors.
    private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x300...0x36f, 0x1ab0...0x1aff, 0x1dc0...0x1dff, 0x20d0...0x20ff, 0xfe00...0xfe0f, 0xfe20...0xfe2f,
            0xe0100...0xe01ef:
            true
        // The vowel points of Hebrew and Arabic, which most texts omit.
        case 0x591...0x5c7, 0x610...0x61a, 0x64b...0x65f, 0x670: true
        default: false
        }
    }

    /// Whether a letter's script has no spaces between words: Chinese, Japanese, Thai, Lao, Burmese, Khmer.
    private static func hasNoSpaces(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x2e80...0x2fdf, 0x3005...0x3007, 0x3021...0x3029, 0x3040...0x30ff, 0x31f0...0x31ff, 0x3400...0x4dbf,
            0x4e00...0x9fff, 0xf900...0xfaff, 0x20000...0x3fffd:
            true
        case 0xe00...0xeff, 0x1000...0x109f, 0x1780...0x17ff: true
        default: false
        }
    }
}
