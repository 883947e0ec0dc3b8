import Glibc
import MeetingModel
import Sound
@testable import StandupSpeech
import Testing
import TestSupport

/// The model of voices in a separate process.
@Suite(.needsVoices, .serialized, .timeLimit(.minutes(10)))
struct VoiceEmbedderTests {
    /// A voice of the demo, or a sentence of LibriVox.
    private func sound(_ name: String) throws -> [Int16] {
        if let number = Int(name) { return try Whisper.librivox(number) }
        let root = String(#filePath.prefix(upTo: try #require(#filePath.firstRange(of: "/Tests/")).lowerBound))
        return try Whisper.wave("\(root)/Assets/Voices/\(name).wav")
    }

    @Test func `Sounds of one voice are closer than sounds of two`() throws {
        let embedder = try VoiceEmbedder(Voices.model())
        let sounds =
            try ["ann", "ben", "cal"].map(sound).map { [Array($0[..<64_000]), Array($0[64_000...])] }
            + [[sound("870"), sound("920")]]
        let voices = try sounds.map { try $0.map(embedder.embed) }
        for (number, voice) in voices.enumerated() {
            let same = try #require(voice[0].similarity(to: voice[1]))
            for other in voices[(number + 1)...].joined() {
                for own in voice {
                    let between = try #require(own.similarity(to: other))
                    #expect(between + 0.15 < same, "voice \(number): \(same) to itself, \(between) to another")
                }
            }
        }
    }

    @Test func `A recording of the demo's three voices is cut into their turns`() throws {
        let root = String(#filePath.prefix(upTo: try #require(#filePath.firstRange(of: "/Tests/")).lowerBound))
        let recording = try StoredRecording(path: "\(root)/Assets/Voices/demo.wav")
        var done: [Int64] = []
        let diarization = try RecordedSpeech(recording, language: "en")
            .diarization(by: VoiceEmbedder(Voices.model())) { done.append($0.done) }
        #expect(diarization.turns.map(\.voice) == [0, 0, 0, 1, 1, 1, 2, 2, 2])
        #expect(done == done.sorted() && done.count > 5 && done.allSatisfy { (1...640_000).contains($0) })
        // The sentences in demo.json.
        let sentences = [
            (1.0, 3.747), (4.347, 7.225), (7.825, 9.426), (14.333, 17.863), (18.463, 21.401), (22.001, 24.673),
            (27.667, 30.4), (31.0, 33.644), (34.243, 36.114),
        ]
        for (turn, (start, end)) in zip(diarization.turns, sentences) {
            #expect(abs((turn.start - .seconds(start)) / .seconds(1)) < 0.2, "\(turn.start)")
            #expect(abs((turn.end - .seconds(end)) / .seconds(1)) < 0.2, "\(turn.end)")
        }
        let two = try RecordedSpeech(recording, language: "en").diarization(
            by: VoiceEmbedder(Voices.model()), atMost: 2)
        #expect(two.voices.count == 2)
    }

    @Test func `Loud noise beside a voice is no speech`() throws {
        var generator = SeededGenerator(seed: 6)
        let noise = (0..<48_000).map { index in
            index / 1600 % 3 == 0 ? Int16.random(in: -20_000...20_000, using: &generator) : 0
        }
        let detector = try SpeechDetector()
        #expect(try detector.speech(in: noise) == [])
        let voice = try sound("870")
        let found = try detector.speech(in: noise + voice + noise)
        let (first, last) = (try #require(found.first), try #require(found.last))
        #expect(first.lowerBound > 40_000 && last.upperBound < noise.count + voice.count + 8000)
        #expect(found.reduce(0) { $0 + $1.count } > voice.count * 2 / 3)
        #expect(try detector.speech(in: [Int16](repeating: 0, count: 16_000)) == [])
    }

    @Test func `Only the first 15 s count, and less than 0.2 s is refused`() throws {
        let embedder = try VoiceEmbedder(Voices.model())
        let sound = try ["870", "890", "920", "ann"].flatMap(sound)
        #expect(sound.count > VoiceEmbedder.lengths.upperBound)
        #expect(try embedder.embed(sound) == embedder.embed(Array(sound[..<VoiceEmbedder.lengths.upperBound])))
        #expect(try embedder.embed(Array(sound[..<VoiceEmbedder.lengths.lowerBound])).values.count == 192)
        let error = #expect(throws: RecognizerError.self) { try embedder.embed(Array(sound[..<3_199])) }
        #expect(error.map { "\($0)".contains("the sound is shorter than 0.2 s") } == true)
    }

    @Test func `The result does not depend on earlier sounds`() throws {
        let (first, second) = (try sound("870"), try sound("ann"))
        let embedder = try VoiceEmbedder(Voices.model())
        let alone = try embedder.embed(first)
        _ = try embedder.embed(second)
        #expect(try embedder.embed(first) == alone)
    }

    @Test func `A damaged or foreign model is refused with its reason`() throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let whole = try bytes(of: Voices.model().path)
        func reason(_ change: (inout [UInt8]) -> Void) throws -> String {
            let path = "\(folder)/ggml-changed.bin"
            try write(whole, to: path)
            let model = try VoiceModel(path: path)
            var bytes = whole
            change(&bytes)
            try write(bytes, to: path)
            let error = try #require(throws: RecognizerError.self) { try VoiceEmbedder(model) }
            #expect(!"\(error)".contains("failed 3 times"), "\(error)")
            return "\(error)"
        }
        #expect(try reason { $0.removeLast() }.contains("ggml-changed.bin is incomplete"))
        #expect(try reason { $0.append(0) }.contains("is not a model of voices"))
        #expect(try reason { $0[0] = 0 }.contains("is not a model of voices"))
        #expect(try reason { $0[4] = 2 }.contains("is not a model of voices"))
        #expect(try reason { $0[12] = 200 }.contains("is not a model of voices"))
        // Complete, but with another name of its first part; then with other dimensions of it.
        #expect(try reason { $0[32] = UInt8(ascii: "H") }.contains("its part head.conv1.weight is missing"))
        #expect(try reason { ($0[24], $0[28]) = ($0[28], $0[24]) }.contains("has other dimensions"))
    }

    @Test func `Whisper does not load it, nor it Whisper's`() throws {
        var program = RecognizerProgram.whisper(try Whisper.model("tiny.en"), language: "en")
        program.model["path"] = try Voices.model().path
        program.model["size"] = nil
        let error = try #require(throws: RecognizerError.self) { try ProcessRecognizer(program, mode: .whole) }
        #expect("\(error)".contains("is not a Whisper model"))
        program.model = [VoiceModel.setting: try Whisper.model("tiny.en").path]
        let other = try #require(throws: RecognizerError.self) { try ProcessRecognizer(program, mode: .whole) }
        #expect("\(other)".contains("is not a model of voices"))
    }
}

/// The model of voices for the tests.
private enum Voices {
    static func model() throws -> VoiceModel { try VoiceModel(path: Whisper.path(of: "voices")) }

    static var isThere: Bool { access(Whisper.program, X_OK) == 0 && (try? model()) != nil }
}

extension Trait where Self == ConditionTrait {
    /// For tests that compute embeddings of voices.
    fileprivate static var needsVoices: Self {
        .enabled(
            if: Voices.isThere,
            "needs standup-whisper (tools/speech --debug) and the model voices (STANDUP_WHISPER_MODELS)")
    }
}
