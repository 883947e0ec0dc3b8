import Foundation

/// Any JSON value, kept as it was read.
enum StoredJSON: Hashable, Sendable, Codable {
    case null
    case bool(Bool)
    case integer(Int64)
    case large(UInt64)
    case number(Double)
    case text(String)
    case list([StoredJSON])
    case object([String: StoredJSON])

    /// Reads a text; throws if it is not JSON.
    init(parsing text: String) throws { self = try JSONDecoder().decode(Self.self, from: Data(text.utf8)) }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let large = try? value.decode(UInt64.self) {
            self = .large(large)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([StoredJSON].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: StoredJSON].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .bool(let bool): try value.encode(bool)
        case .integer(let integer): try value.encode(integer)
        case .large(let large): try value.encode(large)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }

    /// The members of an object; nil for any other value.
    var members: [String: StoredJSON]? { if case .object(let members) = self { members } else { nil } }

    var encoded: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    /// Decodes a value of a type; nil if it is not one.
    func decoded<Value: Decodable>(as type: Value.Type) -> Value? {
        try? JSONDecoder().decode(type, from: Data(encoded.utf8))
    }

    /// A value of a type, as JSON; nil if it cannot be encoded.
    init?<Value: Encodable>(encoding value: Value) {
        guard let data = try? JSONEncoder().encode(value),
            let json = try? JSONDecoder().decode(Self.self, from: data)
        else { return nil }
        self = json
    }
}
