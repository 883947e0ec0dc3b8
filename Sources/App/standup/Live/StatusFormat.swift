import MeetingModel

/// A text with fields, such as `{speaker} {left}`.
struct StatusFormat: Hashable {
    static let standard = Self(parts: [
        .field("title"), .text(": "), .field("speaker"), .text(" "), .field("left"), .text(" ("), .field("place"),
        .text(") next: "), .field("next"),
    ])
    /// The format for a narrow bar.
    static let short = Self(parts: [.field("speaker"), .text(" "), .field("left")])

    static let fields = ["title", "state", "speaker", "left", "place", "next", "elapsed", "remaining"]

    private enum Part: Hashable {
        case text(String)
        case field(String)
    }

    private let parts: [Part]

    private init(parts: [Part]) {
        self.parts = parts
    }

    /// Parses a format: a word or nothing in braces is a field, everything else is text.
    init(parsing text: String) throws(StatusFormatError) {
        guard !text.isEmpty else { throw .empty }
        var parts: [Part] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            let inside = rest[rest.index(after: open)...]
            let name = inside.prefix { $0.isLetter || $0.isNumber || "._-".contains($0) }
            guard inside.dropFirst(name.count).first == "}" else {
                parts.append(.text(String(rest[...open])))
                rest = inside
                continue
            }
            guard Self.fields.contains(String(name)) else { throw .noField(String(name)) }
            parts += [.text(String(rest[..<open])), .field(String(name))]
            rest = inside.dropFirst(name.count + 1)
        }
        self.init(parts: parts + [.text(String(rest))])
    }

    func text(_ values: [String: String]) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let name): values[name] ?? ""
            }
        }
        .joined()
    }
}

enum StatusFormatError: Error, Hashable, CustomStringConvertible {
    case empty
    case noField(String)

    /// One line: the problem and the remedy.
    var description: String {
        let fields = StatusFormat.fields.map { "{\($0)}" }.joined(separator: ", ")
        return switch self {
        case .empty: "--format is empty; use waybar, or a text with: \(fields)"
        case .noField(let name): "--format has no field {\(DisplayText(quoting: name))}; use: \(fields)"
        }
    }
}
