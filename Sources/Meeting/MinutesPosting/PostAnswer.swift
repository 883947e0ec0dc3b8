import Foundation
package import HTTPTransfer

/// What the answer of a server means.
package enum PostAnswer {
    /// The outcome of a request with this response.
    ///
    /// Of what the server says, only known error codes are used. A redirect is never followed, because it could lead the
    /// minutes elsewhere. Some servers answer 200 with an error in the body.
    package static func outcome(of response: HTTPResponse, from service: PostService) -> PostOutcome {
        let answer = try? JSONDecoder().decode(Answer.self, from: Data(response.body))
        let plain = String(decoding: response.body, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(
            String.init)
        let code = (answer?.codes ?? plain.prefix(1).filter { _ in plain.count == 1 })
            .lazy.compactMap { PostErrorCode.known($0, of: service) }.first
        let size = response.body.isEmpty ? "" : ", with an answer of \(response.body.count) bytes"
        let text = "status \(response.status)" + (code.map { ": \($0)" } ?? size)
        switch response.status {
        case 200...299: return accepted(response, answer, code, from: service, words: plain)
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
        _ response: HTTPResponse, _ answer: Answer?, _ code: String?, from service: PostService, words: [String]
    ) -> PostOutcome {
        if let answer, answer.isError {
            return .refused(code.map { "it answers: \($0)" } ?? "it answers with an error")
        }
        switch service {
        case .matrix where answer?.event_id == nil: return .refused("its answer has no event; check the server")
        case .slack, .mattermost, .json:
            let isJSON = answer != nil || service == .json && (try? JSONForm.check(response.body)) != nil
            if isJSON || words.isEmpty || ["ok", "accepted"].contains(words.joined(separator: " ").lowercased()) {
                break
            }
            return .refused(
                code.map { "it answers: \($0)" }
                    ?? "it answers \(response.status) with \(ServerMessage.kind(of: response.body)); check the address")
        default: break
        }
        return .sent
    }

    /// The fields in which servers report errors; a field of another type counts as missing.
    private struct Answer: Decodable {
        private enum CodingKeys: String, CodingKey {
            case id, ok, success, error, errcode, status_code, event_id, retry_after_ms
        }

        let isError: Bool
        /// Where error codes stand.
        let codes: [String]
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
            codes = [code, text(.error), text(.id)].compactMap(\.self)
            event_id = text(.event_id)
            retry_after_ms = value(.retry_after_ms)
        }
    }
}
