/// Whether a text is JSON by RFC 8259, and where it is not.
///
/// Foundation's decoder also accepts commas before the end of a list, which other programs refuse.
struct JSONForm {
    struct Mistake: Error, Hashable, Sendable {
        /// The byte at which it is.
        let offset: Int
        let problem: String
    }

    private let bytes: [UInt8]
    private var index = 0

    /// The deepest nesting; other programs have limits too.
    private static let depthLimit = 200

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func check(_ bytes: [UInt8]) throws(Mistake) {
        var form = JSONForm(bytes)
        try form.value(depth: 0)
        form.skipSpace()
        guard form.next == nil else { throw form.mistake("the text goes on after the end of the JSON") }
    }

    private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func mistake(_ problem: String) -> Mistake {
        Mistake(offset: index, problem: next == nil ? "the JSON ends too early" : problem)
    }

    private mutating func skipSpace() {
        while let byte = next, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { index += 1 }
    }

    /// Skips a character that is next, after white space.
    private mutating func skip(_ character: Character) -> Bool {
        skipSpace()
        guard next == character.asciiValue else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) throws(Mistake) {
        guard depth <= Self.depthLimit else { throw mistake("more than \(Self.depthLimit) lists inside each other") }
        skipSpace()
        switch next.map({ Character(Unicode.Scalar($0)) }) {
        case "{": try list(end: "}", depth: depth) { form throws(Mistake) in try form.field(depth: depth) }
        case "[": try list(end: "]", depth: depth) { form throws(Mistake) in try form.value(depth: depth + 1) }
        case "\"": try string()
        case "-": try number()
        case let digit? where digit.isASCII && digit.isNumber: try number()
        default:
            for word in ["true", "false", "null"] where bytes[index...].starts(with: word.utf8) {
                index += word.utf8.count
                return
            }
            throw mistake("no value begins here; put quotes around a text")
        }
    }

    private mutating func list(
        end: Character, depth: Int, element: (inout JSONForm) throws(Mistake) -> Void
    ) throws(Mistake) {
        index += 1
        if skip(end) { return }
        repeat {
            skipSpace()
            if next == end.asciiValue { throw mistake("a comma before '\(end)'; remove it") }
            try element(&self)
        } while skip(",")
        guard skip(end) else { throw mistake("a comma or '\(end)' is missing") }
    }

    private mutating func field(depth: Int) throws(Mistake) {
        guard next == UInt8(ascii: "\"") else { throw mistake("a name in quotes is missing") }
        try string()
        guard skip(":") else { throw mistake("':' is missing after a name") }
        try value(depth: depth + 1)
    }

    private mutating func string() throws(Mistake) {
        index += 1
        while let byte = next, byte != UInt8(ascii: "\"") {
            guard byte >= 0x20 else { throw mistake("a line break or control character in a text; write \\n") }
            index += 1
            guard byte == UInt8(ascii: "\\") else { continue }
            let digits = next == UInt8(ascii: "u") ? 4 : 0
            guard let escape = next, "\"\\/bfnrtu".utf8.contains(escape) else {
                throw mistake("an unknown character after a backslash; write \\\\")
            }
            index += 1
            for _ in 0..<digits {
                guard let digit = next, Character(Unicode.Scalar(digit)).isHexDigit else {
                    throw mistake("four hexadecimal digits are missing after \\u")
                }
                index += 1
            }
        }
        guard next != nil else { throw mistake("") }
        index += 1
    }

    private mutating func number() throws(Mistake) {
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { (0x30...0x39).contains($0) } ?? false }
        func digits(_ form: inout JSONForm) throws(Mistake) {
            guard isDigit(form.next) else { throw form.mistake("a digit is missing") }
            while isDigit(form.next) { form.index += 1 }
        }
        if next == UInt8(ascii: "-") { index += 1 }
        if next == UInt8(ascii: "0") {
            index += 1
            if isDigit(next) { throw mistake("a number that begins with 0; put quotes around a text") }
        } else {
            try digits(&self)
        }
        if next == UInt8(ascii: ".") {
            index += 1
            try digits(&self)
        }
        if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
            index += 1
            if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
            try digits(&self)
        }
    }
}
