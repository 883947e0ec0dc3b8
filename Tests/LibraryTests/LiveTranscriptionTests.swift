import MeetingTiming
import StandupAudio
import StandupTesting
import Testing

@testable import StandupSpeech

@Suite(.timeLimit(.minutes(5))) struct `A live transcription` {
    private let clock = VirtualClock()
    private let folder = InMemoryRecordings()

    /// A recording with a voice in its second and third second.
    private func makeRecording() throws -> any RecordingWriter {
        let recording = try folder.create("a.wav", sampleRate: 16_000)
        let voice = FakeAudioSystem.voice(during: [1...3])
        let sound = (0..<80_000).map { voice(Double($0) / 16_000) }
        try sound.withUnsafeBufferPointer { sound throws(AudioError) in try recording.append(sound) }
        return recording
    }

    private func results(by source: RecognizerSource) async throws -> [TranscriptResult] {
        let words = LiveTranscription(of: try makeRecording(), by: source, clock: clock)
        clock.advance(by: .seconds(1))
        words.finish()
        var results: [TranscriptResult] = []
        for try await result in words.results { results.append(result) }
        return results
    }

    @Test func `has the words of a recording, then ends`() async throws {
        let results = try await results(by: ScriptedRecognizer.source(script: ["yesterday I wrote a test"]))
        let finals = results.compactMap { if case .final(let utterance) = $0 { utterance } else { nil } }
        #expect(finals.map(\.text) == ["yesterday I wrote a test"])
        let start = try #require(finals.first?.start)
        #expect(abs(start - 16_000) < 8000)
    }

    @Test func `throws what its recognizer throws`() async throws {
        await #expect(throws: RecognizerError.self) {
            try await results(by: ScriptedRecognizer.source(script: ["one"], failingAt: 0))
        }
    }

    @Test func `models, addresses and keys that cannot be used are errors in one line`() {
        #expect(throws: RecognizerError.self) { try RecognizerSource.whisper(model: "/nowhere.bin", language: "en") }
        #expect(throws: RecognizerError.self) { try RecognizerSource.pocketSphinx(language: "xx") }
        for (address, key) in [("nonsense", nil), ("http://example.com/v1", nil), ("https://example.com/v1", "a\nb")] {
            let error = #expect(throws: RecognizerError.self) { try SegmentRecognition.server(address, apiKey: key) }
            #expect(error.map { "\($0)".contains("\n") } == false)
        }
        #expect(throws: Never.self) { try SegmentRecognition.server("http://localhost:1/v1", apiKey: "secret") }
    }
}
