/// What a server with OpenAI's API says about an error, safe to display.
package enum ServerMessage {
    /// The maximum length of a displayed message, in characters.
    private static let limit = 200

    /// The message in one line, without the key; the beginning of the body if there is no message and no markup.
    package static func line(_ message: String?, of body: [UInt8], secret: String?) -> String {
        var text = message ?? (isMarkup(body) ? "" : String(decoding: body, as: UTF8.self))
        // From the whole text, before it is cut.
        if let secret {
            text = text.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "(key)")
        }
        let words = text.prefix(limit * 4).split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        let line = words.joined(separator: " ")
        return line.count > limit ? line.prefix(limit) + "…" : line
    }

    /// What a body is that is not the requested JSON.
    package enum Kind: String, Sendable {
        case empty = "an empty answer"
        case page = "a web page"
        case other = "no JSON"
    }

    package static func kind(of body: [UInt8]) -> Kind { body.isEmpty ? .empty : isMarkup(body) ? .page : .other }

    private static func isMarkup(_ body: [UInt8]) -> Bool {
        body.first { $0 > 0x20 } == UInt8(ascii: "<")
    }
}
