import Foundation
import MeetingHistory
package import StandupSpeech

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
        let status = String(response.status)
        let text: String
        if let code {
            text = PostReason.statusWithCode.text(["status": status, "code": code])
        } else if response.body.isEmpty {
            text = PostReason.status.text(["status": status])
        } else {
            text = PostReason.statusWithAnswer.text(["status": status, "bytes": String(response.body.count)])
        }
        switch response.status {
        case 200...299: return accepted(response, answer, code, from: service, words: plain)
        case 300...399: return .refused(PostReason.redirects.text())
        case 401, 403: return .refused(PostReason.rejectsKey.text(["reason": text]))
        case 408, 425: return .later(text, after: nil)
        case 429:
            let wait = answer?.retry_after_ms.map { Duration.milliseconds(min(max($0, 0), 86_400_000)) }
            return .later(PostReason.busy.text(), after: response.retryAfter ?? wait)
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
            return .refused(
                code.map { PostReason.answersCode.text(["code": $0]) } ?? PostReason.answersError.text())
        }
        switch service {
        case .matrix where answer?.event_id == nil: return .refused(PostReason.noEvent.text())
        case .slack, .mattermost, .json:
            let isJSON = answer != nil || service == .json && (try? JSONForm.check(response.body)) != nil
            if isJSON || words.isEmpty || ["ok", "accepted"].contains(words.joined(separator: " ").lowercased()) {
                break
            }
            return .refused(
                code.map { PostReason.answersCode.text(["code": $0]) }
                    ?? reason(ServerMessage.kind(of: response.body)).text(["status": String(response.status)]))
        default: break
        }
        return .sent
    }

    private static func reason(_ kind: ServerMessage.Kind) -> PostReason {
        switch kind {
        case .empty: .answersEmpty
        case .page: .answersPage
        case .other: .answersOther
        }
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
