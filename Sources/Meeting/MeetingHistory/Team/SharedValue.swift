/// The value of a shared field, as JSON.
package enum SharedValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case text(String)
    case list([SharedValue])
}

extension SharedValue: Codable {
    /// Decodes from JSON; objects and fractions are refused.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else {
            self = .list(try container.decode([SharedValue].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let values): try container.encode(values)
        }
    }
}

extension SharedValue: Comparable {
    /// Any order that is the same on every device: it decides between two values of the same time.
    package static func < (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.boolean(let left), .boolean(let right)): !left && right
        case (.integer(let left), .integer(let right)): left < right
        case (.text(let left), .text(let right)): left.utf8.lexicographicallyPrecedes(right.utf8)
        case (.list(let left), .list(let right)): left.lexicographicallyPrecedes(right)
        default: left.rank < right.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .boolean: 1
        case .integer: 2
        case .text: 3
        case .list: 4
        }
    }

    /// The texts in a value: its own, or those of its list.
    var texts: [String] {
        switch self {
        case .text(let text): [text]
        case .list(let values): values.flatMap(\.texts)
        case .null, .boolean, .integer: []
        }
    }
}

package struct SharedField: Hashable, Sendable {
    package let value: SharedValue
    /// When it was written.
    package let clock: HybridClock

    package init(_ value: SharedValue, at clock: HybridClock) {
        self.value = value
        self.clock = clock
    }

    /// Whether it replaces another value of the same field: it is later, or it is as late and its value is greater.
    func replaces(_ other: SharedField) -> Bool {
        clock == other.clock ? other.value < value : other.clock < clock
    }
}

extension SharedField: Codable {
    private enum CodingKeys: String, CodingKey { case value = "v" }

    /// Decodes the value (`v`) and the time (`t`, `c`, `w`) from one object.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        guard container.contains(.value) else {
            throw DecodingError.keyNotFound(
                CodingKeys.value, DecodingError.Context(codingPath: [], debugDescription: "a field without a value"))
        }
        value = try container.decodeNil(forKey: .value) ? .null : container.decode(SharedValue.self, forKey: .value)
        clock = try HybridClock(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(value, forKey: .value)
        try clock.encode(to: encoder)
    }
}

/// The fields of an item that is merged field by field, by their names.
package typealias SharedFields = [String: SharedField]

extension SharedFields {
    /// Takes over the fields that replace its own, and those that it lacks.
    ///
    /// The result is the same in whatever order, and however often, fields are merged.
    ///
    /// - Returns: The values that lost, its own or the others'; none if all were equal or new.
    package mutating func merge(_ others: SharedFields) -> SharedFields {
        var lost: SharedFields = [:]
        for (name, field) in others {
            guard let own = self[name] else {
                self[name] = field
                continue
            }
            guard own != field else { continue }
            let wins = field.replaces(own)
            if own.value != field.value { lost[name] = wins ? own : field }
            if wins { self[name] = field }
        }
        return lost
    }

    /// Writes values at a time; those that are already there are left.
    ///
    /// - Returns: The values that were replaced.
    package mutating func write(_ values: [String: SharedValue], at clock: HybridClock) -> SharedFields {
        var replaced: SharedFields = [:]
        for (name, value) in values where self[name]?.value != value {
            replaced[name] = self[name]
            self[name] = SharedField(value, at: clock)
        }
        return replaced
    }

    /// The time of its latest field; nil if there is none.
    package var clock: HybridClock? { values.map(\.clock).max() }
}
