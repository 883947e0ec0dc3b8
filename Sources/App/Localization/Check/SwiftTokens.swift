/// Tokenises a Swift source into literals, words and symbols, without comments.
struct SwiftTokens {
    enum Kind: Hashable {
        /// A string literal; nil if it contains an interpolation.
        case literal(String?)
        /// A name or a keyword.
        case word(String)
        /// Any other symbol, one byte at a time.
        case sign(Character)
    }

    struct Token: Hashable {
        let kind: Kind
        /// The line of its first character, from 1.
        let line: Int
    }

    private(set) var tokens: [Token] = []
    private let source: [UInt8]
    private var position = 0
    private var line = 1

    init(_ source: String) {
        self.source = Array(source.utf8)
        readCode(untilParenthesis: false)
    }

    /// Reads to the end, or to the parenthesis that closes an interpolation.
    private mutating func readCode(untilParenthesis: Bool) {
        var depth = 0
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while let byte = peek(), byte != UInt8(ascii: "\n") { advance() }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): skipComment()
            case UInt8(ascii: "\""), UInt8(ascii: "#"):
                if !readLiteral() { readSign() }
            case _ where Self.isWord(byte): readWord()
            case _ where Self.isSpace(byte): advance()
            default:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") {
                    if untilParenthesis && depth == 0 {
                        advance()
                        return
                    }
                    depth -= 1
                }
                readSign()
            }
        }
    }

    private mutating func readSign() {
        guard let byte = peek() else { return }
        tokens.append(Token(kind: .sign(Character(Unicode.Scalar(byte))), line: line))
        advance()
    }

    private mutating func readWord() {
        let start = position
        while let byte = peek(), Self.isWord(byte) { advance() }
        tokens.append(Token(kind: .word(String(decoding: source[start..<position], as: UTF8.self)), line: line))
    }

    private mutating func skipComment() {
        var depth = 0
        repeat {
            if peek() == UInt8(ascii: "/") && peek(1) == UInt8(ascii: "*") {
                depth += 1
                advance(2)
            } else if peek() == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/") {
                depth -= 1
                advance(2)
            } else {
                advance()
            }
        } while depth > 0 && peek() != nil
    }

    /// Reads a string literal with any number of `#` delimiters; false if there is none here.
    private mutating func readLiteral() -> Bool {
        var pounds = 0
        while peek(pounds) == UInt8(ascii: "#") { pounds += 1 }
        guard peek(pounds) == UInt8(ascii: "\"") else { return false }
        let isLong = peek(pounds + 1) == UInt8(ascii: "\"") && peek(pounds + 2) == UInt8(ascii: "\"")
        let fence = Array(repeating: UInt8(ascii: "#"), count: pounds)
        let end = Array(repeating: UInt8(ascii: "\""), count: isLong ? 3 : 1) + fence
        let escape = [UInt8(ascii: "\\")] + fence
        let firstLine = line
        let place = tokens.count
        advance(end.count)

        var text: [UInt8] = []
        var isPlain = true
        while let byte = peek(), !starts(with: end), isLong || byte != UInt8(ascii: "\n") {
            if starts(with: escape) {
                advance(escape.count)
                if peek() == UInt8(ascii: "(") {
                    isPlain = false
                    advance()
                    readCode(untilParenthesis: true)
                } else {
                    // Keys contain no escapes, so the character does not matter, except that it ends nothing.
                    text.append(UInt8(ascii: "\\"))
                    advance()
                }
            } else {
                text.append(byte)
                advance()
            }
        }
        if starts(with: end) { advance(end.count) }
        let value = isPlain ? String(decoding: text, as: UTF8.self) : nil
        tokens.insert(Token(kind: .literal(value), line: firstLine), at: place)
        return true
    }

    private func peek(_ ahead: Int = 0) -> UInt8? {
        position + ahead < source.count ? source[position + ahead] : nil
    }

    private func starts(with bytes: [UInt8]) -> Bool {
        source[position...].starts(with: bytes)
    }

    private mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where position < source.count {
            if source[position] == UInt8(ascii: "\n") { line += 1 }
            position += 1
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte)
    }
}
