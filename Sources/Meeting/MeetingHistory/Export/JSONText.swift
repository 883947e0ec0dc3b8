import FoundationEssentials

/// JSON as this program writes it: safe for a terminal, with sorted keys, so that equal values give equal text.
package enum JSONText {
    /// The text of a document, without a trailing line break.
    package static func text(of document: some Encodable) throws -> String {
        try text(of: document, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// The text of a document in one line, without a trailing line break.
    package static func line(of document: some Encodable) throws -> String {
        try text(of: document, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func text(of document: some Encodable, _ format: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        return escapingUnsafe(String(decoding: try encoder.encode(document), as: UTF8.self))
    }

    /// Escapes characters that JSON allows but a terminal would interpret.
    static func escapingUnsafe(_ json: String) -> String {
        guard json.unicodeScalars.contains(where: isUnsafe) else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            if isUnsafe(scalar) {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Control characters outside ASCII, line separators, and marks that reverse the text direction.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}
