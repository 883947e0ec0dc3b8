/// The interpretation of a response, by its status; error messages are parsed leniently.
enum ServerResponse {
    /// A transcript, possibly empty.
    case transcript(ServerTranscript)
    case failed(ServerFailure)

    /// Interprets a response for a sound with a length in seconds; removes the key from messages.
    init(_ response: HTTPResponse, duration: Double, secret: String?) {
        let content = TranscriptionResponse(response.body)
        let message = ServerMessage.line(
            content?.error ?? (content == nil ? nil : ""), of: response.body, secret: secret)
        if let failure = ServerFailure(response, message: message, code: content?.errorCode) {
            self = .failed(failure)
        } else {
            self = Self.reading(content, message, response, duration)
        }
    }

    private static func reading(
        _ content: TranscriptionResponse?, _ message: String, _ response: HTTPResponse, _ duration: Double
    ) -> ServerResponse {
        guard let content else {
            return .failed(.answer("it answers with \(ServerMessage.kind(of: response.body).rawValue)"))
        }
        guard content.error == nil else {
            return .failed(.answer(message.isEmpty ? "it answers with an error" : message))
        }
        guard content.isTranscript else { return .failed(.answer("its answer holds no text")) }
        let bounds = ResponseLimits(duration: duration)
        if let excess = bounds.excess(in: content) { return .failed(.answer(excess)) }
        let transcript = content.transcript(duration: duration)
        if let excess = bounds.excess(in: transcript) { return .failed(.answer(excess)) }
        return .transcript(transcript)
    }

    /// The next level of detail to request; nil if less detail cannot help.
    func next(after detail: TranscriptionForm.Detail) -> TranscriptionForm.Detail? {
        guard case .failed(.refused(let status, let message)) = self, status == 400 || status == 422 else { return nil }
        if message.contains("response_format") || message.contains("verbose_json"), detail != .text { return .text }
        return TranscriptionForm.Detail(rawValue: detail.rawValue + 1)
    }
}
