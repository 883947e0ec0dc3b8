@testable import StandupSpeech
import Testing

struct `The protocol of a recognizer's process` {
    static let requests: [RecognizerRequest] = [
        .load(
            RecognizerLoad(
                model: ["language": "en", "dictionary": "/a b/c.dict", "": "x"], mode: .live(learned: [1.5, -2]),
                vocabulary: [
                    Vocabulary.PronouncedTerm(
                        spelling: "Pull Request",
                        words: [
                            Vocabulary.PronouncedTerm.Word(text: "pull", pronunciations: ["P UH L"]),
                            Vocabulary.PronouncedTerm.Word(text: "request", pronunciations: ["R IH", "R IY"]),
                        ], isName: false),
                    Vocabulary.PronouncedTerm(spelling: "Łukasz", words: [], isName: true),
                ])),
        .load(RecognizerLoad(model: [:], mode: .live())), .load(RecognizerLoad(model: [:], mode: .whole)),
        .begin, .samples([]), .samples([0, 1, -1, .max, .min]),
        .end(isBehind: false), .end(isBehind: true),
    ]
    static let answers: [RecognizerResponse] = [
        .hello(RecognizerGreeting(family: "pocketsphinx", capabilities: [.live, .vocabulary])),
        .loaded(learned: nil), .loaded(learned: []), .loaded(learned: [40.25, .pi]), .begun, .partial(""),
        .partial("안녕, wörld"), .words([], learned: nil),
        .words(
            [
                RecognizedWord(text: "hello", start: 160, end: 4800, confidence: 0.123456789),
                RecognizedWord(text: "세계", start: 4800, end: 9600, confidence: 1),
            ], learned: [1, 2, 3]),
        .embedding([]), .embedding([0.25, -1, .pi]), .failed("out of memory"),
    ]

