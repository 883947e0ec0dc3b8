import StandupTesting
import Testing

@testable import Sound
@testable import StandupSpeech

@Suite struct TranscriberTests {
    /// Transcribes samples in steps, and calls the action before the step that starts at a position.
    private func transcribe(
        _ samples: [Int16],
        rate: Int = 16000,
        from start: Int = 0,
        step: Int = 1600,
        segmentation: Segmentation = .atPauses(),
        recognizer: any SpeechRecognizer = ToneRecognizer(),
        before: (Transcriber, Int) -> Void = { _, _ in }
    ) throws -> (results: [TranscriptResult], transcriber: Transcriber) {
        let transcriber = Transcriber(
            sampleRate: rate, cues: nil, startFrame: Int64(start), segmentation: segmentation,
            makeVocabulary: { Vocabulary() }, makeRecognizer: { _ in recognizer })
        var results: [TranscriptResult] = []
        try samples.withUnsafeBufferPointer { samples in
            for position in stride(from: start, to: samples.count, by: step) {
                before(transcriber, position)
                let end = min(position + step, samples.count)
                results += try transcriber.hear(UnsafeBufferPointer(rebasing: samples[position..<end]))
            }
        }
        results += try transcriber.finish()
        return (results, transcriber)
    }

    private func finals(_ results: [TranscriptResult]) -> [RecognizedUtterance] {
        results.compactMap { if case .final(let utterance) = $0 { utterance } else { nil } }
    }

    private func speech(_ numbers: some Sequence<Int>) -> [Int16] {
        numbers.flatMap { ToneRecognizer.word($0 % 12) }
    }

