/// A failure of a speech server; `description` is one line with the problem and the remedy.
package struct SpeechServerError: Error, Hashable, Sendable {
    package typealias Reason = ServerFailure

    /// The server, for display.
    package let server: String
    package let reason: Reason

    package init(_ server: String, _ reason: Reason) {
        self.server = server
        self.reason = reason
    }

    package var isTransient: Bool { reason.isTransient }

    var concernsOneSegment: Bool { reason.concernsOneRequest }
}

extension RecognizerError {
    package init(_ error: SpeechServerError) {
        self = .noAnswer(
            server: error.server, reason: error.problem, advice: error.advice,
            retry: error.isTransient ? .later : error.concernsOneSegment ? .otherSound : .none)
    }
}

extension SpeechServerError: CustomStringConvertible {
    package var description: String { RecognizerError(self).description }

    package var problem: String { reason.problem }

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
}
