import Sound
@testable import StandupSpeech
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10))) struct `A speech server as a recognizer` {
    private let tone = (0..<32_000).map { Int16(($0 * 441) % 20_000 - 10_000) }

    @Test func `sends the segment as lossless FLAC`() async throws {
        let server = try SpeechServerDouble { _, _ in
            .answer(200, #"{"text": "x", "words": [{"word": "x", "start": 0.5, "end": 1}]}"#)
        }
        let recognition = SpeechServerRecognizer.recognition(
            by: SpeechServer(try ServerAddress(server.base, service: .speech)))
        let heard = try await recognition.make(Vocabulary())
            .recognize(SpeechSegment(samples: tone, language: "de-AT", prompt: "Ann."))
        #expect(heard.map(\.text) == ["x"])
        #expect(heard.first?.start == 8000)
        #expect(heard.first?.end == 16_000)
        #expect(heard.first?.recognizer == "whisper-1@127.0.0.1")
        let request = try #require(server.requests.first)
        #expect(request.value("language") == "de")
        #expect(request.value("prompt") == "Ann.")
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let file = try #require(request.file)
        #expect(file.bytes.prefix(4) == [0x66, 0x4c, 0x61, 0x43])
        try write(file.bytes, to: folder + "/x.flac")
        let reader = try AudioFileReader(path: folder + "/x.flac")
        #expect(reader.sampleRate == 16_000)
        var samples = [Int16](repeating: 0, count: tone.count + 1)
        let count = try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) }
        #expect(samples.prefix(count) == tone[...])
    }

    @Test func `makes one request at a time, and has no secret in its key`() throws {
        let server = SpeechServer(
            try ServerAddress("https://example.org/v1", service: .speech), key: APIKey("sk-123456"), model: "large")
        let recognition = SpeechServerRecognizer.recognition(by: server)
        #expect(recognition.atMost == 1)
        #expect(recognition.name == "large@example.org")
        #expect(recognition.key == "https://example.org/v1 large")
    }

    @Test func `throws recognizer errors`() async throws {
        let server = try SpeechServerDouble { _, _ in .answer(418, "no tea") }
        let recognizer = SpeechServerRecognizer(
            SpeechServerClient(SpeechServer(try ServerAddress(server.base, service: .speech))))
        do {
            _ = try await recognizer.recognize(SpeechSegment(samples: tone, language: "en"))
            Issue.record("it gave words")
        } catch {
            guard case .noAnswer(server.base, "status 418: no tea", _, .otherSound) = error else {
                Issue.record("\(error)")
                return
            }
        }
    }

    @Test func `is cancelled with its task`() async throws {
        let asked = AsyncStream.makeStream(of: Void.self)
        let server = try SpeechServerDouble { _, _ in
            asked.continuation.yield()
            return .nothing
        }
        let recognizer = SpeechServerRecognizer(
            SpeechServerClient(SpeechServer(try ServerAddress(server.base, service: .speech))))
        let tone = tone
        let task = Task { try await recognizer.recognize(SpeechSegment(samples: tone, language: "en")) }
        for await _ in asked.stream { break }
        task.cancel()
        await #expect(throws: RecognizerError.self) { try await task.value }
    }

    @Test func `sends no request for an empty segment`() async throws {
        let server = try SpeechServerDouble { _, _ in .close }
        let recognizer = SpeechServerRecognizer(
            SpeechServerClient(SpeechServer(try ServerAddress(server.base, service: .speech))))
        #expect(try await recognizer.recognize(SpeechSegment(samples: [], language: "en")) == [])
        #expect(server.requests.isEmpty)
    }

    @Test func `splits utterances at pauses, and long ones after sentences`() {
        func word(_ text: String, _ start: Double, _ end: Double) -> ServerTranscript.Word {
            ServerTranscript.Word(text: text, start: start, end: end, confidence: 1)
        }
        let transcript = ServerTranscript(words: [
            word("a", 0, 0.5), word("b.", 1.2, 2), word("c", 3, 4), word("d.", 4, 18.5), word("e", 18.5, 19),
            word("f", 19, 40), word("g", 40, 41),
        ])
        let heard = transcript.utterances(sampleRate: 16_000, recognizer: "r")
        #expect(heard.map(\.text) == ["a b.", "c d.", "e f g"])
        #expect(heard.map(\.start) == [0, 48_000, 296_000])
    }
}
