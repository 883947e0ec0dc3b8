import FoundationEssentials

/// Results as JSON documents: keys sorted, so that the same result is the same text, and safe for a terminal.
enum JSONOutput {
    /// Writes one document to standard output.
    static func write(_ document: some Encodable) throws(Failure) {
        try StandardOutput.write(text(of: document) + "\n")
    }

    /// The text of a document.
    static func text(of document: some Encodable) throws(Failure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            return escapingUnsafe(String(decoding: try encoder.encode(document), as: UTF8.self))
        } catch {
            throw Failure(.failed, "cannot write the result as JSON, \(error), please report it")
        }
    }

    /// Escapes what JSON allows as it is, but a terminal would obey.
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

    /// Controls past ASCII's, line separators, and marks that reverse the direction of what follows.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7f...0x9f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}

/// A value that is written as `null` where there is none, so that its key is always there.
@propertyWrapper
struct Nullable<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
    /// The value, if there is one.
    var wrappedValue: Value?

    /// A value, or none.
    init(wrappedValue: Value?) {
        self.wrappedValue = wrappedValue
    }

    /// Decodes a value or `null`.
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self.wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
    }

    /// Encodes the value or `null`.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let wrappedValue { try container.encode(wrappedValue) } else { try container.encodeNil() }
    }
}
