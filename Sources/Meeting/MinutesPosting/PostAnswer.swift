import Foundation
package import HTTPTransfer

/// What the answer of a server means.
package enum PostAnswer {
    /// The outcome of a request with this response.
    ///
    /// `hide` removes secrets from what the server says. A redirect is never followed, because it could lead the minutes
    /// elsewhere. Some servers answer 200 with an error in the body.
    package static func outcome(
        of response: HTTPResponse, from service: PostService, hide: (String) -> String
    ) -> PostOutcome {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        let message = ServerMessage.line(answer?.problem, of: response.body, hide: hide)
        let said = answer != nil && answer?.problem == nil ? "" : message
        let text = "status \(response.status)" + (said.isEmpty ? "" : ": \(said)")
        switch response.status {
        case 200...299: return accepted(answer, said, from: service, body: response.body)
        case 300...399: return .refused("it redirects to another address, which is not followed")
        case 401, 403: return .refused("it rejects the address or the key, \(text)")
        case 408, 425: return .later(text, after: nil)
        case 429:
            let wait = answer?.retry_after_ms.map { Duration.milliseconds(min(max($0, 0), 86_400_000)) }
            return .later("it is busy", after: response.retryAfter ?? wait)
        // The server behind this one may have accepted it.
        case 504: return .unknown(text)
        case 500...: return .later(text, after: response.retryAfter)
        default: return .refused(text)
        }
    }

    private static func accepted(
        _ answer: Answer?, _ said: String, from service: PostService, body: [UInt8]
    ) -> PostOutcome {
        if let answer, answer.isError { return .refused(said.isEmpty ? "it answers with an error" : said) }
        switch service {
        case .matrix where answer?.event_id == nil: return .refused("its answer has no event; check the server")
        case .slack, .mattermost:
            let words = String(decoding: body, as: UTF8.self).split(whereSeparator: \.isWhitespace)
            if answer == nil, !words.isEmpty, words.map({ $0.lowercased() }) != ["ok"] {
                return .refused(
                    said.isEmpty ? "it answers with \(ServerMessage.kind(of: body))" : "it answers: \(said)")
            }
        default: break
        }
        return .sent
    }

    /// The fields in which servers report errors; a field of another type counts as missing.
    private struct Answer: Decodable {
        private enum CodingKeys: String, CodingKey {
            case ok, success, error, errcode, message, detail, status_code, event_id, retry_after_ms
        }

        let isError: Bool
        let problem: String?
        let event_id: String?
        let retry_after_ms: Int?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: CodingKeys.self)
            func value<Value: Decodable>(_ key: CodingKeys) -> Value? { try? fields.decode(Value.self, forKey: key) }
            func text(_ key: CodingKeys) -> String? {
                let text: String? = value(key)
                return text.flatMap { $0.isEmpty ? nil : $0 }
            }
            let flag: Bool? = value(.ok) ?? value(.success)
            let status: Int? = value(.status_code)
            let hasError = fields.contains(.error) && (try? fields.decodeNil(forKey: .error)) == false
            let isFalse = (value(.error) as Bool?) == false || (value(.error) as String?)?.isEmpty == true
            let code = text(.errcode)
            isError = flag == false || status ?? 0 >= 400 || code != nil || hasError && !isFalse
            let words = text(.error) ?? text(.message) ?? text(.detail)
            problem = code.map { code in words.map { "\(code): \($0)" } ?? code } ?? words
            event_id = text(.event_id)
            retry_after_ms = value(.retry_after_ms)
        }
    }
}
