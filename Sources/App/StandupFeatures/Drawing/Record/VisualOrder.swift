/// Names of scripts that are written from right to left, prepared for bitmaps that are placed from left to right.
enum VisualOrder {
    /// The scalars in the order in which they stand, Arabic letters in the forms that join them.
    ///
    /// The direction of the text is that of its first letter; words and numbers of the other direction keep their order.
    static func scalars(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        guard scalars.contains(where: isRightToLeft) else { return scalars }
        var text = joined(scalars)
        let isBaseRight = text.first { isRightToLeft($0) || isLeftToRight($0) }.map(isRightToLeft) ?? false
        let isOther = isBaseRight ? isLeftToRight : isRightToLeft
        let isBase = isBaseRight ? isRightToLeft : isLeftToRight
        var index = text.startIndex
        while index < text.endIndex {
            if isOther(text[index]) {
                let end = text[index...].firstIndex(where: isBase) ?? text.endIndex
                let last = text[index..<end].lastIndex(where: isOther) ?? index
                text[index...last].reverse()
                index = last
            } else if isBaseRight {
                text[index] = mirrored[text[index]] ?? text[index]
            }
            index += 1
        }
        return isBaseRight ? text.reversed() : text
    }

    /// Whether a scalar is a letter of a script that is written from right to left.
    static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x660...0x669, 0x6F0...0x6F9: false
        case 0x5BE...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC: true
        default: false
        }
    }

    private static func isLeftToRight(_ scalar: Unicode.Scalar) -> Bool {
        !isRightToLeft(scalar) && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
    }

    private static let mirrored: [Unicode.Scalar: Unicode.Scalar] = ["(": ")", ")": "(", "[": "]", "]": "["]

    // MARK: Arabic

    /// The presentation forms of a letter: isolated, final, initial, medial.
    private struct Forms {
        /// The code point of the isolated form; the others follow it.
        let first: UInt32
        /// One form, two for letters that do not join the next one, or all four.
        let count: UInt32
    }

    private static func joined(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var letters: [(scalar: Unicode.Scalar, forms: Forms?)] = []
        for scalar in scalars {
            if letters.last?.scalar == lam, let first = lamAlef[scalar] {
                letters[letters.count - 1] = (scalar, Forms(first: first, count: 2))
            } else {
                letters.append((scalar, forms[scalar]))
            }
        }
        func count(_ index: Int) -> UInt32 { letters.indices.contains(index) ? letters[index].forms?.count ?? 0 : 0 }
        return letters.indices.map { index in
            guard let forms = letters[index].forms else { return letters[index].scalar }
            let joinsPrevious = forms.count > 1 && count(index - 1) == 4
            let joinsNext = forms.count == 4 && count(index + 1) > 1
            let form: UInt32 = (joinsPrevious ? 1 : 0) + (joinsNext ? 2 : 0)
            return Unicode.Scalar(forms.first + form) ?? letters[index].scalar
        }
    }

    private static let lam: Unicode.Scalar = "\u{644}"

    /// The isolated ligatures of lam with a following alef.
    private static let lamAlef: [Unicode.Scalar: UInt32] = [
        "\u{622}": 0xFEF5, "\u{623}": 0xFEF7, "\u{625}": 0xFEF9, "\u{627}": 0xFEFB,
    ]

    private static let forms: [Unicode.Scalar: Forms] = {
        // Letters of Persian and Urdu.
        var forms: [Unicode.Scalar: Forms] = [
            "\u{679}": Forms(first: 0xFB66, count: 4), "\u{67E}": Forms(first: 0xFB56, count: 4),
            "\u{686}": Forms(first: 0xFB7A, count: 4), "\u{688}": Forms(first: 0xFB88, count: 2),
            "\u{691}": Forms(first: 0xFB8C, count: 2), "\u{698}": Forms(first: 0xFB8A, count: 2),
            "\u{6A9}": Forms(first: 0xFB8E, count: 4), "\u{6AF}": Forms(first: 0xFB92, count: 4),
            "\u{6BA}": Forms(first: 0xFB9E, count: 2), "\u{6BE}": Forms(first: 0xFBAA, count: 4),
            "\u{6C1}": Forms(first: 0xFBA6, count: 4), "\u{6CC}": Forms(first: 0xFBFC, count: 4),
            "\u{6D2}": Forms(first: 0xFBAE, count: 2),
        ]
        let pairs: Set<UInt32> = [
            0x622, 0x623, 0x624, 0x625, 0x627, 0x629, 0x62F, 0x630, 0x631, 0x632, 0x648, 0x649,
        ]
        var first: UInt32 = 0xFE80
        for code in Array(0x621...0x63A) + Array(0x641...0x64A) as [UInt32] {
            let count: UInt32 = code == 0x621 ? 1 : pairs.contains(code) ? 2 : 4
            if let letter = Unicode.Scalar(code) { forms[letter] = Forms(first: first, count: count) }
            first += count
        }
        return forms
    }()
}
