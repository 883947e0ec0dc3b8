/// The part of a file that a request asks for (RFC 9110, section 14).
package enum ByteRange: Hashable, Sendable {
    case whole
    case part(ClosedRange<Int64>)
    /// Bytes that the file does not have.
    case outside

    /// Reads the value of a `Range` header for a file of `length` bytes.
    ///
    /// What is no single range of bytes counts as the whole file, as the standard allows.
    package init(_ header: String?, length: Int64) {
        self = header.flatMap { Self.read($0, length: length) } ?? .whole
    }

    private static func read(_ header: String, length: Int64) -> ByteRange? {
        guard header.lowercased().hasPrefix("bytes=") else { return nil }
        let text = header.dropFirst("bytes=".count).withoutOptionalWhitespace
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let (first, last) = (number(parts[0]), number(parts[1]))
        if parts[0].isEmpty {
            // The last bytes.
            guard let count = last else { return nil }
            guard count > 0, length > 0 else { return .outside }
            return .part(max(length - count, 0)...(length - 1))
        }
        guard let first, parts[1].isEmpty || last != nil else { return nil }
        if let last, last < first { return nil }
        guard first < length else { return .outside }
        return .part(first...min(last ?? .max, length - 1))
    }

    /// A number of decimal digits; one that is too large becomes the largest.
    private static func number(_ text: Substring) -> Int64? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return Int64(text) ?? .max
    }
}
