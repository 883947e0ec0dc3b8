import Sound
import StandupTesting
import Synchronization
import TestSupport
import Testing

@testable import StandupSpeech

@Suite(.timeLimit(.minutes(10))) struct RecordingTranscriptionTests {
    private func speech(_ samples: [Int16], rate: Int = 16_000, boundaries: [Int64] = []) -> RecordedSpeech {
        var speech = RecordedSpeech(HeldRecording(samples, sampleRate: rate), language: "en")
        speech.boundaries = boundaries
        return speech
    }

    private func utterances(
        _ speech: RecordedSpeech, jobs: Int = 1, segmentation: Segmentation = .atPauses()
    ) async throws -> [RecognizedUtterance] {
        try await RecordingTranscription(of: speech, by: .tones(segmentation), jobs: jobs).utterances()
    }

    private func sentence(_ numbers: some Sequence<Int>) -> [Int16] {
        numbers.flatMap { ToneRecognizer.word($0 % 12) }
    }

    private func words(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "w\($0 % 12)" } }

    /// Twelve sentences with pauses of different lengths.
    private var recording: [Int16] {
        (0..<12).reduce(into: Signal.silence(0.5)) { samples, number in
            samples += sentence(number...number + 4) + Signal.silence(0.8 + Double(number % 3))
        }
    }

    @Test func `Words have the times at which they were spoken`() async throws {
        let samples = Signal.silence(1) + sentence(1...3) + Signal.silence(2) + sentence(4...6) + Signal.silence(1)
        let heard = try await utterances(speech(samples))
        #expect(heard.map(\.text) == ["w1 w2 w3", "w4 w5 w6"])
        let starts = heard.flatMap(\.words).map { Double($0.start) / 16000 }
        for (start, expected) in zip(starts, [1, 1.35, 1.7, 4.05, 4.4, 4.75]) { #expect(abs(start - expected) < 0.02) }
        #expect(heard.allSatisfy { $0.recognizer == "tones" })
    }

    @Test(arguments: [2, 3, 8])
    func `The result does not depend on the number of recognizers`(jobs: Int) async throws {
        let expected = try await utterances(speech(recording))
        #expect(expected.count == 12)
        #expect(try await utterances(speech(recording), jobs: jobs) == expected)
    }

    @Test func `Windows of several short utterances give the same utterances, each by itself`() async throws {
        func count(_ samples: [Int16]) async throws -> Int {
            let segments = Counter()
            try await RecordingTranscription(of: speech(samples), by: .tones(.atPauses(window: .seconds(14))), jobs: 1)
                .run { heard, _ in if !heard.utterances.isEmpty { segments.increment() } }
            return segments.take()
        }
        // Sentences are heard alone.
        #expect(try await count(recording) == 12)
        let recording = (0..<12).reduce(into: Signal.silence(0.5)) { samples, number in
            samples += sentence(number...number + 1) + Signal.silence(0.8 + Double(number % 3))
        }
        #expect(try await count(recording) < 6)
        let alone = try await utterances(speech(recording))
        #expect(try await utterances(speech(recording), segmentation: .atPauses(window: .seconds(14))) == alone)
        // No window crosses a change of speaker.
        let turns = speech(recording, boundaries: alone.dropFirst().map { $0.start - 4000 })
        #expect(try await utterances(turns, segmentation: .atPauses(window: .seconds(14))) == alone)
    }

    @Test(arguments: [3.0, 20, 50])
    func `A recognizer that detects speech hears a word in a pause`(pause: Double) async throws {
        let samples =
            sentence(1...3) + Signal.silence(pause) + ToneRecognizer.steadyWord(5) + Signal.silence(pause)
            + sentence(6...8)
        #expect(try await utterances(speech(samples)).map(\.text) == ["w1 w2 w3", "w6 w7 w8"])
        let heard = try await utterances(speech(samples), segmentation: .atPauses(window: .seconds(14)))
        #expect(heard.map(\.text) == ["w1 w2 w3", "w5", "w6 w7 w8"])
    }

    @Test(arguments: [31_000, 33_000, 211_000, 230_000, 500_000, 1_000_000])
    func `A pause is heard to its end, unless it is short`(length: Int64) {
        let segmentation = Segmentation.atPauses(window: .seconds(14))
        let pause = 100_000..<100_000 + length
        var start = pause.lowerBound
        // While it goes on, as often as a recording is read.
        for end in stride(from: start, to: pause.upperBound, by: 16_000) {
            while let part = segmentation.segment(ofPause: start..<end, isOver: false) { start = part.own.upperBound }
        }
        while let part = segmentation.segment(ofPause: start..<pause.upperBound, isOver: true) {
            #expect(part.own.lowerBound == start && part.heard.lowerBound == start - Segmentation.preRoll)
            #expect(part.heard.count <= segmentation.window)
            start = part.own.upperBound
        }
        #expect(start == (length > Segmentation.longestPause ? pause.upperBound : pause.lowerBound))
    }

    @Test func `No more recognizers are created than allowed or needed`() async throws {
        let made = Counter()
        for (jobs, atMost, expected) in [(1, Int?.none, 1), (2, nil, 2), (8, 1, 1), (8, 3, 3)] {
            let recognition = SegmentRecognition(name: "tones", key: "tones", atMost: atMost) { _ in
                made.increment()
                return ToneSegments()
            }
            _ = try await RecordingTranscription(of: speech(recording), by: recognition, jobs: jobs).utterances()
            let count = made.take()
            #expect((1...expected).contains(count), "\(count) for \(jobs)")
        }
        let none = SegmentRecognition(name: "tones", key: "tones") { _ in
            made.increment()
            return ToneSegments()
        }
        #expect(try await RecordingTranscription(of: speech(Signal.silence(20)), by: none, jobs: 4).utterances() == [])
        #expect(made.take() == 0)
    }

    @Test(arguments: [
        (8, 4000, 1000, nil, 4), (2, 4000, 1000, nil, 2), (8, 999, 1000, nil, 1), (8, nil, 1000, nil, 8),
        (8, 4000, 0, nil, 8), (8, 4000, 1000, 3, 3), (8, 0, 1000, nil, 1),
    ])
    func `The number of recognizers depends on cores, memory and limit, and is at least one`(
        cores: Int, freeMemory: Int?, memory: Int, atMost: Int?, jobs: Int
    ) {
        var recognition = SegmentRecognition(name: "x", key: "x", atMost: atMost) { _ in ToneSegments() }
        recognition.memory = memory
        #expect(recognition.jobs(cores: cores, freeMemory: freeMemory) == jobs)
        #expect(recognition.substituted(by: .tones(.atPauses())).jobs(cores: cores, freeMemory: freeMemory) == jobs)
    }

    @Test func `A speaker change splits speech, without lost or repeated words`() async throws {
        let samples = Signal.silence(1) + sentence(0..<12) + Signal.silence(1)
        for word in 1..<11 {
            // In the middle of the gap after the word.
            let boundary = Int64(16_000 + word * ToneRecognizer.word(0).count - 400)
            let heard = try await utterances(speech(samples, boundaries: [boundary]))
            #expect(heard.flatMap(\.words).map(\.text) == words(0..<12), "\(word)")
            #expect(heard.allSatisfy { $0.end <= boundary || $0.start >= boundary })
            #expect(heard.filter { $0.end <= boundary }.flatMap(\.words).count == word)
        }
    }

    @Test(arguments: [1_000, 3_000, 6_000, 7_500])
    func `The end of a sentence after a speaker change stays with the sentence`(rest: Int) async throws {
        let samples = Signal.silence(1) + sentence(0..<5) + Signal.silence(2) + sentence(5..<8) + Signal.silence(1)
        // The last word ends 800 samples before the silence.
        let boundary = Int64(16_000 + 5 * ToneRecognizer.word(0).count - 800 - rest)
        let heard = try await utterances(speech(samples, boundaries: [boundary]))
        #expect(heard.map { $0.words.map(\.text) } == [words(0..<5), words(5..<8)])
    }

    @Test func `Several quick speaker changes all split the speech`() async throws {
        let samples = Signal.silence(1) + sentence(0..<8) + Signal.silence(2) + sentence(0..<3) + Signal.silence(1)
        let boundaries = [17_000, 20_000, 21_000, 36_000, 70_000, 70_100, 78_000].map(Int64.init)
        let heard = try await utterances(speech(samples, boundaries: boundaries))
        #expect(heard.flatMap(\.words).count == 11)
        for boundary in boundaries { #expect(heard.allSatisfy { $0.end <= boundary || $0.start >= boundary }) }
        #expect(zip(heard, heard.dropFirst()).allSatisfy { $0.end <= $1.start })
    }

    @Test func `Speech without a pause is cut without split, lost or repeated words`() async throws {
        let samples = Signal.silence(1) + sentence(0..<120) + Signal.silence(1)
        let segments = Collected<RecognizedSegment>()
        try await RecordingTranscription(of: speech(samples), by: .tones(.atPauses()), jobs: 2)
            .run { heard, _ in segments.add(heard) }
        let all = segments.all.sorted { $0.frames.lowerBound < $1.frames.lowerBound }
        #expect(all.count >= 3)
        #expect(all.allSatisfy { $0.frames.count < 17 * 16_000 })
        #expect(all.flatMap(\.utterances).flatMap(\.words).map(\.text) == words(0..<120))
    }

    @Test func `A recognizer of turns gets each turn whole, up to its limit`() async throws {
        let turn = sentence(1...3) + Signal.silence(1.5) + sentence(4...6) + Signal.silence(1)
        let samples = Signal.silence(1) + turn + turn
        let boundary = Int64(16_000 + turn.count)
        let segments = Collected<RecognizedSegment>()
        let speech = speech(samples, boundaries: [boundary])
        try await RecordingTranscription(of: speech, by: .tones(.atTurns(limit: .seconds(600))), jobs: 1)
            .run { heard, _ in segments.add(heard) }
        #expect(segments.all.map { $0.utterances.flatMap(\.words).map(\.text) } == [words(1...6), words(1...6)])
        #expect(segments.all.first.map { $0.frames.upperBound <= boundary } ?? false)
        let short = try await utterances(speech, segmentation: .atTurns(limit: .seconds(3)))
        #expect(short.map(\.text) == ["w1 w2 w3", "w4 w5 w6", "w1 w2 w3", "w4 w5 w6"])
    }

    @Test func `Known segments are skipped, and the rest is unchanged`() async throws {
        let all = Collected<RecognizedSegment>()
        try await RecordingTranscription(of: speech(recording), by: .tones(.atPauses()), jobs: 1)
            .run { heard, progress in
                all.add(heard)
                #expect(progress.done <= progress.total && progress.known == 0)
            }
        let known = Set(all.all.prefix(7).map(\.frames))
        let rest = Collected<RecognizedSegment>()
        try await RecordingTranscription(of: speech(recording), by: .tones(.atPauses()), jobs: 2)
            .run(
                isKnown: { known.contains($0) },
                deliver: { heard, progress in
                    rest.add(heard)
                    #expect(progress.known > 0)
                }
            )
        #expect(Set(rest.all) == Set(all.all.dropFirst(7)))
    }

    @Test func `After deliver throws, nothing else is delivered`() async throws {
        struct Refusal: Error {}
        let taken = Counter()
        await #expect(throws: Refusal.self) {
            try await RecordingTranscription(of: speech(recording), by: .tones(.atPauses()), jobs: 2)
                .run { _, _ in
                    taken.increment()
                    if taken.count == 3 { throw Refusal() }
                }
        }
        #expect(taken.count == 3)
    }

    @Test func `A recognizer's failure ends the transcription with its error`() async throws {
        let failing = SegmentRecognition(name: "tones", key: "tones") { _ throws(RecognizerError) in
            try UtteranceSegmentRecognizer { ToneRecognizer(failsAt: 1000) }
        }
        await #expect(throws: RecognizerError.failed(name: "tones", reason: "on purpose")) {
            try await RecordingTranscription(of: speech(recording), by: failing, jobs: 2).utterances()
        }
    }

    private typealias Heard = (segments: [RecognizedSegment], told: [RecognizerSubstitution?])

    /// Transcribes three sentences with a tone recognizer and a substitute; `limit` recognizers can be created, and the
    /// first fails on the second sentence.
    private func substituted(making count: Int) async throws -> Heard {
        let samples = [0, 3, 6].reduce(into: Signal.silence(1)) { $0 += sentence($1..<$1 + 3) + Signal.silence(2) }
        let made = Counter()
        let failing = SegmentRecognition(name: "tones", key: "tones") { _ throws(RecognizerError) in
            made.increment()
            guard made.count <= count else { throw .failed(name: "tones", reason: "no more") }
            let failsAt = made.count == 1 ? 40_000 : nil
            return try UtteranceSegmentRecognizer { ToneRecognizer(failsAt: failsAt) }
        }
        let other = SegmentRecognition(name: "other", key: "other") { _ in Other() }
        let heard = Collected<RecognizedSegment>()
        let told = Collected<RecognizerSubstitution?>()
        try await RecordingTranscription(of: speech(samples), by: failing.substituted(by: other), jobs: 1)
            .run { segment, progress in
                heard.add(segment)
                told.add(progress.substitution)
            }
        return (heard.all, told.all)
    }

    @Test func `A failed segment is transcribed and reported by the substitute`() async throws {
        let (heard, told) = try await substituted(making: 2)
        #expect(heard.flatMap(\.utterances).map(\.text) == ["w0 w1 w2", "other", "w6 w7 w8"])
        #expect(heard.flatMap(\.utterances).map(\.recognizer) == ["tones", "other", "tones"])
        let failure = RecognizerError.failed(name: "tones", reason: "on purpose")
        #expect(told == [nil, RecognizerSubstitution(of: failure, by: "other", isLasting: false), nil])
        #expect(heard.map(\.substitution) == told)
    }

    @Test(arguments: [0, 1])
    func `A recognizer that cannot be created is an error, also with a substitute`(count: Int) async {
        await #expect(throws: RecognizerError.failed(name: "tones", reason: "no more")) {
            try await substituted(making: count)
        }
    }

    @Test func `A truncated recording is transcribed to its end`() async throws {
        let samples = Signal.silence(1) + sentence(1...3) + Signal.silence(1)
        let speech = RecordedSpeech(HeldRecording(samples, sampleRate: 16_000, frames: 10_000_000), language: "en")
        #expect(try await utterances(speech).map(\.text) == ["w1 w2 w3"])
    }

    @Test func `The ding is not transcribed`() async throws {
        let bell = Signal.bell()
        let cues = CueSounds(sampleRate: 16_000, samples: [.ding: bell])
        let samples = Signal.silence(1) + sentence(1...3) + Signal.silence(3) + sentence(4...6) + Signal.silence(1)
        let dinged = Signal.mix(samples, with: bell.map { $0 * 0.5 }, at: 48_000)
        var speech = speech(dinged, boundaries: [48_000])
        speech.cues = cues
        speech.cueFrames = [(.ding, 48_000)]
        #expect(try await utterances(speech).map(\.text) == ["w1 w2 w3", "w4 w5 w6"])
    }

    @Test func `The terms of an outsider are a prompt in one line, of which the end is kept`() async throws {
        func prompts(_ terms: [String]) async throws -> Set<String> {
            let seen = Prompts()
            let recognition = SegmentRecognition(name: "prompts", key: "prompts") { _ in PromptReader(seen: seen) }
            let recording = HeldRecording(sentence(1...3) + Signal.silence(2), sampleRate: 16_000)
            for try await _ in RecordingTranscription(of: recording, by: recognition, terms: terms).results {}
            return seen.all.withLock { $0 }
        }
        #expect(try await prompts([]) == [""])
        #expect(try await prompts(["Grafana", " ", "blue\ngreen"]) == ["Grafana, blue green."])
        let many = try await prompts((0..<500).map { "term\($0)" })
        let prompt = try #require(many.first)
        #expect(many.count == 1 && prompt.count <= 800 && prompt.hasSuffix("term498, term499."))
        #expect(prompt.hasPrefix("term"))
    }

    @Test(arguments: [(true, "Ticket 417"), (false, "Ticket vier eins sieben")])
    func `Numbers are written in the language of the recording, if the vocabulary says so`(
        isWritten: Bool, expected: String
    ) async throws {
        var speech = RecordedSpeech(
            HeldRecording(sentence(1...3) + Signal.silence(2), sampleRate: 16_000), language: "de")
        speech.vocabulary = Vocabulary(language: "de", writesNumbers: isWritten)
        let recognition = SegmentRecognition(name: "scripted", key: "scripted") { _ throws(RecognizerError) in
            try UtteranceSegmentRecognizer { ScriptedRecognizer(script: ["Ticket vier eins sieben"]) }
        }
        let heard = try await RecordingTranscription(of: speech, by: recognition, jobs: 1).utterances()
        #expect(heard.map(\.text) == [expected])
    }

    @Test func `An empty recording yields nothing`() async throws {
        #expect(try await utterances(speech([])) == [])
        #expect(try await utterances(speech([1, 2, 3], boundaries: [0, 5])) == [])
    }
}