    private func frames(_ bytes: [UInt8], pieces size: Int) throws -> [Frame] {
        var decoder = FrameDecoder()
        var frames: [Frame] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            decoder.append(bytes[start..<min(start + size, bytes.count)])
            while let frame = try decoder.next() { frames.append(frame) }
        }
        return frames
    }

    @Test(arguments: [1, 2, 3, 5, 7, 64, 1 << 20])
    func `transfers every message unchanged, in blocks of any size`(size: Int) throws {
        let asked = try frames(Self.requests.flatMap(\.frame.bytes), pieces: size)
        #expect(try asked.map { try RecognizerRequest($0) } == Self.requests)
        let answered = try frames(Self.answers.flatMap(\.frame.bytes), pieces: size)
        #expect(try answered.map { try RecognizerResponse($0) } == Self.answers)
    }

    @Test func `waits for incomplete messages, and refuses too long ones from their header`() throws {
        var decoder = FrameDecoder()
        let bytes = RecognizerRequest.samples([1, 2, 3]).frame.bytes
        decoder.append(bytes.dropLast())
        #expect(try decoder.next() == nil)
        decoder.append(bytes.suffix(1))
        #expect(try decoder.next() == RecognizerRequest.samples([1, 2, 3]).frame)
        #expect(try decoder.next() == nil)
        decoder.append([1, 0, 0x40, 0])
        #expect(try decoder.next() == nil)
        decoder.append([3])
        #expect(throws: WireError.tooLong((4 << 20) + 1)) { try decoder.next() }
    }

    @Test func `refuses truncated, oversized and unknown messages`() {
        for frame in Self.requests.map(\.frame) where !frame.contents.isEmpty {
            let cut = Frame(kind: frame.kind, contents: frame.contents.dropLast())
            #expect(throws: WireError.malformed(kind: frame.kind)) { try RecognizerRequest(cut) }
            let longer = Frame(kind: frame.kind, contents: frame.contents + [0])
            #expect(throws: WireError.malformed(kind: frame.kind)) { try RecognizerRequest(longer) }
        }
        for frame in Self.answers.map(\.frame) where !frame.contents.isEmpty {
            let cut = Frame(kind: frame.kind, contents: frame.contents.dropLast())
            #expect(throws: WireError.malformed(kind: frame.kind)) { try RecognizerResponse(cut) }
        }
        #expect(throws: WireError.unknownKind(0)) { try RecognizerRequest(Frame(kind: 0, contents: [])) }
        #expect(throws: WireError.unknownKind(99)) { try RecognizerResponse(Frame(kind: 99, contents: [])) }
        let long = RecognizerRequest.samples(Array(repeating: 0, count: RecognizerRequest.sampleLimit + 1))
        #expect(throws: WireError.malformed(kind: 3)) { try RecognizerRequest(long.frame) }
    }

    @Test func `reads the version of a greeting of any version`() throws {
        let frame = RecognizerResponse.hello(RecognizerGreeting(family: "x", capabilities: [], version: 7)).frame
        for contents in [frame.contents, Array(frame.contents.prefix(4)), frame.contents + [1, 2, 3]] {
            guard case .hello(let greeting) = try RecognizerResponse(Frame(kind: frame.kind, contents: contents)) else {
                Issue.record("no greeting")
                continue
            }
            #expect(greeting.version == 7)
        }
    }

    @Test func `refuses a count of words that its message cannot hold`() {
        // Four thousand million.
        let frame = Frame(kind: 4, contents: [0xff, 0xff, 0xff, 0xff, 0, 0, 0])
        #expect(throws: WireError.malformed(kind: 4)) { try RecognizerResponse(frame) }
    }

    @Test func `answers each request once, and refuses a wrong order`() {
        final class Parrot: SpeechRecognizer {
            let name = "parrot"
            var learnedState: [Float]? { [1] }
            var isBehind = false
            func begin() {}
            func hear(_ samples: UnsafeBufferPointer<Int16>) -> String { "\(samples.count)" }
            func end() throws(RecognizerError) -> [RecognizedWord] {
                throw .failed(name: name, reason: isBehind ? "no time" : "no words")
            }
        }
        var handler = RequestHandler { _ throws(RecognizerError) in .recognizer(Parrot()) }
        #expect(handler.answer(.begin) == .failed("no model is loaded"))
        #expect(handler.answer(.load(RecognizerLoad(model: [:], mode: .whole))) == .loaded(learned: [1]))
        #expect(handler.answer(.load(RecognizerLoad(model: [:], mode: .whole))) == .failed("a model is loaded already"))
        #expect(handler.answer(.begin) == .begun)
        #expect(handler.answer(.samples([1, 2])) == .partial("2"))
        #expect(handler.answer(.end(isBehind: true)) == .failed("no time"))
        #expect(handler.answer(.end(isBehind: false)) == .failed("no words"))
    }

    @Test func `passes a whole sound to a model of voices, of at most 15 s`() {
        var handler = RequestHandler { _ throws(RecognizerError) in
            .voices { samples throws(RecognizerError) in
                guard samples.count > 1 else { throw .failed(name: "voices", reason: "too short") }
                return samples.map { Float($0) }
            }
        }
        #expect(handler.answer(.load(RecognizerLoad(model: [:], mode: .whole))) == .loaded(learned: nil))
        #expect(handler.answer(.begin) == .begun)
        #expect(handler.answer(.samples([1, 2])) == .partial(""))
        #expect(handler.answer(.samples([3])) == .partial(""))
        #expect(handler.answer(.end(isBehind: false)) == .embedding([1, 2, 3]))
        #expect(handler.answer(.begin) == .begun)
        #expect(handler.answer(.end(isBehind: false)) == .failed("too short"))
        let half = [Int16](repeating: 0, count: 120_000)
        for _ in 0..<2 { #expect(handler.answer(.samples(half)) == .partial("")) }
        #expect(handler.answer(.samples([0])) == .failed("the sound is longer than 15 s"))
    }

    @Test(arguments: [
        (RecognizedWord(text: "two\nlines", start: 0, end: 1, confidence: 1), "an invalid word of 9 bytes"),
        (RecognizedWord(text: "", start: 0, end: 1, confidence: 1), "0 bytes"),
        (RecognizedWord(text: String(repeating: "a", count: 201), start: 0, end: 1, confidence: 1), "201 bytes"),
        (RecognizedWord(text: "a", start: -1, end: 1, confidence: 1), "from sample -1"),
        (RecognizedWord(text: "a", start: 2, end: 1, confidence: 1), "to 1"),
        (RecognizedWord(text: "a", start: 0, end: 32_001, confidence: 1), "to 32001"),
        (RecognizedWord(text: "a", start: 0, end: 1, confidence: .nan), "confidence"),
        (RecognizedWord(text: "a", start: 0, end: 1, confidence: 1.5), "confidence"),
    ])
    func `detects implausible words`(word: RecognizedWord, fault: String) {
        #expect(ResponseCheck.fault(in: [word], of: 16_000)?.contains(fault) == true)
        let good = RecognizedWord(text: "a", start: 0, end: 16_500, confidence: 0)
        #expect(ResponseCheck.fault(in: [good], of: 16_000) == nil)
        #expect(ResponseCheck.fault(in: Array(repeating: good, count: 81), of: 16_000) == "81 words in 1 s of sound")
        #expect(ResponseCheck.fault(inLearned: [.infinity]) != nil)
        #expect(ResponseCheck.fault(in: "one\u{1b}[2J") != nil)
    }
}
