package import SpeechRecognition

/// Why a speech server gave no words; `description` is one line that says what, which and what to do.
package struct SpeechServerError: Error, Hashable, Sendable {
    /// What went wrong.
    package enum Reason: Hashable, Sendable {
        /// It could not be reached, or the connection broke.
        case network(String)
        /// It did not answer in time.
        case timeOut
        /// It is busy and asks to be left alone for so long.
        case busy(retryAfter: Duration?)
        /// It failed, with this status.
        case failed(status: Int, message: String)
        /// It does not take the key.
        case key(status: Int)
        /// It knows no such address, or no such model.
        case notFound(message: String)
        /// It refuses the request, with this status.
        case refused(status: Int, message: String)
        /// It sends the request elsewhere, where it is not sent.
        case redirected
        /// Its answer is longer than any answer should be, in bytes.
        case tooLarge(limit: Int)
        /// Its answer is no transcript.
        case answer(String)
        /// Somebody gave up waiting.
        case cancelled
    }

    /// The server, as it is shown.
    package let server: String
    /// What went wrong.
    package let reason: Reason

    /// An error of a server.
    package init(_ server: String, _ reason: Reason) {
        self.server = server
        self.reason = reason
    }

    /// Whether the same request may do better later.
    package var isTransient: Bool {
        switch reason {
        case .network, .timeOut, .busy, .failed: true
        case .key, .notFound, .refused, .redirected, .tooLarge, .answer, .cancelled: false
        }
    }

    /// Whether it lies in this stretch of sound, so that another may do better.
    package var concernsOneStretch: Bool {
        switch reason {
        case .refused, .tooLarge, .answer: true
        case .network, .timeOut, .busy, .failed, .key, .notFound, .redirected, .cancelled: false
        }
    }
}

extension RecognizerError {
    /// What an error of a speech server is to those who know recognisers.
    package init(_ error: SpeechServerError) {
        self = .noAnswer(
            server: error.server, reason: error.problem, advice: error.advice,
            prospect: error.isTransient ? .later : error.concernsOneStretch ? .otherSound : .none)
    }
}

extension SpeechServerError: CustomStringConvertible {
    /// One line: what, which, what to do.
    package var description: String { RecognizerError(self).description }

    /// What went wrong, without the server and what to do.
    package var problem: String {
        switch reason {
        case .network(let text): text
        case .timeOut: "it did not answer in time"
        case .busy: "it is busy"
        case .failed(let status, let message): Self.text(status, message)
        case .key(let status): "it does not take the key, status \(status)"
        case .notFound(let message): Self.text(404, message)
        case .refused(let status, let message): Self.text(status, message)
        case .redirected: "it sends the request to another address"
        case .tooLarge(let limit):
            "answer too large, more than " + (limit < 1 << 20 ? "\(limit >> 10) KB" : "\(limit >> 20) MB")
        case .answer(let text): text
        case .cancelled: "interrupted"
        }
    }

    /// What to do about it.
    package var advice: String {
        switch reason {
        case .network, .timeOut, .busy, .failed: "it is tried again later"
        case .key: "set STANDUP_API_KEY, or api-key-file in the configuration"
        case .notFound:
            "give its base, such as http://localhost:8080/v1, and a model that it has; whisper.cpp wants: "
                + "--inference-path /v1/audio/transcriptions"
        case .redirected: "give that address instead"
        case .refused, .tooLarge, .answer: "check that it is an OpenAI-compatible speech server, and its model"
        case .cancelled: "it is tried again at the next start"
        }
    }

    private static func text(_ status: Int, _ message: String) -> String {
        message.isEmpty ? "status \(status)" : "status \(status): \(message)"
    }
}
