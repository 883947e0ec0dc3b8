import MeetingModel
import Presentation

/// The fields of a form, from a query or from a body of the type `application/x-www-form-urlencoded`.
package struct FormFields: Hashable, Sendable {
    /// The largest number of fields; the others are ignored.
    package static let limit = 64

    private var values: [String: [String]] = [:]

    /// Parses a query without its question mark, or a body.
    ///
    /// Fields that are not UTF-8 or have a malformed percent-escape are ignored.
    package init(_ bytes: some Sequence<UInt8>) {
        // Bytes, because a combining mark after a separator would hide it from a comparison of characters.
        let pairs = Array(bytes).split(separator: UInt8(ascii: "&"), maxSplits: Self.limit).prefix(Self.limit)
        for pair in pairs {
            let halves = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(halves[0]), let value = Self.decode(halves.count > 1 ? halves[1] : [])
            else { continue }
            values[name, default: []].append(value)
        }
    }

    /// The value of a field, of several with this name the first; nil if it is missing.
    package subscript(name: String) -> String? { values[name]?.first }

    /// The field `attendee`; nil if it is missing or empty.
    var attendee: Attendee.ID? { self["attendee"].flatMap { $0.isEmpty ? nil : Attendee.ID(rawValue: $0) } }

    func all(_ name: String) -> [String] { values[name] ?? [] }

    private static func decode(_ bytes: ArraySlice<UInt8>) -> String? {
        let spaced = bytes.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
        return String(validating: spaced, as: UTF8.self).flatMap { PercentEncoding.decode($0[...]) }
    }
}
