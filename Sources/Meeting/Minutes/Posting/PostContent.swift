/// What is sent to a destination.
package struct PostContent: Hashable, Sendable {
    /// Why a message cannot be made; `description` is one line with the problem and the remedy.
    package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// Even without points, the message is longer than the destination takes, in bytes.
        case tooLong(limit: Int)
        case empty
        /// A template for JSON made text that is not JSON, at a line and column of that text, which has this beginning.
        case notJSON(line: Int, column: Int, problem: String, text: String)

        package var description: String {
            switch self {
            case .tooLong(let limit):
                "the template makes a message of more than \(limit) bytes even without points; shorten it"
            case .empty: "the template makes an empty message; correct it"
            case .notJSON(let line, let column, let problem, let text):
                "the template makes no JSON; line \(line), column \(column) of its result: \(problem): \(text)"
            }
        }
    }

    /// The body of a request, or the standard input of a program.
    package let bytes: [UInt8]
    /// The message as the template made it, for display.
    package let text: String

    /// The content for a service; points that do not fit are left out, and counted in the message.
    package init(
        _ message: PostMessage, for service: PostService, by template: PostTemplate, plain: PostTemplate
    ) throws(Problem) {
        guard let whole = Self(message, service, template, plain) else {
            var (fitting, tooMany) = (0, message.count)
            guard var best = Self(message.limited(to: 0), service, template, plain) else {
                throw .tooLong(limit: service.limit)
            }
            while tooMany - fitting > 1 {
                let middle = (fitting + tooMany) / 2
                if let content = Self(message.limited(to: middle), service, template, plain) {
                    (fitting, best) = (middle, content)
                } else {
                    tooMany = middle
                }
            }
            self = try best.checked(for: service)
            return
        }
        self = try whole.checked(for: service)
    }

    /// Nil if it is longer than the service takes.
    private init?(
        _ message: PostMessage, _ service: PostService, _ template: PostTemplate, _ plain: PostTemplate
    ) {
        guard let text = template.text(message, escaping: service.escaping, limit: service.limit) else { return nil }
        let body: String
        switch service {
        case .slack, .mattermost: body = "{\"text\":\"\(PostEscaping.jsonString(text))\"}"
        case .json, .command: body = text
        case .matrix:
            guard let words = plain.text(message, escaping: .plain, limit: service.limit) else { return nil }
            // Empty mentions switch off the older rules, by which a name in the text notifies its owner.
            body =
                "{\"msgtype\":\"m.text\",\"body\":\"\(PostEscaping.jsonString(words))\","
                + "\"format\":\"org.matrix.custom.html\",\"formatted_body\":\"\(PostEscaping.jsonString(text))\","
                + "\"m.mentions\":{}}"
        }
        guard body.utf8.count <= service.limit else { return nil }
        bytes = Array(body.utf8)
        self.text = text
    }

    private func checked(for service: PostService) throws(Problem) -> PostContent {
        guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
        guard service != .command else { return self }
        do throws(JSONForm.Mistake) {
            try JSONForm.check(bytes)
        } catch {
            throw Self.problem(error, in: bytes)
        }
        return self
    }

    /// The longest shown part of a line before and after a mistake, in characters.
    private static let shown = 40

    private static func problem(_ mistake: JSONForm.Mistake, in bytes: [UInt8]) -> Problem {
        let newline = UInt8(ascii: "\n")
        let before = bytes[..<mistake.offset]
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[mistake.offset...].firstIndex(of: newline) ?? bytes.count
        let first = String(decoding: bytes[start..<mistake.offset], as: UTF8.self)
        let rest = String(decoding: bytes[mistake.offset..<end], as: UTF8.self)
        let cut = (first.count > shown ? "…" : "", rest.count > shown ? "…" : "")
        let text = (cut.0 + first.suffix(shown) + rest.prefix(shown) + cut.1).map { character in
            let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return isControl ? " " : character
        }
        return .notJSON(
            line: before.count { $0 == newline } + 1, column: first.count + 1, problem: mistake.problem,
            text: String(text))
    }
}
