/// A length of time as people type and read it: `15m`, `90s`, `1h30m`, or a bare number of seconds.
package struct Length: Hashable, Sendable {
    /// The length as a duration.
    package let duration: Duration

    /// The length of a duration.
    package init(_ duration: Duration) {
        self.duration = duration
    }

    /// What a number without a unit is taken for.
    package enum BareUnit: Hashable, Sendable {
        /// As scripts write it.
        case seconds
        /// As somebody means it who fills in how long a meeting is.
        case minutes
    }

    /// Reads hours, minutes and seconds, each at most once and in that order.
    ///
    /// Each may be a decimal number (`1.5h`). White space and the case of letters do not matter.
    ///
    /// - Throws: An error unless the text is such a length, above zero and less than 292 years.
    package init(parsing text: String, bare: BareUnit = .seconds) throws(LengthError) {
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
            case "" where smallest == .max && parts.isAtEnd: unit = (bare == .minutes ? 60 : 1) * LengthParts.one
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
    /// The shortest text that `init(parsing:)` reads as this length: `15m`, `1h30m`, `1m30s`, `8.5s`; zero is `0s`.
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

/// What can be wrong with a length that was typed; `description` is one line that says what, which and what to do.
package enum LengthError: Error, Hashable, Sendable {
    /// It is no length.
    case malformed(String)
    /// It is zero or negative.
    case notPositive(String)
    /// It is longer than anything that can be counted.
    case tooLong(String)
}

extension LengthError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String {
        switch self {
        case .malformed(let text): "not a length, \(DisplayText(quoting: text)), write it like 15m, 90s, 1h30m or 900"
        case .notPositive(let text): "length not above zero, \(DisplayText(quoting: text)), write it like 15m or 90s"
        case .tooLong(let text): "length too long, \(DisplayText(quoting: text)), write it like 15m or 1h30m"
        }
    }
}

/// What is left to read of a length.
///
/// Numbers are in units of a billionth, so that `1.5` and `0.000000001` are exact.
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

    /// A decimal number in billionths; nil if there is none here.
    ///
    /// With more than 10 digits before the point it is just some number that is too large for every unit; digits past
    /// the ninth after the point do not count.
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

    /// The letters here, of any script, and the white space after them; empty if there are none.
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
