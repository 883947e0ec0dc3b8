package import SpeechRecognition

/// A failure of a speech server; `description` is one line with the problem and the remedy.
package struct SpeechServerError: Error, Hashable, Sendable {
    /// The reason.
    package enum Reason: Hashable, Sendable {
        /// The server is unreachable, or the connection broke.
        case network(String)
        /// It did not respond in time.
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
        /// The response is not a transcript.
        case answer(String)
        /// The request was cancelled.
        case cancelled
    }

    /// The server, for display.
    package let server: String
    /// The reason.
    package let reason: Reason

    package init(_ server: String, _ reason: Reason) {
        self.server = server
        self.reason = reason
    }

    /// Whether the same request may succeed later.
    package var isTransient: Bool {
        switch reason {
        case .network, .timeOut, .busy, .failed: true
        case .key, .notFound, .refused, .redirected, .tooLarge, .answer, .cancelled: false
        }
    }

    /// Whether only this segment fails, and others may succeed.
    package var concernsOneSegment: Bool {
        switch reason {
        case .refused, .tooLarge, .answer: true
        case .network, .timeOut, .busy, .failed, .key, .notFound, .redirected, .cancelled: false
        }
    }
}

extension RecognizerError {
    /// Converts a server error to a recogniser error.
    package init(_ error: SpeechServerError) {
        self = .noAnswer(
            server: error.server, reason: error.problem, advice: error.advice,
            retry: error.isTransient ? .later : error.concernsOneSegment ? .otherSound : .none)
    }
}

extension SpeechServerError: CustomStringConvertible {
    /// One line: the problem, its object, the remedy.
    package var description: String { RecognizerError(self).description }

    /// The problem, without the server and the remedy.
    package var problem: String {
        switch reason {
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

    /// The remedy.
    package var advice: String {
        switch reason {
        case .network, .timeOut, .busy, .failed: "standup tries again later"
        case .key: "set STANDUP_API_KEY, or api-key-file in the configuration"
        case .notFound:
            "check its base address, such as http://localhost:8080/v1, and its model; whisper.cpp needs: "
                + "--inference-path /v1/audio/transcriptions"
        case .redirected: "use that address instead"
        case .refused, .tooLarge, .answer: "check that it is an OpenAI-compatible speech server, and its model"
        case .cancelled: "standup tries again at the next start"
        }
    }

    private static func text(_ status: Int, _ message: String) -> String {
        message.isEmpty ? "status \(status)" : "status \(status): \(message)"
    }
}
