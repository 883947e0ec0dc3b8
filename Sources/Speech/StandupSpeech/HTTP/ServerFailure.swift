/// The reason why a server with OpenAI's API returned nothing useful.
package enum ServerFailure: Error, Hashable, Sendable {
    /// The server is unreachable, or the connection broke.
    case network(String)
    case timeOut
    /// It is overloaded, and may state a delay.
    case busy(retryAfter: Duration?)
    /// It failed, with this status.
    case failed(status: Int, message: String)
    /// It rejected the key.
    case key(status: Int)
    /// It has no such endpoint or model.
    case notFound(message: String)
    /// It rejected the request, with this status.
    case refused(status: Int, message: String)
    /// It redirected the request, which is not followed.
    case redirected
    /// The response exceeds the limit, in bytes.
    case tooLarge(limit: Int)
    /// The response is not what was requested.
    case answer(String)
    case cancelled
}

extension ServerFailure {
    package init(_ error: HTTPError, limit: Int) {
        self =
            switch error {
            case .network(let text), .lost(let text): .network(text)
            case .timeOut: .timeOut
            case .tooLarge: .tooLarge(limit: limit)
            case .refused, .cancelled: .cancelled
            }
    }

    /// The reason for a response with a status other than 200 to 299, as its `error` object states it; nil for those.
    package init?(_ response: HTTPResponse, message: String, code: String?) {
        switch response.status {
        case 200...299: return nil
        case 300...399: self = .redirected
        case 401, 403: self = .key(status: response.status)
        case 404: self = .notFound(message: message)
        case 408: self = .timeOut
        case 429 where code == "insufficient_quota": self = .refused(status: 429, message: message)
        case 429: self = .busy(retryAfter: response.retryAfter)
        case 503 where response.retryAfter != nil: self = .busy(retryAfter: response.retryAfter)
        case 500...: self = .failed(status: response.status, message: message)
        default: self = .refused(status: response.status, message: message)
        }
    }

    /// Whether the same request may succeed later.
    package var isTransient: Bool {
        switch self {
        case .network, .timeOut, .busy, .failed: true
        case .key, .notFound, .refused, .redirected, .tooLarge, .answer, .cancelled: false
        }
    }

    /// Whether only this request fails, and others may succeed.
    package var concernsOneRequest: Bool {
        switch self {
        case .refused, .tooLarge, .answer: true
        case .network, .timeOut, .busy, .failed, .key, .notFound, .redirected, .cancelled: false
        }
    }

    /// The problem, without the server and the remedy.
    package var problem: String {
        switch self {
        case .network(let text): text
        case .timeOut: "it did not answer in time"
        case .busy: "it is busy"
        case .failed(let status, let message): Self.text(status, message)
        case .key(let status): "it rejects the key, status \(status)"
        case .notFound(let message): Self.text(404, message)
        case .refused(let status, let message): Self.text(status, message)
        case .redirected: "it redirects to another address"
        case .tooLarge(let limit):
            "answer too large, more than " + (limit < 1 << 20 ? "\(limit >> 10) KB" : "\(limit >> 20) MB")
        case .answer(let text): text
        case .cancelled: "interrupted"
        }
    }

    private static func text(_ status: Int, _ message: String) -> String {
        message.isEmpty ? "status \(status)" : "status \(status): \(message)"
    }
}
