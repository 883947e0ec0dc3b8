internal import MeetingModel

/// A value in a document, with its path for errors.
struct JSONField {
    let value: JSONValue
    /// The path, such as `[2].attendees[0].name`.
    let path: String

    init(_ value: JSONValue, path: String) {
        self.value = value
        self.path = path
    }

    /// An error about this value.
    func error(_ problem: String) -> ImportError {
        ImportError(line: value.line, "\(path): \(problem)")
    }

    private func wrong(_ wanted: String) -> ImportError {
        error("\(value.name), not \(wanted)")
    }

    /// A member; nil if it is missing or null.
    func optional(_ name: String) throws(ImportError) -> JSONField? {
        guard case .object(let members) = value.kind else { throw wrong("an object") }
        guard let member = members.last(where: { $0.name == name }) else { return nil }
        if case .null = member.value.kind { return nil }
        return JSONField(member.value, path: path.hasPrefix("[") ? "\(path).\(name)" : name)
    }

    /// A required member.
    func required(_ name: String) throws(ImportError) -> JSONField {
        guard let field = try optional(name) else {
            throw error("it has no \(name), is this a file of Standups, SyncUps or Scrumdinger?")
        }
        return field
    }

    /// The elements of a list.
    func list() throws(ImportError) -> [JSONField] {
        guard case .array(let elements) = value.kind else { throw wrong("a list") }
        let path = path.hasPrefix("[") ? path : ""
        return elements.enumerated().map { JSONField($1, path: "\(path)[\($0)]") }
    }

    func text() throws(ImportError) -> String {
        guard case .string(let text) = value.kind else { throw wrong("a text") }
        return text
    }

    /// The text of a UUID, in lowercase.
    func uuid() throws(ImportError) -> String {
        let text = try text()
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        let isHexadecimal = text.unicodeScalars.allSatisfy { $0 == "-" || $0.properties.isASCIIHexDigit }
        guard parts.map(\.count) == [8, 4, 4, 4, 12], isHexadecimal else { throw error("not a UUID, \(quoted(text))") }
        return text.lowercased()
    }

    private func number(_ wanted: String) throws(ImportError) -> Double {
        guard case .number(let text) = value.kind, let number = Double(text), number.isFinite else {
            throw wrong(wanted)
        }
        return number
    }

    /// A number of seconds, multiplied by `unit`.
    func seconds(times unit: Double = 1) throws(ImportError) -> Duration {
        let seconds = try number("a number") * unit
        guard (0...1e9).contains(seconds) else { throw error("out of range, \(seconds)") }
        return .nanoseconds(Int64((seconds * 1e9).rounded()))
    }

    /// A duration in Swift's encoding (two halves of a number of attoseconds), or a number of seconds.
    func duration() throws(ImportError) -> Duration {
        guard case .array(let halves) = value.kind else { return try seconds() }
        guard halves.count == 2, case .number(let high) = halves[0].kind, case .number(let low) = halves[1].kind,
            let high = Int64(high), let low = UInt64(low)
        else { throw error("not a duration, write it in seconds") }
        // A duration whose seconds exceed 64 bits cannot even be printed.
        let attoseconds = Int128(high) << 64 | Int128(low)
        guard (0...1_000_000_000).contains(attoseconds / 1_000_000_000_000_000_000) else {
            throw error("out of range")
        }
        return Duration(attoseconds: attoseconds)
    }

    /// An instant: seconds since 2001, as Swift encodes it, or an ISO 8601 text.
    func date() throws(ImportError) -> Timestamp {
        if case .string(let text) = value.kind {
            guard let date = Timestamp(calendarText: text) else { throw error("not a date, \(quoted(text))") }
            return date
        }
        let seconds = try number("a date") + 978_307_200
        // The range of 64 bits of nanoseconds.
        guard abs(seconds) < 9e9 else { throw error("a date out of range, \(seconds)") }
        return Timestamp(nanosecondsSince1970: Int64((seconds * 1e6).rounded()) * 1000)
    }
}
