import Foundation

/// What is sent to a destination.
package struct PostContent: Hashable, Sendable {
    /// Why a message cannot be made; `description` is one line with the problem and the remedy.
    package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        /// Even without points, the message is longer than the destination takes, in bytes.
        case tooLong(limit: Int)
        /// A template for JSON made text that is not JSON.
        case notJSON

        /// One line: the problem, the remedy.
        package var description: String {
            switch self {
            case .tooLong(let limit):
                "the template makes a message of more than \(limit) bytes even without points; shorten it"
            case .notJSON: "the template makes something that is not JSON; look at it with: standup post --dry-run"
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
        guard service == .json else { return self }
        do {
            _ = try JSONDecoder().decode(AnyJSON.self, from: Data(bytes))
        } catch {
            throw .notJSON
        }
        return self
    }

    /// Any JSON; the decoder has checked its form.
    private struct AnyJSON: Decodable {
        init(from decoder: any Decoder) {}
    }
}
