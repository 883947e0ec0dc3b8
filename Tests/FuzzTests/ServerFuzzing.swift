@testable import StandupSpeech

/// The responses of a speech server, or of an impostor.
enum ServerFuzzing {
    /// Reads an answer: the first byte chooses the status.
    ///
    /// The words must be within the sent segment, in order and no more than fit into it; the key must never be shown.
    static func readAnswer(_ bytes: [UInt8]) throws {
        let statuses = [200, 200, 200, 200, 400, 401, 404, 422, 429, 500, 503, 302]
        let status = statuses[Int(bytes.first ?? 0) % statuses.count]
        let answer = HTTPResponse(status: status, body: Array(bytes.dropFirst()), retryAfter: nil)
        switch ServerResponse(answer, duration: 12.5, secret: "secret-key") {
        case .failed(let reason):
            let message = SpeechServerError("http://localhost", reason).description
            try requireLine(message)
            try require(!message.contains("secret-key"), "the key is shown: \(message)")
        case .transcript(let transcript):
            try require(
                transcript.words.count <= ResponseLimits(duration: 12.5).words, "\(transcript.words.count) words")
            var start = 0.0
            for word in transcript.words {
                try requireLine(word.text)
                try require(start <= word.start && word.start <= word.end && word.end <= 12.5, "\(word) after \(start)")
                try require((0...1).contains(word.confidence), "\(word)")
                start = word.start
            }
            _ = transcript.utterances(sampleRate: 16_000, recognizer: "server")
        }
    }
}
