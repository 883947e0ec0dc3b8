import Yams

/// The text of a configuration file, changed line by line so that comments and order stay.
struct ConfigurationText {
    /// The text cannot be changed this way, as a map is written in braces.
    struct NotLines: Error {}

    /// The lines, each with its line break, as YAML counts them.
    private var lines: [String] = []
    /// The line break of new lines: that of the first line.
    private let lineBreak: String

    /// The line breaks of YAML, which has fewer than Unicode.
    private static let lineBreaks: Set<Character> = ["\n", "\r", "\r\n", "\u{85}", "\u{2028}", "\u{2029}"]

    /// The text of a file; empty if there is none.
    init(_ text: String) {
        var rest = text[...]
        while let end = rest.firstIndex(where: Self.lineBreaks.contains) {
            lines.append(String(rest[...end]))
            rest = rest[end...].dropFirst()
        }
        lineBreak = lines.first?.last.map(String.init) ?? "\n"
        if !rest.isEmpty { lines.append(rest + lineBreak) }
    }

    /// The text, with a line break at its end.
    var text: String { lines.joined() }

    /// A key of a map, with the lines of its value.
    private struct Entry {
        /// The names that lead to it; `keys: {list.delete: X}` has `list` and `delete` in one key.
        let path: [String]
        let lines: Range<Int>
        let column: Int
        let value: Node
    }

    /// The texts at a key, several if it has a list; nil if it is not there.
    func values(of path: [String]) throws -> [String]? {
        guard let value = try entries().first(where: { $0.path == path })?.value else { return nil }
        return value.sequence?.map { $0.scalar?.string ?? "" } ?? [value.scalar?.string ?? ""]
    }

    // MARK: Changes

    /// Sets the value of a key; a new one comes after the others.
    mutating func set(_ path: [String], to value: String) throws {
        let entries = try entries()
        if let entry = entries.first(where: { $0.path == path }) {
            let key = lines[entry.lines.lowerBound]
            let name = Self.name(in: key, at: entry.column)
            let comment = entry.lines.count == 1 ? Self.comment(in: key, after: start(of: entry, after: name)) : ""
            lines.replaceSubrange(entry.lines, with: ["\(name): \(value)\(comment)\(lineBreak)"])
            return
        }
        // The longest part of the path that is there as a map takes the rest.
        let parents = entries.filter { path.starts(with: $0.path) && $0.value.mapping?.isEmpty == false }
        guard let parent = parents.max(by: { $0.path.count < $1.path.count }) else {
            // A key without a value is no map yet.
            if let empty = entries.first(where: { path.starts(with: $0.path) }) { lines.removeSubrange(empty.lines) }
            let added =
                path.count == 1
                ? ["\(path[0]): \(value)"] : ["\(path[0]):", "  \(path.dropFirst().joined(separator: ".")): \(value)"]
            lines += added.map { $0 + lineBreak }
            return
        }
        guard parent.value.mapping.map(isInBraces) != true else { throw NotLines() }
        let children = entries.filter { $0.path.count > parent.path.count && $0.path.starts(with: parent.path) }
        let indent = String(repeating: " ", count: children.first?.column ?? parent.column + 2)
        let rest = path.dropFirst(parent.path.count).joined(separator: ".")
        lines.insert("\(indent)\(rest): \(value)\(lineBreak)", at: parent.lines.upperBound)
    }

    /// Removes a key, and the map around it if nothing else is in it; false if it is not there.
    mutating func remove(_ path: [String]) throws -> Bool {
        let entries = try entries()
        let parents = entries.filter { $0.path.count < path.count && path.starts(with: $0.path) }
        guard var entry = entries.first(where: { $0.path == path }) else {
            guard !parents.contains(where: { $0.value.mapping.map(isInBraces) == true }) else { throw NotLines() }
            return false
        }
        for parent in parents.sorted(by: { $0.path.count > $1.path.count }) {
            guard parent.value.mapping?.count == 1 else { break }
            entry = parent
        }
        lines.removeSubrange(entry.lines)
        return true
    }

    // MARK: Entries

    private func entries() throws -> [Entry] {
        guard let root = try Yams.compose(yaml: text), let mapping = root.mapping else { return [] }
        guard !isInBraces(mapping) else { throw NotLines() }
        return try entries(in: mapping, below: [], end: lines.count)
    }

    private func entries(in mapping: Node.Mapping, below path: [String], end: Int) throws -> [Entry] {
        let pairs = Array(mapping)
        var found: [Entry] = []
        for (index, (key, value)) in pairs.enumerated() {
            guard let name = key.scalar?.string, let mark = key.mark else { continue }
            let next = index + 1 < pairs.count ? pairs[index + 1].key.mark.map { $0.line - 1 } ?? end : end
            let range = try mark.line - 1..<trimmed(next, from: mark.line - 1)
            let names = path.isEmpty ? [name] : path + name.split(separator: ".").map(String.init)
            found.append(Entry(path: names, lines: range, column: mark.column - 1, value: value))
            if let inner = value.mapping, !inner.isEmpty, !isInBraces(inner) {
                found += try entries(in: inner, below: names, end: range.upperBound)
            }
        }
        return found
    }

