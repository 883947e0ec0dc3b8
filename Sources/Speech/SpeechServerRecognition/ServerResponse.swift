import HTTPTransfer

/// The interpretation of a response, by its status; error messages are parsed leniently.
enum ServerResponse {
    /// A transcript, possibly empty.
    case transcript(ServerTranscript)
    /// A failure.
    case failed(SpeechServerError.Reason)

    /// Interprets a response for a sound with a length in seconds; removes the key from messages.
    init(_ response: HTTPResponse, duration: Double, secret: String?) {
        let content = TranscriptionResponse(response.body)
        var message = content?.error ?? ""
        if content == nil, !Self.isMarkup(response.body) {
            message = String(decoding: response.body.prefix(Self.messageLimit * 4), as: UTF8.self)
        }
        if let secret {
            message = message.split(separator: secret, omittingEmptySubsequences: false).joined(separator: "(key)")
        }
        message = Self.line(message)
        switch response.status {
        case 200...299: self = Self.reading(content, message, response, duration)
        case 300...399: self = .failed(.redirected)
        case 401, 403: self = .failed(.key(status: response.status))
        case 404: self = .failed(.notFound(message: message))
        case 408: self = .failed(.timeOut)
        case 429 where content?.errorCode == "insufficient_quota":
            self = .failed(.refused(status: 429, message: message))
        case 429: self = .failed(.busy(retryAfter: response.retryAfter))
        case 503 where response.retryAfter != nil: self = .failed(.busy(retryAfter: response.retryAfter))
        case 500...: self = .failed(.failed(status: response.status, message: message))
        default: self = .failed(.refused(status: response.status, message: message))
        }
    }

    private static func reading(
        _ content: TranscriptionResponse?, _ message: String, _ response: HTTPResponse, _ duration: Double
    ) -> ServerResponse {
        guard let content else {
            let what = response.body.isEmpty ? "an empty answer" : isMarkup(response.body) ? "a web page" : "no JSON"
            return .failed(.answer("it answers with \(what)"))
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

    /// The maximum length of a displayed message, in characters.
    private static let messageLimit = 200

    private static func isMarkup(_ body: [UInt8]) -> Bool {
        body.first { $0 > 0x20 } == UInt8(ascii: "<")
    }

    /// A message in one line, shortened to the limit.
    private static func line(_ text: String) -> String {
        let words = text.split {
            $0.isWhitespace || $0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
        let line = words.joined(separator: " ")
        return line.count > messageLimit ? line.prefix(messageLimit) + "…" : line
    }
}
