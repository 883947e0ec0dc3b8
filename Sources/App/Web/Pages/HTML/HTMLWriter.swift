/// Writes markup, and escapes every text.
///
/// Escaping works on bytes of UTF-8: a comparison of characters would miss a quotation mark that is followed by a
/// combining mark.
struct HTMLWriter {
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
        var text = text
        text.withUTF8 { text in
            var (start, index) = (0, 0)
            while index < text.count {
                let byte = text[index]
                if Self.isPlain(byte) {
                    index += 1
                    continue
                }
                bytes += text[start..<index]
                var length = 1
                switch byte {
                case UInt8(ascii: "&"): write("&amp;")
                case UInt8(ascii: "<"): write("&lt;")
                case UInt8(ascii: ">"): write("&gt;")
                case UInt8(ascii: "\""): write("&quot;")
                case UInt8(ascii: "'"): write("&#39;")
                default:
                    let scalar = text[index..<min(index + Self.length(of: byte), text.count)]
                    if Self.isAllowed(scalar) { bytes += scalar } else { write("\u{fffd}") }
                    length = scalar.count
                }
                index += length
                start = index
            }
            bytes += text[start..<index]
        }
    }

    /// Whether a byte is written as it is, whatever stands beside it: printable ASCII without the marks of HTML, tabs and
    /// line breaks.
    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"): false
        case 0x20..<0x7f, 0x09, 0x0a: true
        default: false
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
    private static func isAllowed(_ scalar: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = scalar.first, let last = scalar.last else { return false }
        let second = scalar[min(scalar.startIndex + 1, scalar.endIndex - 1)]
        switch scalar.count {
        case 1: return isPlain(first)
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