    private func isInBraces(_ mapping: Node.Mapping) -> Bool {
        guard let mark = mapping.mark, lines.indices.contains(mark.line - 1) else { return false }
        return lines[mark.line - 1].dropFirst(mark.column - 1).first == "{"
    }

    /// The end of an entry without the empty lines and comments that precede the next one.
    private func trimmed(_ end: Int, from start: Int) throws(NotLines) -> Int {
        guard lines.indices.contains(start) else { throw NotLines() }
        var end = min(max(end, start + 1), lines.count)
        while end > start + 1, Self.isEmptyOrComment(lines[end - 1]) { end -= 1 }
        return end
    }

    private static func isEmptyOrComment(_ line: String) -> Bool {
        line.unicodeScalars.first { !isSpace($0) && !lineBreaks.contains(Character($0)) }.map { $0 == "#" } ?? true
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }

    /// The place of a column in a line; YAML counts Unicode scalars.
    private static func index(in line: String, at column: Int) -> String.Index {
        let scalars = line.unicodeScalars
        return scalars.index(scalars.startIndex, offsetBy: column, limitedBy: scalars.endIndex) ?? scalars.endIndex
    }

    /// A line up to the end of the key at a column.
    private static func name(in line: String, at column: Int) -> String {
        let start = index(in: line, at: column)
        let quote = line[start...].first.flatMap { "'\"".contains($0) ? $0 : nil }
        let rest = line[start...].dropFirst(quote == nil ? 0 : 1)
        let end =
            quote.flatMap { rest.firstIndex(of: $0) }.map { line.index(after: $0) }
            ?? rest.firstIndex { $0 == ":" || lineBreaks.contains($0) }
        return String(line[..<(end ?? line.endIndex)])
    }

    /// Where the value of an entry starts in its line; after the name if it stands elsewhere, as that of an alias does.
    private func start(of entry: Entry, after name: String) -> String.Index {
        let line = lines[entry.lines.lowerBound]
        guard let mark = entry.value.mark, mark.line - 1 == entry.lines.lowerBound else {
            return line.index(line.startIndex, offsetBy: name.count, limitedBy: line.endIndex) ?? line.endIndex
        }
        return Self.index(in: line, at: mark.column - 1)
    }

    /// The comment after a value that starts in a line, with the space before it.
    ///
    /// A quote counts where it can open a text in quotes: at the start, and in a list or map in brackets.
    private static func comment(in line: String, after start: String.Index) -> String {
        let scalars = line.unicodeScalars
        var rest = scalars[start...]
        // A tag or an anchor comes before the value.
        while let first = rest.first, "!&".unicodeScalars.contains(first) {
            rest = rest.drop { !isSpace($0) }.drop(while: isSpace)
        }
        let isInBrackets = rest.first == "[" || rest.first == "{"
        // The last scalar that is no space.
        var last: Unicode.Scalar?
        while let next = rest.first {
            let opens = last.map { isInBrackets && "[{,:".unicodeScalars.contains($0) } ?? true
            if opens, next == "'" || next == "\"" {
                rest = afterQuotes(rest)
                last = next
                continue
            }
            let before = scalars[..<rest.startIndex]
            if next == "#", let space = before.last, isSpace(space) {
                let length = before.reversed().prefix(while: isSpace).count
                return String(line[scalars.index(rest.startIndex, offsetBy: -length)...].dropLast())
            }
            if !isSpace(next) { last = next }
            rest.removeFirst()
        }
        return ""
    }

    private static func afterQuotes(_ text: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        guard let quote = text.first else { return text }
        var rest = text.dropFirst()
        while let next = rest.popFirst() {
            if next == "\\", quote == "\"" {
                _ = rest.popFirst()
            } else if next == quote {
                guard quote == "'", rest.first == quote else { break }
                rest.removeFirst()
            }
        }
        return rest
    }

    // MARK: Values

    /// A value as YAML of one line; several are a list.
    static func yaml(_ values: [String], isList: Bool) -> String {
        guard isList, values.count != 1 else { return scalar(values.first ?? "", in: "") }
        return "[" + values.map { scalar($0, in: "[") }.joined(separator: ", ") + "]"
    }

    /// A text as it is if YAML reads it as the same text there, else in quotes.
    private static func scalar(_ text: String, in bracket: String) -> String {
        let closing = bracket.isEmpty ? "" : "]"
        let read = try? Yams.compose(yaml: "key: \(bracket)\(text)\(closing)\n")
        let node = read?.mapping?.first?.value
        let plain = bracket.isEmpty ? node : node?.sequence.flatMap { $0.count == 1 ? $0.first : nil }
        if let scalar = plain?.scalar, scalar.style == .plain, scalar.string == text, !text.isEmpty { return text }
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.value < 0x20 || (0x7f..<0xa0).contains(scalar.value):
                quoted += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            case "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{FFFE}", "\u{FFFF}":
                quoted += "\\u" + String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