    private func words(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "w\($0 % 12)" } }

    @Test func `Words have the times at which they were spoken`() throws {
        let samples = Signal.silence(1) + speech(1...3) + Signal.silence(2) + speech(4...6) + Signal.silence(1)
        let finals = finals(try transcribe(samples).results)
        #expect(finals.map(\.text) == ["w1 w2 w3", "w4 w5 w6"])
        let starts = finals.flatMap(\.words).map { Double($0.start) / 16000 }
        for (start, expected) in zip(starts, [1, 1.35, 1.7, 4.05, 4.4, 4.75]) { #expect(abs(start - expected) < 0.02) }
        #expect(finals.allSatisfy { $0.recognizer == "tones" })
    }

    @Test(arguments: [3.0, 20, 50])
    func `A recognizer that detects speech hears a word in a pause`(pause: Double) throws {
        let samples =
            speech(1...3) + Signal.silence(pause) + ToneRecognizer.steadyWord(5) + Signal.silence(pause)
            + speech(6...8) + Signal.silence(1)
        // Half a second before the words that the endpointer finds.
        let boundary = Int64(samples.count - 16_000 - 3 * 5600 - 8000)
        let results = try transcribe(samples, segmentation: .atPauses(window: .seconds(14))) { transcriber, position in
            if position == 0 { transcriber.markBoundary(at: boundary) }
        }.results
        #expect(finals(results).map(\.text) == ["w1 w2 w3", "w5", "w6 w7 w8"])
        #expect(finals(try transcribe(samples).results).map(\.text) == ["w1 w2 w3", "w6 w7 w8"])
    }

    @Test(arguments: [(1.0, 3.5...5.5), (3.2, 1.0...2.0)])
    func `A short utterance is heard with the words shortly before it`(pause: Double, heard: ClosedRange<Double>) throws
    {
        let samples = speech(1...4) + Signal.silence(pause) + speech(5...6) + Signal.silence(1)
        let recognizer = LimitedRecognizer()
        let results = try transcribe(samples, segmentation: .atPauses(window: .seconds(14)), recognizer: recognizer)
        #expect(finals(results.results).map(\.text) == ["w1 w2 w3 w4", "w5 w6"])
        #expect(recognizer.heard.last.map(heard.contains) == true, "\(recognizer.heard)")
    }

    /// It has no words at first: with others if it is short, alone if it is long.
    @Test(arguments: [(2, 0.5...2.5), (9, 4.5...14.0)])
    func `An utterance without words is heard again, with other sound around it`(
        count: Int, able: ClosedRange<Double>
    ) throws {
        let samples = speech(1...4) + Signal.silence(1) + speech(1...count) + Signal.silence(1)
        let recognizer = LimitedRecognizer(able: able)
        let results = try transcribe(samples, segmentation: .atPauses(window: .seconds(14)), recognizer: recognizer)
        #expect(finals(results.results).last?.text == words(1...count).joined(separator: " "), "\(recognizer.heard)")
    }

    @Test func `Speech without words is worth a report if it is much`() {
        func unrecognized(_ lost: Int64, of all: Int64) -> Duration? {
            var speech = DetectedSpeech()
            for _ in 0..<lost { speech.note(16_000, isRecognized: false) }
            speech.note((all - lost) * 16_000, isRecognized: true)
            // Short sounds may be no speech.
            for _ in 0..<100 { speech.note(15_999, isRecognized: false) }
            return speech.unrecognized
        }
        #expect(unrecognized(4, of: 4) == nil && unrecognized(5, of: 5) == .seconds(5))
        #expect(unrecognized(5, of: 10) == nil && unrecognized(6, of: 10) == .seconds(6))
        #expect(unrecognized(19, of: 60) == nil && unrecognized(20, of: 60) == .seconds(20))
        #expect(unrecognized(20, of: 220) == nil && unrecognized(20, of: 219) == .seconds(20))
    }

    @Test(arguments: [1, 7, 160, 1601, 48000, 1_000_000])
    func `The result does not depend on the number of frames per call`(step: Int) throws {
        let samples = Signal.silence(0.7) + speech(1...5) + Signal.silence(1) + speech(6...8)
        let mark = { (transcriber: Transcriber, position: Int) in
            if position == 0 { transcriber.markBoundary(at: 20000) }
        }
        let expected = try transcribe(samples, step: 1600, before: mark).results
        #expect(try transcribe(samples, step: step, before: mark).results == expected)
    }

    @Test func `Partial results grow, and arrive before the end of the utterance`() throws {
        let samples = Signal.silence(1) + speech(1...8) + Signal.silence(1)
        let results = try transcribe(samples).results
        let partials = results.compactMap { if case .partial(let text, _) = $0 { text } else { nil } }
        #expect(partials.contains("w1 w2") && partials.count >= 8)
        #expect(Set(partials).count == partials.count)
        guard case .final = results.last else {
            Issue.record("the last result is not final")
            return
        }
    }

    @Test(arguments: [0.1, 0.2, 0.3, 0.4, 0.48])
    func `The end of a sentence after a boundary stays with the sentence, and is not recognized by itself`(
        rest: Double
    ) throws {
        let samples = Signal.silence(0.5) + speech(1...5) + Signal.silence(2) + speech(6...8) + Signal.silence(1)
        // Five words of 0.3 s with 0.05 s between them.
        let boundary = Int64((0.5 + 5 * 0.35 - 0.05 - rest) * 16000)
        let recognizer = CountingRecognizer()
        let transcriber = Transcriber(sampleRate: 16000, cues: nil) { recognizer }
        transcriber.markBoundary(at: boundary)
        let finals = try finals(
            samples.withUnsafeBufferPointer { try transcriber.hear($0) } + transcriber.finish())
        #expect(finals.map(\.text) == ["w1 w2 w3 w4 w5", "w6 w7 w8"])
        #expect(recognizer.utterances == 2)
    }

    @Test func `Somebody who speaks on after a boundary is heard as the next`() throws {
        let samples = Signal.silence(0.5) + speech(1...3) + Signal.silence(0.1) + speech(4...6) + Signal.silence(1)
        let boundary = Int64((0.5 + 3 * 0.35) * 16000)
        let results = try transcribe(samples) { transcriber, position in
            if position == 0 { transcriber.markBoundary(at: boundary) }
        }
        .results
        #expect(finals(results).map(\.text) == ["w1 w2 w3", "w4 w5 w6"])
    }

    @Test(arguments: Array(stride(from: 0.2, through: 2.5, by: 0.1)))
    func `Speech is split at a boundary, without split, lost or repeated words`(time: Double) throws {
        let samples = Signal.silence(0.5) + speech(1...9) + Signal.silence(1)
        let boundary = Int64((0.5 + time) * 16000)
        let results = try transcribe(samples) { transcriber, position in
            if position <= boundary, boundary < position + 1600 { transcriber.markBoundary(at: boundary) }
        }
        .results
        let finals = finals(results)
        #expect(finals.flatMap(\.words).map(\.text) == words(1...9))
        #expect(finals.allSatisfy { $0.end <= boundary || $0.start >= boundary }, "\(finals)")
        for word in finals.flatMap(\.words) { #expect(word.start <= word.end) }
        // Each word is on the side of its middle.
        let before = finals.filter { $0.end <= boundary }.reduce(0) { $0 + $1.words.count }
        let middles = (0..<9).map { 0.5 + Double($0) * 0.35 + 0.15 }
        let expected = middles.count { $0 < 0.5 + time }
        #expect(abs(before - expected) <= (middles.contains { abs($0 - 0.5 - time) < 0.02 } ? 1 : 0))
    }

    @Test(arguments: [0.3, 0.8, 1.5])
    func `A late boundary still splits`(delay: Double) throws {
        let samples = Signal.silence(0.5) + speech(1...9) + Signal.silence(1)
        let boundary = Int64(1.55 * 16000)
        let told = Int((1.6 + delay) * 10) * 1600
        let finals = finals(
            try transcribe(samples) { transcriber, position in
                if position == told { transcriber.markBoundary(at: boundary) }
            }
            .results
        )
        #expect(finals.map(\.text) == ["w1 w2 w3", "w4 w5 w6 w7 w8 w9"])
    }

    @Test func `Partial results after a boundary belong to the next speaker`() throws {
        let samples = Signal.silence(0.5) + speech(1...9) + Signal.silence(1)
        let boundary: Int64 = 24000
        let results = try transcribe(samples) { transcriber, position in
            if position == 0 { transcriber.markBoundary(at: boundary) }
        }
        .results
        let cut = try #require(results.firstIndex { if case .final = $0 { true } else { false } })
        for case .partial(let text, let start) in results[cut...] where !text.isEmpty {
            #expect(start >= boundary)
            #expect(!text.contains("w1"))
        }
    }

    @Test func `Boundaries in silence, and several at once, have no effect`() throws {
        let samples = Signal.silence(1) + speech(1...3) + Signal.silence(2) + speech(4...6) + Signal.silence(1)
        let finals = finals(
            try transcribe(samples) { transcriber, position in
                if position == 0 { for frame in 0..<20 { transcriber.markBoundary(at: Int64(40000 + frame * 500)) } }
            }
            .results
        )
        #expect(finals.map(\.text) == ["w1 w2 w3", "w4 w5 w6"])
    }

    @Test func `Speech without a pause yields utterances of at most 15 seconds and every word once`() throws {
        let samples = Signal.silence(0.5) + speech(0..<150) + Signal.silence(1)
        let finals = finals(try transcribe(samples).results)
        #expect(finals.flatMap(\.words).map(\.text) == words(0..<150))
        #expect(finals.allSatisfy { $0.end - $0.start <= 15 * 16000 })
        #expect(finals.count <= 5)
    }

    @Test func `A restart at the confirmed frame neither loses nor repeats a word`() throws {
        let (pause, longPause) = (Signal.silence(0.7), Signal.silence(1.5))
        let samples = pause + speech(1...4) + pause + speech(5...6) + longPause + speech(7...9)
        let boundary: Int64 = 20000
        let mark = { (transcriber: Transcriber, position: Int) in transcriber.markBoundary(at: boundary) }
        let whole = finals(try transcribe(samples, before: mark).results).flatMap(\.words)
        #expect(whole.map(\.text) == words(1...9))
        for stop in stride(from: 1600, to: samples.count, by: 3200) {
            let transcriber = Transcriber(sampleRate: 16000, cues: nil) { ToneRecognizer() }
            transcriber.markBoundary(at: boundary)
            let before = try samples[..<stop].withUnsafeBufferPointer { try transcriber.hear($0) }
            let after = try transcribe(samples, from: Int(transcriber.confirmed), before: mark).results
            let words = (finals(before) + finals(after)).flatMap(\.words)
            #expect(words.map(\.text) == whole.map(\.text), "stopped at \(stop)")
        }
    }

    @Test func `A failure throws its error, and keeps the confirmed frame`() throws {
        let samples = Signal.silence(0.5) + speech(1...3) + Signal.silence(2) + speech(4...9) + Signal.silence(1)
        let transcriber = Transcriber(sampleRate: 16000, cues: nil) { ToneRecognizer(failsAt: 40000) }
        let failure = RecognizerError.failed(name: "tones", reason: "on purpose")
        let first = try samples[..<48000].withUnsafeBufferPointer { try transcriber.hear($0) }
        #expect(finals(first).map(\.text) == ["w1 w2 w3"])
        let confirmed = transcriber.confirmed
        #expect(throws: failure) { _ = try samples[48000...].withUnsafeBufferPointer { try transcriber.hear($0) } }
        #expect(throws: failure) { try transcriber.finish() }
        #expect(transcriber.confirmed == confirmed)
        let after = try transcribe(samples, from: Int(confirmed)).results
        #expect(finals(after).map(\.text) == ["w4 w5 w6 w7 w8 w9"])
    }

    @Test func `A recognizer that cannot be created is an error of the first call`() {
        let error = RecognizerError.noModel(language: "xx", searched: "/nowhere")
        let transcriber = Transcriber(sampleRate: 16000, cues: nil) { () throws(RecognizerError) in throw error }
        #expect(throws: error) { try transcriber.hear(UnsafeBufferPointer(start: nil, count: 0)) }
    }

    @Test(arguments: [8000, 44100, 48000, 96000])
    func `Positions are exact at every rate, hours into a recording`(rate: Int) throws {
        let samples = Signal.silence(1) + speech([3, 3, 3]) + Signal.silence(1)
        let start = Int64(rate) * 3600 * 8 + 1
        let transcriber = Transcriber(sampleRate: rate, cues: nil, startFrame: start) { ToneRecognizer() }
        // The same sound at another rate, by linear interpolation.
        let count = samples.count * rate / 16000
        let frames = (0..<count)
            .map { frame in
                let place = Double(frame) * 16000 / Double(rate)
                let (index, part) = (Int(place), place - Double(Int(place)))
                let next = index + 1 < samples.count ? samples[index + 1] : 0
                return Int16(Double(samples[index]) * (1 - part) + Double(next) * part)
            }
        var results = try frames.withUnsafeBufferPointer { try transcriber.hear($0) }
        #expect(transcriber.position == start + Int64(count))
        results += try transcriber.finish()
        let words = finals(results).flatMap(\.words)
        #expect(words.count == 3)
        for (word, expected) in zip(words, [1, 1.35, 1.7]) {
            #expect(abs(Double(word.start - start) / Double(rate) - expected) < 0.025)
        }
        #expect(transcriber.confirmed == transcriber.position)
    }

    @Test(arguments: [(true, "ticket 417."), (false, "ticket four one seven.")])
    func `Numbers are written in final results, if the vocabulary says so`(isWritten: Bool, expected: String) throws {
        let transcriber = Transcriber(
            sampleRate: 16000, cues: nil, makeVocabulary: { Vocabulary(writesNumbers: isWritten) },
            makeRecognizer: { _ in ScriptedRecognizer(script: ["ticket four one seven."]) })
        let samples = Signal.silence(1) + speech(1...6) + Signal.silence(1)
        let results = try samples.withUnsafeBufferPointer { try transcriber.hear($0) } + transcriber.finish()
        #expect(finals(results).map(\.text) == [expected])
        #expect(finals(results).flatMap(\.words).contains { $0.heard == "four one seven." } == isWritten)
    }

    @Test func `Silence or noise yields no results`() throws {
        #expect(try transcribe(Signal.silence(5)).results.isEmpty)
        #expect(try transcribe(Signal.noise(8, rms: 0.02)).results.isEmpty)
    }

    @Test func `In silence the confirmed frame follows the position`() throws {
        let transcriber = Transcriber(sampleRate: 16000, cues: nil) { ToneRecognizer() }
        try Signal.silence(60)
            .withUnsafeBufferPointer { samples in
                for start in stride(from: 0, to: samples.count, by: 16000) {
                    _ = try transcriber.hear(UnsafeBufferPointer(rebasing: samples[start..<start + 16000]))
                    #expect(transcriber.position - transcriber.confirmed <= 16000)
                }
            }
        #expect(transcriber.learnedState == [1, 2, 3])
    }
}

/// Recognizes tones, and counts the utterances that it is given.
private final class CountingRecognizer: SpeechRecognizer {
    let name = "tones"
    let learnedState: [Float]? = nil
    private(set) var utterances = 0
    private let recognizer = ToneRecognizer()

    func begin() throws(RecognizerError) {
        utterances += 1
        try recognizer.begin()
    }

    func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String { try recognizer.hear(samples) }

    func end() throws(RecognizerError) -> [RecognizedWord] { try recognizer.end() }
}

/// Notes how many seconds of sound it gets for each utterance, and has no words for sounds of other lengths than some.
private final class LimitedRecognizer: SpeechRecognizer {
    let name = "limited"
    let learnedState: [Float]? = nil
    private(set) var heard: [Double] = []
    private let able: ClosedRange<Double>
    private let tones = ToneRecognizer()
    private var count = 0

    init(able: ClosedRange<Double> = 0...60) { self.able = able }

    func begin() throws(RecognizerError) {
        count = 0
        try tones.begin()
    }

    func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        count += samples.count
        return try tones.hear(samples)
    }

    func end() throws(RecognizerError) -> [RecognizedWord] {
        heard.append(Double(count) / 16_000)
        let words = try tones.end()
        return able.contains(heard[heard.count - 1]) ? words : []
    }
}
