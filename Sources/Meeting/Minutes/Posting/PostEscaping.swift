import MeetingModel

/// How the texts of a meeting are written, so that they cannot become markup, JSON or a mention.
package enum PostEscaping: Hashable, Sendable {
    /// Slack's mrkdwn.
    case mrkdwn
    /// Mattermost's Markdown.
    case markdown
    /// The inside of a JSON string.
    case json
    /// HTML, also in attributes.
    case html
    case plain

    /// A text in one line, without control characters, escaped.
    func escaped(_ text: String) -> String {
        let safe = DisplayText(text).description
        switch self {
        case .plain: return Self.withoutMentions(safe)
        case .json: return Self.jsonString(safe)
        case .mrkdwn: return Self.withoutMentions(Self.replacing(safe, Self.entities))
        case .html: return Self.withoutMentions(Self.replacing(safe, Self.htmlEntities))
        case .markdown: return Self.withoutMentions(Self.replacing(safe, Self.markdownEscapes))
        }
    }

    /// The inside of a JSON string.
    static func jsonString(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            default:
                if scalar.value < 0x20 {
                    let digits = String(scalar.value, radix: 16)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    private static let entities: [Character: String] = ["&": "&amp;", "<": "&lt;", ">": "&gt;"]
    private static let htmlEntities = entities.merging(["\"": "&quot;", "'": "&#39;"]) { first, _ in first }

    /// Mattermost takes a backslash before these only; before others it shows it.
    private static let markdownEscapes: [Character: String] =
        Dictionary(uniqueKeysWithValues: "`*_{}[]()#+-.!|>~".map { ($0, "\\\($0)") })
        .merging([":": "&#58;", "<": "&lt;", "&": "&amp;", "\\": "&#92;"]) { first, _ in first }

    private static func replacing(_ text: String, _ replacements: [Character: String]) -> String {
        text.unicodeScalars.map { replacements[Character($0)] ?? String($0) }.joined()
    }

    /// An invisible word joiner after each @, because `@channel` and `@room` call everybody.
    private static func withoutMentions(_ text: String) -> String {
        text.unicodeScalars.map { $0 == "@" ? "@\u{2060}" : String($0) }.joined()
    }
}