extension SegmentRecognition {
    fileprivate static func tones(_ segmentation: Segmentation) -> SegmentRecognition {
        SegmentRecognition(name: "tones", key: "tones", segmentation: segmentation) { _ in ToneSegments() }
    }
}

/// Recognizes tones, each segment independently.
private struct ToneSegments: SegmentRecognizer {
    let name = "tones"

    func recognize(_ segment: SpeechSegment) async throws(RecognizerError) -> [RecognizedUtterance] {
        try await UtteranceSegmentRecognizer { ToneRecognizer() }.recognize(segment)
    }
}

/// The prompts that recognizers got.
private final class Prompts: Sendable {
    let all = Mutex<Set<String>>([])
}

/// Recognizes nothing, and notes the prompts.
private struct PromptReader: SegmentRecognizer {
    let name = "prompts"
    let seen: Prompts

    func recognize(_ segment: SpeechSegment) -> [RecognizedUtterance] {
        seen.all.withLock { _ = $0.insert(segment.prompt) }
        return []
    }
}

/// Returns "other" for all segments.
private struct Other: SegmentRecognizer {
    let name = "other"

    func recognize(_ segment: SpeechSegment) -> [RecognizedUtterance] {
        let length = Int64(segment.samples.count)
        let word = RecognizedUtterance.Word(text: name, start: length / 4, end: length / 2, confidence: 1)
        return RecognizedUtterance(words: [word], recognizer: name).map { [$0] } ?? []
    }
}

private final class Collected<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])
    func add(_ value: Value) { values.withLock { $0.append(value) } }
    var all: [Value] { values.withLock { $0 } }
}

private final class Counter: Sendable {
    private let value = Mutex(0)
    func increment() { value.withLock { $0 += 1 } }
    var count: Int { value.withLock { $0 } }
    func take() -> Int {
        value.withLock { value in
            defer { value = 0 }
            return value
        }
    }
}
