/// The id of an `Owner`, distinct by type: an attendee's id cannot be passed for a standup's.
public struct Identifier<Owner>: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The id as text: 32 lowercase hexadecimal digits, grouped as in a UUID.
    public let rawValue: String

    /// Creates an id from existing text, from the history or an argument.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a new id (UUID version 4, RFC 9562) from `generator`; a seeded generator gives repeatable ids.
    public init(using generator: inout some RandomNumberGenerator) {
        let high = generator.next() & 0xffff_ffff_ffff_0fff | 0x0000_0000_0000_4000
        let low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
        let digits = [high, low]
            .map { word in
                let text = String(word, radix: 16)
                return String(repeating: "0", count: 16 - text.count) + text
            }
            .joined()
        var groups: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            groups.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        self.rawValue = groups.joined(separator: "-")
    }

    /// Creates a new id by chance.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    /// The id as text.
    public var description: String { rawValue }

    /// Decodes from a single string.
    public init(from decoder: any Decoder) throws {
        self.rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    /// Encodes as a single string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
