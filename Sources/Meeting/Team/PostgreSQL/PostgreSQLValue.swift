internal import CPostgreSQL

/// A parameter of a statement, or a value of a result.
enum PostgreSQLValue: Hashable, Sendable {
    /// NULL; as a parameter, of type `text`.
    case null
    /// A `bigint`; in a result also a smaller number, or a truth value as 0 or 1.
    case integer(Int64)
    /// A `text`; in a result also a name.
    case text(String)
    /// A `bytea`.
    case bytes([UInt8])
    /// A `text[]`, whose elements may be NULL.
    case texts([String?])
    /// A `bigint[]` without NULL.
    case integers([Int64])
}

extension PostgreSQLValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    init(stringLiteral text: String) { self = .text(text) }
    init(integerLiteral value: Int64) { self = .integer(value) }
}

/// PostgreSQL's types; their numbers never change.
private enum TypeNumber {
    static let bool: Oid = 16
    static let bytea: Oid = 17
    static let name: Oid = 19
    static let bigint: Oid = 20
    static let smallint: Oid = 21
    static let integer: Oid = 23
    static let text: Oid = 25
    static let void: Oid = 2278
    static let textArray: Oid = 1009
    static let bigintArray: Oid = 1016
}

// MARK: The binary format

// Texts as bytes with a length: a NUL in one is refused by the server, where a C string would end.

extension PostgreSQLValue {
    var type: Oid {
        switch self {
        case .null, .text: TypeNumber.text
        case .integer: TypeNumber.bigint
        case .bytes: TypeNumber.bytea
        case .texts: TypeNumber.textArray
        case .integers: TypeNumber.bigintArray
        }
    }

    /// Its bytes; nil for NULL.
    var encoded: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let value): value.bigEndianBytes
        case .text(let text): Array(text.utf8)
        case .bytes(let bytes): bytes
        case .texts(let texts): Self.array(of: TypeNumber.text, texts.map { $0.map { Array($0.utf8) } })
        case .integers(let values): Self.array(of: TypeNumber.bigint, values.map(\.bigEndianBytes))
        }
    }

    /// One dimension, whether there are NULLs, the type, the length, the first index; then the elements with their lengths.
    private static func array(of type: Oid, _ elements: [[UInt8]?]) -> [UInt8] {
        let hasNull: Int32 = elements.contains(nil) ? 1 : 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(20 + elements.reduce(0) { $0 + 4 + ($1?.count ?? 0) })
        for word in [elements.isEmpty ? 0 : 1, hasNull, Int32(bitPattern: type)] { bytes += word.bigEndianBytes }
        guard !elements.isEmpty else { return bytes }
        for word in [Int32(elements.count), 1] { bytes += word.bigEndianBytes }
        for element in elements {
            bytes += Int32(element?.count ?? -1).bigEndianBytes
            bytes += element ?? []
        }
        return bytes
    }

    /// A value of a result; nil if the type or the bytes are not those of a value above.
    init?(type: Oid, _ bytes: UnsafeRawBufferPointer) {
        switch type {
        case TypeNumber.text, TypeNumber.name, 18, 1042, 1043: self = .text(String(decoding: bytes, as: UTF8.self))
        case TypeNumber.bytea: self = .bytes(Array(bytes))
        case TypeNumber.bool, TypeNumber.smallint, TypeNumber.integer, TypeNumber.bigint:
            guard let value = Int64(bigEndian: bytes) else { return nil }
            self = .integer(value)
        case TypeNumber.bigintArray:
            guard let values = Self.integers(in: bytes) else { return nil }
            self = .integers(values)
        case TypeNumber.void: self = .null
        default: return nil
        }
    }

    private static func integers(in bytes: UnsafeRawBufferPointer) -> [Int64]? {
        func word(at offset: Int, count: Int = 4) -> Int64? {
            guard bytes.count >= offset + count else { return nil }
            return Int64(bigEndian: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
        }
        guard let dimensions = word(at: 0) else { return nil }
        guard dimensions > 0 else { return [] }
        guard dimensions == 1, let count = word(at: 12), count >= 0, count <= bytes.count else { return nil }
        var values: [Int64] = []
        for index in 0..<Int(count) {
            guard word(at: 20 + 12 * index) == 8, let value = word(at: 24 + 12 * index, count: 8) else { return nil }
            values.append(value)
        }
        return values
    }
}

extension FixedWidthInteger {
    fileprivate var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}

extension Int64 {
    /// A signed number of one to eight bytes.
    fileprivate init?(bigEndian bytes: UnsafeRawBufferPointer) {
        guard (1...8).contains(bytes.count) else { return nil }
        self = bytes.dropFirst().reduce(Int64(Int8(bitPattern: bytes[0]))) { $0 << 8 | Int64($1) }
    }
}

struct PostgreSQLRow {
    let values: [PostgreSQLValue]

    /// A text; nil for NULL and other types.
    func text(_ column: Int) -> String? {
        guard column < values.count, case .text(let text) = values[column] else { return nil }
        return text
    }

    /// A number; nil for NULL and other types.
    func integer(_ column: Int) -> Int64? {
        guard column < values.count, case .integer(let value) = values[column] else { return nil }
        return value
    }

    /// Numbers; empty for NULL and other types.
    func integers(_ column: Int) -> [Int64] {
        guard column < values.count, case .integers(let values) = values[column] else { return [] }
        return values
    }

    /// A truth value; false for NULL.
    func truth(_ column: Int) -> Bool { integer(column) == 1 }
}

extension PostgreSQLValue: CustomStringConvertible {
    /// The value as text; NULL is empty.
    var description: String {
        switch self {
        case .null: ""
        case .integer(let value): "\(value)"
        case .text(let text): text
        case .bytes(let bytes): "\(bytes)"
        case .texts(let texts): "\(texts)"
        case .integers(let values): "\(values)"
        }
    }
}
