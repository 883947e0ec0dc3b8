/// Writes markup, and escapes every text.
///
/// Escaping works on bytes of UTF-8: a comparison of characters would miss a quotation mark that is followed by a
/// combining mark.
struct HTMLWriter {
    /// The markup so far.
    private(set) var bytes: [UInt8] = []

    /// Writes markup of the source code.
    mutating func write(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Starts a line, unless one has just begun.
    mutating func startLine() {
        if let last = bytes.last, last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
    }

    /// Writes a text or the value of an attribute between double quotes.
    ///
    /// Control characters and noncharacters, which HTML does not allow, become U+FFFD.
    mutating func writeEscaped(_ text: String) {
        let text = Array(text.utf8)
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "&"): write("&amp;")
            case UInt8(ascii: "<"): write("&lt;")
            case UInt8(ascii: ">"): write("&gt;")
            case UInt8(ascii: "\""): write("&quot;")
            case UInt8(ascii: "'"): write("&#39;")
            default:
                let length = Self.length(of: text[index])
                let scalar = text[index..<min(index + length, text.count)]
                if Self.isAllowed(scalar) { bytes += scalar } else { write("\u{fffd}") }
                index += length
                continue
            }
            index += 1
        }
    }

    /// The number of bytes of a scalar that starts with this byte.
    private static func length(of byte: UInt8) -> Int {
        switch byte {
        case 0xc0...0xdf: 2
        case 0xe0...0xef: 3
        case 0xf0...0xff: 4
        default: 1
        }
    }

    /// Whether HTML allows a scalar, by its bytes.
    private static func isAllowed(_ scalar: ArraySlice<UInt8>) -> Bool {
        guard let first = scalar.first, let last = scalar.last else { return false }
        let second = scalar[min(scalar.startIndex + 1, scalar.endIndex - 1)]
        switch scalar.count {
        case 1: return first >= 0x20 && first < 0x7f || first == 0x09 || first == 0x0a
        // U+0080 to U+009F.
        case 2: return first != 0xc2 || second >= 0xa0
        case 3:
            guard first == 0xef else { return true }
            // U+FFFE and U+FFFF; U+FDD0 to U+FDEF.
            return !(second == 0xbf && last >= 0xbe) && !(second == 0xb7 && (0x90...0xaf).contains(last))
        default:
            // The last two of each plane.
            let third = scalar[scalar.endIndex - 2]
            return !(second & 0x0f == 0x0f && third == 0xbf && last >= 0xbe)
        }
    }
}
