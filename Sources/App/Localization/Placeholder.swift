package import MeetingModel

/// Texts in the user's language.
package struct Localizer: Sendable {
    /// A stand-in until the catalogues are there.
    package init() {}

    /// A text.
    package func callAsFunction(_ key: TextKey, _ substitutions: [String: Substitution] = [:]) -> String { key.rawValue }

    package func number(_ value: Double, fractionDigits: Int = 0) -> String { "\(value)" }
    package func percent(_ value: Double) -> String { "\(value)" }
    package func date(_ timestamp: Timestamp) -> String { "\(timestamp)" }
    package func time(_ timestamp: Timestamp) -> String { "\(timestamp)" }
    package func dateAndTime(_ timestamp: Timestamp) -> String { "\(timestamp)" }
    package func duration(_ duration: Duration) -> String { "\(duration)" }
    package func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
}

/// The key of a text in the catalogues.
package struct TextKey: Hashable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: String
    package init(stringLiteral value: String) { rawValue = value }
}

/// What takes a place in a text.
package enum Substitution: Hashable, Sendable {
    case text(String)
    case count(Int)
    case number(Double, fractionDigits: Int)
    case duration(Duration)
}
