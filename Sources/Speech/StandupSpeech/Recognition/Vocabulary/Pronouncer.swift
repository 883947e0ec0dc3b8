// For `_nfd`: the same function of Foundation would put its 34 MB of data into each recognizer's program.
@_spi(_Unicode) internal import Swift

/// Pronounces English words.
struct Pronouncer: Sendable {
    /// The known pronunciations; without it all are derived from letters.
    let dictionary: PronunciationDictionary?

    /// The minimum length of each part of a compound.
    private static let shortestPart = 3

    /// The phones of a recognized word; empty if unknown.
    func phones(ofHeard word: String) -> [Int] {
        if let known = dictionary?.pronunciations(of: word.lowercased()).first { return known }
        let letters = Self.letters(word)
        guard letters.hasSuffix("'s") else { return spelled(letters) }
        return Self.withPluralEnding(phones(ofHeard: String(letters.dropLast(2))))
    }

    /// The possible pronunciations of a name or term.
    func pronunciations(of term: String) -> [[Int]] {
        term.split(whereSeparator: { $0.isWhitespace || "-/_.".contains($0) })
            .reduce(into: [[]]) { whole, part in
                let parts = pronunciations(ofPart: String(part)).filter { !$0.isEmpty }
                guard !parts.isEmpty else { return }
                // Two parts with four pronunciations each are enough.
                whole = Array(whole.flatMap { start in parts.prefix(4).map { start + $0 } }.prefix(16))
            }
            .filter { !$0.isEmpty }
    }

    /// The phones of a plural or genitive.
    static func withPluralEnding(_ phones: [Int]) -> [Int] {
        switch phones.last.map({ Phone.allCases[$0] }) {
        case .S, .Z, .SH, .ZH, .CH, .JH: phones + [Phone.IH.index, Phone.Z.index]
        case .P, .T, .K, .F, .TH: phones + [Phone.S.index]
        default: phones + [Phone.Z.index]
        }
    }

    private func pronunciations(ofPart part: String) -> [[Int]] {
        let known = dictionary?.pronunciations(of: Self.letters(part)) ?? []
        var found = known
        let pieces = Self.pieces(of: part)
        if pieces.count > 1 { found.append(pieces.flatMap { pronunciations(ofPart: $0).first ?? [] }) }
        if pieces.count == 1, part.count <= 5, part.allSatisfy({ $0.isUppercase || $0.isNumber }) {
            found.append(LetterToSound.spelling(of: part.lowercased()))
        }
        if known.isEmpty { found += guesses(of: part) }
        return found.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// The derived pronunciations of a word in no dictionary: as a compound, and by its letters.
    private func guesses(of word: String) -> [[Int]] {
        let letters = Self.letters(word)
        return [compound(letters), spelled(letters)].compactMap { $0 }.filter { !$0.isEmpty }
    }

    private func spelled(_ letters: String) -> [Int] {
        LetterToSound.phones(of: letters) + LetterToSound.spelling(of: String(letters.filter(\.isNumber)))
    }

    private func compound(_ letters: String) -> [Int]? {
        guard let dictionary, letters.count >= 2 * Self.shortestPart else { return nil }
        let middle = letters.count / 2
        // The most even splits are the most likely ones.
        let cuts = (Self.shortestPart...letters.count - Self.shortestPart).sorted {
            abs($0 - middle) < abs($1 - middle)
        }
        for cut in cuts {
            if let first = dictionary.pronunciations(of: String(letters.prefix(cut))).first,
                let second = dictionary.pronunciations(of: String(letters.dropFirst(cut))).first
            {
                return first + second
            }
        }
        return nil
    }

    /// The parts of `PostgreSQL`, `OAuth` or `S3`, split at capitals and digits.
    private static func pieces(of part: String) -> [String] {
        var pieces: [String] = []
        let characters = Array(part)
        for (index, character) in characters.enumerated() {
            let before = index > 0 ? characters[index - 1] : nil
            let after = index + 1 < characters.count ? characters[index + 1] : nil
            let isStart =
                before.map { before in
                    before.isNumber != character.isNumber
                        || (character.isUppercase && (before.isLowercase || after?.isLowercase == true))
                } ?? true
            if isStart { pieces.append("") }
            pieces[pieces.count - 1].append(character)
        }
        // A single initial capital belongs to the following part, except in names like OAuth.
        return pieces.filter { $0.contains { $0.isLetter || $0.isNumber } }
    }

    /// A word in lower case, without accents, with letters, digits and apostrophes only.
    static func letters(_ word: String) -> String {
        var letters = ""
        for decomposed in word.lowercased()._nfd {
            let scalar = fullWidth.contains(decomposed) ? Unicode.Scalar(decomposed.value - 0xFEE0)! : decomposed
            if let spelled = ligatures[scalar] {
                letters += spelled
            } else if scalar == "'" || scalar == "’" {
                letters.append("'")
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                letters.unicodeScalars.append(scalar)
            }
        }
        return letters
    }

    /// The forms of ASCII that are as wide as East Asian letters, `!` to `~`.
    private static let fullWidth: ClosedRange<Unicode.Scalar> = "\u{FF01}"..."\u{FF5E}"

    private static let ligatures: [Unicode.Scalar: String] = [
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
        "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
    ]
}
