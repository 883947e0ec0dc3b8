/// A value of a JSON document (RFC 8259), with its line.
struct JSONValue {
    enum Kind {
        case object([(name: String, value: JSONValue)])
        case array([JSONValue])
        case string(String)
        /// The number as written.
        case number(String)
        case bool(Bool)
        case null
    }

    /// The kind and content of the value.
    let kind: Kind
    /// The line in which it begins, from 1.
    let line: Int

    /// The name of the kind, for errors.
    var name: String {
        switch kind {
        case .object: "an object"
        case .array: "a list"
        case .string: "a text"
        case .number: "a number"
        case .bool: "true or false"
        case .null: "null"
        }
    }

    /// Parses a document; an error gives the line of the syntax error.
    static func document(_ bytes: [UInt8]) throws(ImportError) -> JSONValue {
        var parser = JSONParser(bytes: bytes)
        let value = try parser.value(depth: 0)
        try parser.expectEnd()
        return value
    }
}

private struct JSONParser {
    /// The deepest nesting of lists and objects; each level uses stack space.
    private static let deepest = 100

    private let bytes: [UInt8]
    private var index = 0
    private var line = 1

    init(bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark is not part of the document.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    mutating func expectEnd() throws(ImportError) {
        skipSpace()
        guard index == bytes.count else { throw error("something behind the end of the JSON document") }
    }

    mutating func value(depth: Int) throws(ImportError) -> JSONValue {
        skipSpace()
        let start = line
        guard index < bytes.count else { throw error("it is cut off") }
        guard depth < Self.deepest else { throw error("more than \(Self.deepest) levels in each other") }
        let kind: JSONValue.Kind
        switch bytes[index] {
        case UInt8(ascii: "{"): kind = .object(try object(depth))
        case UInt8(ascii: "["): kind = .array(try array(depth))
        case UInt8(ascii: "\""): kind = .string(try string())
        case UInt8(ascii: "t"): kind = try word("true", .bool(true))
        case UInt8(ascii: "f"): kind = try word("false", .bool(false))
        case UInt8(ascii: "n"): kind = try word("null", .null)
        default: kind = .number(try number())
        }
        return JSONValue(kind: kind, line: start)
    }

    private mutating func object(_ depth: Int) throws(ImportError) -> [(name: String, value: JSONValue)] {
        var members: [(name: String, value: JSONValue)] = []
        index += 1
        if skip("}") { return members }
        repeat {
            skipSpace()
            guard index < bytes.count else { throw error("it is cut off") }
            guard bytes[index] == UInt8(ascii: "\"") else { throw error("not JSON, a name was expected") }
            let name = try string()
            guard skip(":") else { throw missing("a colon") }
            members.append((name, try value(depth: depth + 1)))
        } while skip(",")
        guard skip("}") else { throw missing("a comma or a closing brace") }
        return members
    }

    private mutating func array(_ depth: Int) throws(ImportError) -> [JSONValue] {
        var elements: [JSONValue] = []
        index += 1
        if skip("]") { return elements }
        repeat { elements.append(try value(depth: depth + 1)) } while skip(",")
        guard skip("]") else { throw missing("a comma or a closing bracket") }
        return elements
    }

    private mutating func string() throws(ImportError) -> String {
        index += 1
        var content: [UInt8] = []
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "\""):
                guard let text = String(validating: content, as: UTF8.self) else {
                    throw error("text that is not UTF-8")
                }
                return text
            case UInt8(ascii: "\\"): content += Array(String(try escape()).utf8)
            case 0..<0x20: throw error("not JSON, a line break or a control character in a text")
            default: content.append(byte)
            }
        }
        throw error("it is cut off")
    }

    private mutating func escape() throws(ImportError) -> Character {
        guard index < bytes.count else { throw error("it is cut off") }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(UnicodeScalar(byte))
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let unit = try codeUnit()
            if (0xD800..<0xDC00).contains(unit), bytes[index...].starts(with: [0x5C, 0x75]) {
                index += 2
                let low = try codeUnit()
                guard (0xDC00..<0xE000).contains(low) else { return "\u{FFFD}" }
                return Character(UnicodeScalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}")
            }
            return Character(UnicodeScalar(unit) ?? "\u{FFFD}")
        default: throw error("not JSON, no such escape in a text")
        }
    }

    private mutating func codeUnit() throws(ImportError) -> UInt32 {
        guard index + 4 <= bytes.count else { throw error("it is cut off") }
        let digits = String(decoding: bytes[index..<index + 4], as: UTF8.self)
        guard let unit = UInt32(digits, radix: 16), digits.first?.isHexDigit ?? false else {
            throw error("not JSON, \\u without four digits")
        }
        index += 4
        return unit
    }

    private mutating func number() throws(ImportError) -> String {
        let start = index
        while index < bytes.count, "+-.eE0123456789".utf8.contains(bytes[index]) { index += 1 }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        guard Double(text) != nil, text.first != "+", text.first != "." else { throw error("not JSON") }
        return text
    }

    private mutating func word(_ word: String, _ kind: JSONValue.Kind) throws(ImportError) -> JSONValue.Kind {
        guard bytes[index...].starts(with: word.utf8) else {
            throw error(bytes.count - index < word.utf8.count ? "it is cut off" : "not JSON")
        }
        index += word.utf8.count
        return kind
    }

    /// Skips this character if it comes next; returns whether it did.
    private mutating func skip(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\n"): line += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
            default: return
            }
            index += 1
        }
    }

    private func missing(_ what: String) -> ImportError {
        error(index < bytes.count ? "not JSON, \(what) was expected" : "it is cut off")
    }

    private func error(_ problem: String) -> ImportError { ImportError(line: line, problem) }
}
