/// A table as comma-separated values by RFC 4180: a header, lines that end in CRLF, quotes where a field needs them.
package struct CSVTable: Hashable, Sendable {
    private let columns: Int
    /// The document.
    package private(set) var text: String

    /// A table with these columns and no rows.
    package init(_ header: [String]) {
        columns = header.count
        text = Self.line(header)
    }

    /// Adds a row with a field for each column; nil is an empty field.
    package mutating func append(_ fields: [String?]) {
        precondition(fields.count == columns, "a row has a field for each column")
        text += Self.line(fields.map { $0 ?? "" })
    }

    private static func line(_ fields: [String]) -> String {
        fields.map(field).joined(separator: ",") + "\r\n"
    }

    private static func field(_ text: String) -> String {
        let needsQuotes = text.unicodeScalars.contains { [",", "\"", "\r", "\n"].contains($0) }
        guard needsQuotes else { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" { quoted += "\"" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }
}
