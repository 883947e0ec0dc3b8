/// Splits bytes into lines of limited length.
struct LineBuffer {
    struct TooLong: Error {}

    private let limit: Int
    private var rest: [UInt8] = []

    /// An empty buffer; `limit` is the maximum length of a line in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    /// Adds bytes and returns the lines that they complete, without their line breaks.
    mutating func take(_ bytes: ArraySlice<UInt8>) throws(TooLong) -> [[UInt8]] {
        var lines: [[UInt8]] = []
        var bytes = bytes
        while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
            guard rest.count + (end - bytes.startIndex) <= limit else { throw TooLong() }
            lines.append(rest + bytes[..<end])
            rest = []
            bytes = bytes[(end + 1)...]
        }
        guard rest.count + bytes.count <= limit else { throw TooLong() }
        rest += bytes
        return lines
    }
}
