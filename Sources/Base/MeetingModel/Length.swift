/// A length of time as text: `15m`, `90s`, `1h30m`.
package struct Length: Hashable, Sendable {
    package let duration: Duration

    package init(_ duration: Duration) {
        self.duration = duration
    }

    /// Parses hours, minutes and seconds, each at most once and in that order.
    ///
    /// Each may be a decimal number (`1.5h`). White space and letter case do not matter. A number alone is minutes with
    /// `allowsMinutes`, for the length of a standup; everywhere else it could be seconds too, and is refused.
    ///
    /// - Throws: An error unless the text is a length above zero and below 292 years.
    package init(parsing text: String, allowsMinutes: Bool = false) throws(LengthError) {
        var parts = LengthParts(text.lowercased())
        let isNegative = parts.skip("-")
        var total: Int128 = 0
        var smallest = Int128.max
        repeat {
            guard let number = parts.number() else { throw .malformed(text) }
            let unit: Int128
            switch parts.word() {
            case "h", "hr", "hour", "hours", "std", "stunde", "stunden", "시간": unit = 3600 * LengthParts.one
            case "m", "min", "minute", "minutes", "minuten", "분": unit = 60 * LengthParts.one
            case "s", "sec", "second", "seconds", "sek", "sekunde", "sekunden", "초": unit = LengthParts.one
            case "" where smallest == .max && parts.isAtEnd:
                guard allowsMinutes || number == 0 else { throw .noUnit(text) }
                unit = 60 * LengthParts.one
            default: throw .malformed(text)
            }
            guard unit < smallest else { throw .malformed(text) }
            smallest = unit
            total += number * unit / LengthParts.one
        } while !parts.isAtEnd
        guard !isNegative, total > 0 else { throw .notPositive(text) }
        guard let nanoseconds = Int64(exactly: total) else { throw .tooLong(text) }
        self.duration = .nanoseconds(nanoseconds)
    }
}

extension Length: CustomStringConvertible {
    /// The shortest text that `init(parsing:)` parses as this length: `15m`, `1h30m`, `1m30s`, `8.5s`; zero is `0s`.
    package var description: String {
        let magnitude = duration.nanoseconds.magnitude
        let (seconds, fraction) = magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var text = duration < .zero ? "-" : ""
        if seconds >= 3600 { text += "\(seconds / 3600)h" }
        if seconds / 60 % 60 > 0 { text += "\(seconds / 60 % 60)m" }
        if fraction > 0 {
            var digits = String(1_000_000_000 + fraction).dropFirst()
            while digits.last == "0" { digits.removeLast() }
            text += "\(seconds % 60).\(digits)s"
        } else if seconds % 60 > 0 || seconds == 0 {
            text += "\(seconds % 60)s"
        }
        return text
    }
}

/// What is wrong with a typed length.
///
/// `description` is one line: the problem, the input and the remedy.
package enum LengthError: Error, Hashable, Sendable {
    case malformed(String)
    case noUnit(String)
    /// The length is zero or negative.
    case notPositive(String)
    /// The length is too long to represent.
    case tooLong(String)
}

extension LengthError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .malformed(let text):
            "'\(DisplayText(quoting: text))' is not a length; write it like 15m, 90s or 1h30m"
        case .noUnit(let text):
            "'\(DisplayText(quoting: text))' has no unit; write minutes like 15m, seconds like 90s"
        case .notPositive(let text): "the length must be above zero, not '\(DisplayText(quoting: text))'"
        case .tooLong(let text): "the length '\(DisplayText(quoting: text))' is too long; write it like 15m or 1h30m"
        }
    }
}

/// The unparsed rest of a length.
///
/// Numbers are in billionths of a unit, so that `1.5` and `0.000000001` are exact.
private struct LengthParts {
    static let one: Int128 = 1_000_000_000

    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = text[...].utf8
        skipWhiteSpace()
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    /// Parses a decimal number, in billionths; nil if there is none.
    ///
    /// With more than 10 digits before the point, the result is some number too large for every unit. Digits after the
    /// ninth decimal place are ignored.
    mutating func number() -> Int128? {
        let whole = digits()
        var fraction: [UInt8] = []
        if skip(".") {
            fraction = digits()
            if fraction.isEmpty { return nil }
        }
        if whole.isEmpty && fraction.isEmpty { return nil }
        let significant = whole.drop { $0 == 0 }
        if significant.count > 10 { return 100 * Self.one * Self.one }
        let billionths = fraction.prefix(9) + Array(repeating: 0, count: max(0, 9 - fraction.count))
        return (significant + billionths).reduce(0) { $0 * 10 + Int128($1) }
    }

    /// Parses letters of any script and the white space after them; empty if there are none.
    mutating func word() -> String {
        skipWhiteSpace()
        let letters = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 >= 0x80 }
        rest = rest.dropFirst(letters.count)
        skipWhiteSpace()
        return String(Substring(letters))
    }

    private mutating func digits() -> [UInt8] {
        let digits = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(digits.count)
        return digits.map { $0 - UInt8(ascii: "0") }
    }

    private mutating func skipWhiteSpace() {
        rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
}
