import Testing

@testable import StandupSpeech

@Suite struct `A recognizer with a substitute` {
    private enum Step: CaseIterable { case begin, hear, end }

    /// Fails at the listed steps of each utterance, counted from 0, and otherwise returns the number of samples.
    private final class Fickle: SpeechRecognizer {
        let name: String
        let learnedState: [Float]? = nil
        private let failures: [Int: Step]
        private var utterance = -1
        private var samples: [Int16] = []
        var isBehind = false

        init(_ name: String, failures: [Int: Step] = [:]) {
            self.name = name
            self.failures = failures
        }

        func begin() throws(RecognizerError) {
            utterance += 1
            samples = []
            try fail(at: .begin)
        }

        func hear(_ new: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
            try fail(at: .hear)
            samples += new
            return "\(samples.count)"
        }

        func end() throws(RecognizerError) -> [RecognizedWord] {
            try fail(at: .end)
            return [RecognizedWord(text: "\(samples)", start: 0, end: samples.count, confidence: 1)]
        }

        private func fail(at step: Step) throws(RecognizerError) {
            if failures[utterance] == step { throw .failed(name: name, reason: "no luck") }
        }
    }

    /// Recognizes an utterance of four samples, two at a time.
    private func hear(_ recognizer: FallbackRecognizer) throws -> String? {
        try recognizer.begin()
        for part in [[1, 2], [3, 4]] as [[Int16]] { _ = try part.withUnsafeBufferPointer { try recognizer.hear($0) } }
        return try recognizer.end().first?.text
    }

    @Test(arguments: [Step.begin, .hear, .end])
    private func `sends it the whole utterance after a failure, and tries the first again`(step: Step) throws {
        let recognizer = try FallbackRecognizer(
            { Fickle("first", failures: [1: step]) }, substitute: { Fickle("second") })
        #expect(try hear(recognizer) == "[1, 2, 3, 4]")
        #expect(recognizer.name == "first" && recognizer.takeSubstitution() == nil)
        #expect(try hear(recognizer) == "[1, 2, 3, 4]")
        #expect(recognizer.name == "second")
        let failure = RecognizerError.failed(name: "first", reason: "no luck")
        #expect(
            recognizer.takeSubstitution() == RecognizerSubstitution(of: failure, by: "second", isLasting: false))
        #expect(recognizer.takeSubstitution() == nil)
        #expect(try hear(recognizer) == "[1, 2, 3, 4]")
        #expect(recognizer.name == "first" && recognizer.takeSubstitution() == nil)
    }

    @Test func `reports consecutive failures once, and later ones again`() throws {
        let recognizer = try FallbackRecognizer(
            { Fickle("first", failures: [0: .end, 1: .begin, 3: .hear]) }, substitute: { Fickle("second") })
        let told = try (0..<4)
            .map { _ in
                _ = try hear(recognizer)
                return recognizer.takeSubstitution() != nil
            }
        #expect(told == [true, false, false, true])
    }

    @Test func `uses only the substitute if the first cannot be created`() throws {
        let failure = RecognizerError.failed(name: "first", reason: "it is missing")
        let recognizer = try FallbackRecognizer(
            { () throws(RecognizerError) in throw failure }, substitute: { Fickle("second") })
        let substitution = try #require(recognizer.takeSubstitution())
        #expect(substitution == RecognizerSubstitution(of: failure, by: "second", isLasting: true))
        #expect(
            substitution.description
                == "first cannot start (it is missing); second transcribes this meeting instead")
        #expect(try hear(recognizer) == "[1, 2, 3, 4]" && recognizer.name == "second")
        #expect(recognizer.takeSubstitution() == nil)
    }

    /// It would invent words there.
    @Test func `does not let the substitute hear a pause`() throws {
        for failure in [Step.begin, .end] {
            let recognizer = try FallbackRecognizer(
                { Fickle("first", failures: [0: failure]) }, substitute: { Fickle("second") })
            try recognizer.begin()
            _ = try Signal.silence(3).withUnsafeBufferPointer { try recognizer.hear($0) }
            #expect(try recognizer.end().isEmpty)
        }
    }

    @Test func `fails with the first one's reason if the substitute fails too`() throws {
        let recognizer = try FallbackRecognizer(
            { Fickle("first", failures: [0: .end]) }, substitute: { Fickle("second", failures: [0: .end]) })
        #expect(throws: RecognizerError.failed(name: "first", reason: "no luck")) { try hear(recognizer) }
    }

    @Test func `forwards isBehind`() throws {
        let first = Fickle("first")
        let recognizer = try FallbackRecognizer({ first }, substitute: { Fickle("second") })
        recognizer.isBehind = true
        #expect(first.isBehind)
        recognizer.isBehind = false
        #expect(!first.isBehind)
    }
}
