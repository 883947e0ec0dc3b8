extension Substring {
    /// The text without the optional white space of HTTP around it: spaces and tabs (RFC 9110, section 5.6.3).
    ///
    /// Any other white space belongs to a name: browsers protect the cookies whose names begin with `__Host-`, so what only
    /// looks like such a name must not count as one.
    package var withoutOptionalWhitespace: Substring {
        let isContent = { (byte: UInt8) in byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
        guard let first = utf8.firstIndex(where: isContent), let last = utf8.lastIndex(where: isContent) else {
            return ""
        }
        return self[first..<utf8.index(after: last)]
    }
}
