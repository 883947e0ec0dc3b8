import Dispatch
@testable import StandupSpeech
import Synchronization
import Testing
import TestSupport

/// The client with a local server: each dialect, and each fault.
@Suite(.timeLimit(.minutes(10))) struct `The client of a speech server` {
    private static let secret = "sk-very-secret-123"
    private let form = TranscriptionForm(model: "whisper-1", language: "en", prompt: "Ann.")
    private let good =
        #"{"text": "good morning", "words": [{"word": "good", "start": 0, "end": 1}, "#
        + #"{"word": "morning", "start": 1, "end": 2}]}"#

    /// Returns at once, and records the requested delays.
    private final class Waits: Sendable {
        private let noted = Mutex<[Duration]>([])
        var all: [Duration] { noted.withLock { $0 } }
        func note(_ duration: Duration) { noted.withLock { $0.append(duration) } }
    }

    private func client(
        _ base: String, waits: Waits = Waits(), timeLimits: HTTPTimeLimits = HTTPTimeLimits(), limit: Int = 16 << 20
    ) throws -> SpeechServerClient {
        var server = SpeechServer(try ServerAddress(base, service: .speech), key: APIKey(Self.secret))
        server.timeLimits = timeLimits
        server.answerLimit = limit
        return SpeechServerClient(server, transport: RetryingTransport(wait: waits.note))
    }

    private func transcribe(_ client: SpeechServerClient) throws(SpeechServerError) -> [String] {
        try client.transcribe([1, 2, 3], duration: 4, form: form).words.map(\.text)
    }

    private func failure(_ client: SpeechServerClient) -> SpeechServerError? {
        do {
            _ = try transcribe(client)
            return nil
        } catch {
            let line = "\(error)"
            #expect(!line.contains(Self.secret) && !line.contains("\n") && line.count < 500, "\(line)")
            #expect(line.hasPrefix("the speech server \(error.server) returned no words ("))
            return error
        }
    }

    /// Runs a blocking call on its own thread: the task pool has few, and each blocked test would hold one.
    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "standup.tests.client").async { continuation.resume(returning: work()) }
        }
    }

    private func answering(_ status: Int, _ body: String, _ headers: [String] = []) throws -> SpeechServerDouble {
        try SpeechServerDouble { _, _ in .answer(status, body, headers: headers) }
    }

    @Test func `sends the sound, every field and the key`() throws {
        let server = try answering(200, good)
        #expect(try transcribe(client(server.base)) == ["good", "morning"])
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/v1/audio/transcriptions")
        #expect(request.headers["authorization"] == "Bearer \(Self.secret)")
        #expect(request.file?.name == "speech.flac")
        #expect(request.file?.contentType == "audio/flac")
        #expect(request.file?.bytes == [1, 2, 3])
        #expect(request.value("model") == "whisper-1")
        #expect(request.value("language") == "en")
        #expect(request.value("prompt") == "Ann.")
        #expect(request.value("temperature") == "0")
        #expect(request.value("response_format") == "verbose_json")
        #expect(request.values("timestamp_granularities[]") == ["word", "segment"])
        #expect(request.value("split_on_word") == "true")
        #expect(request.value("no_language_probabilities") == "true")
    }

    @Test func `sends no Authorization header without a key`() throws {
        let server = try answering(200, good)
        let client = SpeechServerClient(SpeechServer(try ServerAddress(server.base, service: .speech)))
        #expect(try transcribe(client) == ["good", "morning"])
        #expect(server.requests.first?.headers["authorization"] == nil)
    }

    @Test func `falls back to text for a model without times, and remembers it`() throws {
        let text = #"{"text": "good morning"}"#
        let refusal = """
            {"error": {"message": "response_format 'verbose_json' is not compatible with model 'gpt-4o-transcribe'. \
            Use 'json' or 'text' instead.", "type": "invalid_request_error", "param": "response_format", \
            "code": "unsupported_value"}}
            """
        let server = try SpeechServerDouble { request, _ in
            request.value("response_format") == "json" ? .answer(200, text) : .answer(400, refusal)
        }
        let client = try client(server.base)
        #expect(try transcribe(client) == ["good", "morning"])
        #expect(try transcribe(client) == ["good", "morning"])
        #expect(server.requests.map { $0.value("response_format") } == ["verbose_json", "json", "json"])
        #expect(server.requests.last?.values("timestamp_granularities[]") == [])
    }

    @Test func `omits extra fields if a server rejects them`() throws {
        let good = good
        let server = try SpeechServerDouble { request, _ in
            request.value("max_len") == nil ? .answer(200, good) : .answer(422, #"{"detail": "extra fields"}"#)
        }
        #expect(try transcribe(client(server.base)) == ["good", "morning"])
        #expect(server.requests.map { $0.value("response_format") } == ["verbose_json", "verbose_json"])
    }

    @Test func `reads whisper.cpp's tokens`() throws {
        let server = try answering(
            200,
            #"{"segments": [{"text": " good morning", "words": [{"word": " good"}, {"word": " morn"}, {"word": "ing"}]}]}"#
        )
        #expect(try transcribe(client(server.base)) == ["good", "morning"])
    }

    @Test func `reports the server's message for a rejected request`() throws {
        // The response of whisper.cpp's server to empty sound.
        let server = try answering(400, #"{"error":"failed to read audio data"}"#)
        let error = try #require(try failure(client(server.base)))
        #expect(error.reason == .refused(status: 400, message: "failed to read audio data"))
        #expect(error.concernsOneSegment)
        #expect(server.requests.count == 3)
    }

    @Test(
        arguments: [
            (401, #"{"error": {"message": "Incorrect API key provided: sk-very-secret-123"}}"#, .key(status: 401)),
            (403, "no", .key(status: 403)),
            (
                404, #"{"error": "File Not Found (/v1/audio/transcriptions)"}"#,
                .notFound(message: "File Not Found (/v1/audio/transcriptions)")
            ),
            (413, "<html><h1>Too Large</h1></html>", .refused(status: 413, message: "")),
            (418, "your key sk-very-secret-123\nis bad", .refused(status: 418, message: "your key (key) is bad")),
            (
                429, #"{"error": {"message": "You exceeded your quota", "code": "insufficient_quota"}}"#,
                .refused(status: 429, message: "You exceeded your quota")
            ),
            (200, "<!DOCTYPE html><html><body>It works!</body></html>", .answer("it answers with a web page")),
            (200, "", .answer("it answers with an empty answer")),
            (200, "It works!", .answer("it answers with no JSON")),
            (200, #"{"error": {"message": "out of memory"}}"#, .answer("out of memory")),
            (200, #"{"error": {}}"#, .answer("it answers with an error")),
            (200, #"{"result": "good morning"}"#, .answer("its answer holds no text")),
            (200, #"{"text": "good mor"#, .answer("it answers with no JSON")),
        ] as [(Int, String, SpeechServerError.Reason)])
    func `does not retry permanent errors`(status: Int, body: String, reason: SpeechServerError.Reason) throws {
        let server = try answering(status, body)
        let waits = Waits()
        let error = try #require(try failure(client(server.base, waits: waits)))
        #expect(error.reason == reason)
        #expect(!error.isTransient)
        #expect(waits.all == [])
        #expect(server.requests.count == 1)
    }

    @Test func `waits as long as Retry-After says, and then succeeds`() throws {
        let good = good
        let server = try SpeechServerDouble { _, number in
            number < 3 ? .answer(429, "{}", headers: ["Retry-After: \(number * 7)"]) : .answer(200, good)
        }
        let waits = Waits()
        #expect(try transcribe(client(server.base, waits: waits)) == ["good", "morning"])
        #expect(waits.all == [.seconds(7), .seconds(14)])
    }

    @Test func `gives up if Retry-After exceeds its limit`() throws {
        let server = try answering(429, "{}", ["Retry-After: 3600"])
        let error = try #require(try failure(client(server.base)))
        #expect(error.reason == .busy(retryAfter: .seconds(3600)))
        #expect(error.isTransient)
        #expect(server.requests.count == 1)
    }

    @Test func `tries a failing server four times, with increasing delays`() throws {
        let server = try SpeechServerDouble { _, number in
            number.isMultiple(of: 2) ? .answer(500, "{\"error\": \"oops\"}") : .close
        }
        let waits = Waits()
        let error = try #require(try failure(client(server.base, waits: waits)))
        #expect(error.reason == .failed(status: 500, message: "oops"))
        #expect(server.requests.count == 4)
        #expect(waits.all.count == 3)
        for (wait, due) in zip(waits.all, [2, 4, 8]) { #expect(wait >= .seconds(due) / 2 && wait <= .seconds(due)) }
    }

    @Test func `reports that the server is unreachable`() throws {
        let server = try answering(200, good)
        let base = server.base
        server.stop()
        try #require(throws: SpeechServerError.self) { try transcribe(client(base)) }
        let error = try #require(try failure(client(base)))
        #expect(error.isTransient)
        guard case .network = error.reason else {
            Issue.record("\(error)")
            return
        }
    }

    @Test func `follows no redirects, and sends no key there`() throws {
        let other = try answering(200, good)
        let server = try answering(307, "", ["Location: \(other.base)/audio/transcriptions"])
        #expect(try failure(client(server.base))?.reason == .redirected)
        #expect(other.requests.isEmpty)
    }

    @Test func `refuses an endless answer`() throws {
        let server = try SpeechServerDouble { _, _ in .endless }
        #expect(try failure(client(server.base, limit: 1 << 17))?.reason == .tooLarge(limit: 1 << 17))
    }

    @Test func `refuses an answer with too large a Content-Length`() throws {
        let large = [UInt8](repeating: 32, count: 2 << 20)
        let server = try SpeechServerDouble { _, _ in .bytes(200, large) }
        let error = try #require(try failure(client(server.base, limit: 1 << 17)))
        #expect(error.problem == "answer too large, more than 128 KB")
        #expect(SpeechServerError("", .tooLarge(limit: 2 << 20)).problem == "answer too large, more than 2 MB")
    }

    @Test(arguments: [SpeechServerDouble.Reply.nothing, .stuck(#"{"text": "good"#)])
    func `times out`(reply: SpeechServerDouble.Reply) throws {
        let server = try SpeechServerDouble { _, _ in reply }
        let timeLimits = HTTPTimeLimits(stall: .milliseconds(30), response: .milliseconds(30))
        let waits = Waits()
        #expect(try failure(client(server.base, waits: waits, timeLimits: timeLimits))?.reason == .timeOut)
        // Retried once, less often than an immediate failure.
        #expect(waits.all.count == 1)
    }

    @Test(arguments: [SpeechServerDouble.Reply.endless, .endlessHeaders, .endlessContinues])
    func `refuses endless headers and bodies`(reply: SpeechServerDouble.Reply) throws {
        let server = try SpeechServerDouble { _, _ in reply }
        let error = try #require(try failure(client(server.base)))
        #expect(error.problem == "answer too large, more than 320 KB")
        #expect(server.requests.count == 1)
    }

    @Test func `waits in proportion to the sound, up to a maximum`() {
        let short = HTTPTimeLimits().limited(bySound: 4)
        #expect(short.response == .seconds(100))
        #expect(short.total == .seconds(10 + 100 + 60 + 4))
        #expect(short.stall == .seconds(30))
        let long = HTTPTimeLimits().limited(bySound: 600)
        #expect(long.response == .seconds(1200))
        #expect(long.total == .seconds(10 + 1200 + 60 + 600))
        #expect(HTTPTimeLimits(response: .seconds(1), total: .seconds(2)).limited(bySound: 600).total == .seconds(2))
    }

    @Test(arguments: [1, 72, 73, 10_000])
    func `refuses more words than fit the sound`(count: Int) throws {
        let text = Array(repeating: "hello", count: count).joined(separator: " ")
        let server = try answering(200, #"{"text": "\#(text)"}"#)
        let client = try client(server.base)
        // Four seconds of sound allow 72 words and 5000 bytes of text.
        switch count {
        case ...72: #expect(try transcribe(client).count == count)
        case 73: #expect(failure(client)?.reason == .answer("its answer has 73 words for 4 s of sound"))
        default: #expect(failure(client)?.reason == .answer("its answer has 59999 bytes of text for 4 s of sound"))
        }
    }

    @Test(arguments: [(100, true), (900, false)])
    func `refuses a word longer than the sound allows`(length: Int, isTaken: Bool) throws {
        let word = String(repeating: "a", count: length)
        let server = try answering(200, #"{"words": [{"word": "\#(word)", "start": 0, "end": 1}]}"#)
        let client = try client(server.base)
        if isTaken {
            #expect(try transcribe(client) == [word])
        } else {
            #expect(failure(client)?.reason == .answer("its answer has 900 letters in one word for 4 s of sound"))
        }
    }

    @Test(arguments: [
        ("words", #"{"word": "a", "start": 0, "end": 1}"#, 301, "301 words"),
        ("segments", #"{"text": "a", "start": 0, "end": 1}"#, 71, "71 segments"),
    ])
    func `refuses more fragments than fit the sound`(list: String, piece: String, count: Int, excess: String) throws {
        let pieces = Array(repeating: piece, count: count).joined(separator: ", ")
        let server = try answering(200, #"{"text": "a", "\#(list)": [\#(pieces)]}"#)
        #expect(
            try failure(client(server.base))?.reason == .answer("its answer has \(excess) for 4 s of sound"))
    }

    @Test(arguments: [
        ("SSL peer certificate was not OK", "SSL peer certificate was not OK"),
        ("Couldn't connect to server", "couldn't connect to server"), ("URL using bad format", "URL using bad format"),
        ("A libcurl function failed", "a libcurl function failed"), ("", ""), ("X", "X"),
    ])
    func `lower-cases libcurl's messages, except for acronyms`(text: String, continuation: String) {
        #expect(text.asContinuation == continuation)
    }

    @Test(arguments: [SpeechServerDouble.Reply.half(#"{"text": "good morning"}"#), .close])
    func `refuses truncated answers`(reply: SpeechServerDouble.Reply) throws {
        let server = try SpeechServerDouble { _, _ in reply }
        let error = try #require(try failure(client(server.base)))
        #expect(error.isTransient)
        #expect(server.requests.count == 4)
        guard case .network = error.reason else {
            Issue.record("\(error)")
            return
        }
    }

    @Test func `stops at the total time limit`() throws {
        let server = try SpeechServerDouble { _, _ in .nothing }
        let timeLimits = HTTPTimeLimits(total: .milliseconds(30))
        #expect(try failure(client(server.base, timeLimits: timeLimits))?.reason == .timeOut)
    }

    @Test func `can be cancelled while it waits for an answer`() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let server = try SpeechServerDouble { _, _ in
            asked.continuation.yield()
            return .nothing
        }
        let client = try client(server.base)
        async let failed = onThread { failure(client)?.reason }
        for await _ in asked.stream { break }
        client.cancel()
        #expect(await failed == .cancelled)
        #expect(failure(client)?.reason == .cancelled)
        #expect(server.requests.count == 1)
    }

    @Test func `can be cancelled between retries`() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let server = try SpeechServerDouble { _, _ in
            asked.continuation.yield()
            return .answer(503, "")
        }
        var patient = SpeechServer(try ServerAddress(server.base, service: .speech))
        patient.retries.firstDelay = .seconds(3600)
        patient.retries.longestDelay = .seconds(3600)
        let client = SpeechServerClient(patient)
        async let failed = onThread { failure(client)?.reason }
        for await _ in asked.stream { break }
        client.cancel()
        #expect(await failed != nil)
        #expect(server.requests.count == 1)
    }

    @Test func `checks a server without sending sound`() throws {
        let server = try answering(404, "")
        try SpeechServer(try ServerAddress(server.base, service: .speech)).check(within: .seconds(60))
        #expect(server.requests.map(\.path) == ["/v1/models"])
        #expect(server.requests.first?.method == "GET")
        let refusing = try answering(401, "")
        #expect(throws: SpeechServerError.self) {
            try SpeechServer(try ServerAddress(refusing.base, service: .speech)).check(within: .seconds(60))
        }
        let silent = try SpeechServerDouble { _, _ in .nothing }
        #expect(throws: SpeechServerError.self) {
            try SpeechServer(try ServerAddress(silent.base, service: .speech)).check(within: .milliseconds(30))
        }
    }
}

@Suite struct `Retrying` {
    @Test func `applies to transient errors only`() {
        var chance = SystemRandomNumberGenerator()
        let policy = RetryPolicy()
        for reason: SpeechServerError.Reason in [
            .network("x"), .timeOut, .busy(retryAfter: nil), .failed(status: 500, message: ""),
        ] {
            #expect(policy.delay(after: reason, attempt: 1, using: &chance) != nil)
            #expect(policy.delay(after: reason, attempt: 4, using: &chance) == nil)
        }
        for reason: SpeechServerError.Reason in [.key(status: 401), .redirected, .tooLarge(limit: 1), .cancelled] {
            #expect(policy.delay(after: reason, attempt: 1, using: &chance) == nil)
        }
    }

    @Test func `is delayed by at most the maximum`() throws {
        var chance = SystemRandomNumberGenerator()
        let policy = RetryPolicy(attempts: 100)
        for attempt in 1..<100 {
            let delay = try #require(policy.delay(after: .network(""), attempt: attempt, using: &chance))
            #expect(delay > .zero && delay <= .seconds(60))
        }
    }
}
