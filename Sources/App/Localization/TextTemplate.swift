/// A text with placeholders for substitutions.
package struct TextTemplate: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case substitution(String)
        /// A particle that depends on the preceding substitution.
        case particle(KoreanParticle)
    }

    private let parts: [Part]

    /// Parses a text in which `%{name}` is a placeholder; a percent sign without a brace is literal.
    ///
    /// A name starts with a lower-case letter, followed by letters, digits and hyphens.
    ///
    /// - Throws: An error with the malformed text, if a `%{` is not followed by a name and a `}`.
    init(_ text: String) throws(TextTemplateError) {
        var parts: [Part] = []
        var rest = text[...]
        while let start = rest.firstOpening {
            let beginning = rest[..<start.lowerBound]
            let inside = rest[start.upperBound...]
            let name = inside.prefix { $0 != "}" }
            guard name.endIndex < inside.endIndex, name.isKeyComponent else {
                throw TextTemplateError(malformed: String(rest[start.lowerBound...].prefix(20)))
            }
            if !beginning.isEmpty { parts.append(.text(String(beginning))) }
            parts.append(.substitution(String(name)))
            rest = inside[name.endIndex...].dropFirst()
            if let (closing, particle, behind) = KoreanParticle.first(in: rest) {
                if !closing.isEmpty { parts.append(.text(String(closing))) }
                parts.append(.particle(particle))
                rest = behind
            }
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        self.parts = parts
    }

    /// The names of the placeholders, without duplicates.
    package var names: Set<String> {
        Set(parts.compactMap { if case .substitution(let name) = $0 { name } else { nil } })
    }

    /// The text with its placeholders filled in; a placeholder without a value stays as written.
    package func filled(_ value: (String) -> String?) -> String {
        var text = ""
        var last = ""
        for part in parts {
            switch part {
            case .text(let fixed): text += fixed
            case .particle(let particle): text += particle.text(after: last)
            case .substitution(let name):
                last = value(name) ?? "%{\(name)}"
                text += last
            }
        }
        return text
    }
}

/// A `%{` in a text does not start a valid placeholder.
package struct TextTemplateError: Error, Hashable, Sendable {
    /// The start of the malformed placeholder.
    package let malformed: String
}

extension StringProtocol {
    /// Whether this is valid as a component of a key or as a placeholder's name.
    var isKeyComponent: Bool {
        guard let first = utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else { return false }
        return utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }
}

extension Substring {
    /// The range of the first `%{`.
    fileprivate var firstOpening: Range<Index>? {
        var rest = utf8
        while let start = rest.firstIndex(of: UInt8(ascii: "%")) {
            rest = rest[start...].dropFirst()
            if rest.first == UInt8(ascii: "{") { return start..<rest.index(after: rest.startIndex) }
        }
        return nil
    }
}
