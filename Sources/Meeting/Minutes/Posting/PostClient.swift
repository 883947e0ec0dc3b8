import MeetingHistory
package import StandupSpeech

/// Sends minutes over HTTP, with one attempt per call. [one thread at a time]
package final class PostClient: Sendable {
    package struct Access: Sendable {
        /// The address of the webhook, or of the Matrix server.
        package let address: SecretAddress
        /// The key or access token.
        package let key: APIKey?

        package init(address: SecretAddress, key: APIKey?) {
            self.address = address
            self.key = key
        }

        /// Removes the secrets from a text.
        func hide(_ text: String) -> String {
            let text = address.hidden(in: text)
            guard let key else { return text }
            return text.split(separator: key.secret, omittingEmptySubsequences: false).joined(separator: "(key)")
        }
    }

    private let transport = CurlTransport()
    private let timeLimits: HTTPTimeLimits

    /// The maximum size of an answer, in bytes.
    private static let answerLimit = 64 << 10

    /// A client; by default it waits half a minute for an answer.
    package init(
        timeLimits: HTTPTimeLimits = HTTPTimeLimits(
            stall: .seconds(15), response: .seconds(30), total: .seconds(60))
    ) {
        self.timeLimits = timeLimits
    }

    /// Cancels the current request and all later ones. [any thread]
    package func cancel() { transport.cancel() }

    /// Sends a content to a destination; `transaction` identifies it to Matrix.
    package func send(
        _ content: PostContent, to destination: PostDestination, with access: Access, transaction: String
    ) -> PostOutcome {
        var request = HTTPRequest(
            address: access.address.secret, headers: ["Content-Type: application/json; charset=utf-8"])
        if let key = access.key { request.headers.append(key.header) }
        request.body = content.bytes
        request.reportsLostAnswers = true
        if destination.service == .matrix {
            request.method = "PUT"
            var server = access.address.secret[...]
            while server.hasSuffix("/") { server.removeLast() }
            request.address =
                "\(server)/_matrix/client/v3/rooms/\(Self.encoded(destination.room ?? ""))"
                + "/send/m.room.message/\(Self.encoded(transaction))"
        }
        do throws(HTTPError) {
            let response = try transport.send(request, timeLimits: timeLimits, limit: Self.answerLimit)
            return PostAnswer.outcome(of: response, from: destination.service)
        } catch {
            switch error {
            case .lost(let text): return .unknown(PostReason.lost.text(["reason": access.hide(text)]))
            case .network(let text): return .later(access.hide(text), after: nil)
            case .timeOut: return .later(PostReason.timeOut.text(), after: nil)
            case .tooLarge, .refused, .cancelled: return .later(PostReason.interrupted.text(), after: nil)
            }
        }
    }

    /// A part of a path, percent-encoded.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if character.isASCII, character.isLetter || character.isNumber || "-._~".contains(character) {
                return String(character)
            }
            return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
    }
}
