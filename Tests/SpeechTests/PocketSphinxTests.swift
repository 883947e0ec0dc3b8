import Foundation
import TestSupport
import Testing

@testable import Sound
@testable import StandupSpeech
@testable import standup_pocketsphinx

private let models = SpeechModels(folders: ["/usr/share/pocketsphinx/model"])
private let librivox = "/usr/share/pocketsphinx/test/data/librivox"

private let hasModel = (try? models.model(for: "en-US")) != nil
private let hasVoices = hasModel && FileManager.default.isExecutableFile(atPath: "/usr/bin/flite")
private let hasReadings = hasModel && FileManager.default.fileExists(atPath: "\(librivox)/transcription")

@Suite(.serialized, .timeLimit(.minutes(10))) struct PocketSphinxTests {
    private func transcribe(
        _ samples: [Int16],
        from start: Int = 0,
        state: [Float]? = nil,
        prepare: (Transcriber) -> Void = { _ in }
    ) throws -> (utterances: [RecognizedUtterance], transcriber: Transcriber) {
        let transcriber = Transcriber(sampleRate: 16000, cues: nil, startFrame: Int64(start)) {
            () throws(RecognizerError) in
            try PocketSphinxRecognizer(model: models.model(for: "en-US"), learnedState: state)
        }
        prepare(transcriber)
        var results = try samples[start...].withUnsafeBufferPointer { try transcriber.hear($0) }
        results += try transcriber.finish()
        return (finals(results), transcriber)
    }

    private func finals(_ results: [TranscriptResult]) -> [RecognizedUtterance] {
        results.compactMap { if case .final(let utterance) = $0 { utterance } else { nil } }
    }

    private func samples(_ path: String) throws -> [Int16] {
        let data = try Data(contentsOf: URL(filePath: path)).dropFirst(44)
        return stride(from: data.startIndex, to: data.endIndex - 1, by: 2)
            .map {
                Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8)
            }
    }

    /// A sentence spoken by a woman (slt) or a man (rms).
    private func say(_ text: String, voice: String) throws -> [Int16] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).wav")
        defer { try? FileManager.default.removeItem(at: file) }
        let flite = Process()
        flite.executableURL = URL(filePath: "/usr/bin/flite")
        flite.arguments = ["-voice", voice, "-t", text, "-o", file.path]
        try flite.run()
        flite.waitUntilExit()
        return try samples(file.path)
    }

    @Test(.enabled(if: hasReadings)) func `Read sentences are recognized with at most a third of the words wrong`()
        throws
    {
        var errors = WordErrors()
        var state: [Float]?
        for line in try String(contentsOfFile: "\(librivox)/transcription", encoding: .utf8).split(separator: "\n") {
            let parts = line.split(whereSeparator: { "()".contains($0) }).map(String.init)
            let reference = parts[0].replacing("<s>", with: "").replacing("</s>", with: "")
            let (utterances, transcriber) = try transcribe(try samples("\(librivox)/\(parts[1]).wav"), state: state)
            state = transcriber.learnedState
            errors.add(utterances.map(\.text).joined(separator: " "), reference: reference)
            for word in utterances.flatMap(\.words) {
                #expect((0...1).contains(word.confidence))
                #expect(word.start < word.end && word.end <= transcriber.position)
            }
        }
        #expect(errors.words > 60 && errors.rate < 0.34, "\(errors)")
        #expect(state?.count == 13)
    }

    @Test(.enabled(if: hasVoices)) func `Two consecutive speakers are split at the speaker change`() throws {
        let woman = try say("yesterday I finished the report for the new customer", voice: "slt")
        let man = try say("today I will write the tests and send them to you", voice: "rms")
        let samples = Signal.silence(1) + woman + man + Signal.silence(1)
        let boundary = Int64(16000 + woman.count)
        let utterances = try transcribe(samples) { $0.markBoundary(at: boundary) }.utterances
        #expect(utterances.allSatisfy { $0.end <= boundary || $0.start >= boundary })
        var errors = WordErrors()
        let texts = [utterances.filter { $0.end <= boundary }, utterances.filter { $0.start >= boundary }]
            .map {
                $0.map(\.text).joined(separator: " ")
            }
        errors.add(texts[0], reference: "yesterday i finished the report for the new customer")
        errors.add(texts[1], reference: "today i will write the tests and send them to you")
        #expect(errors.errors <= 3, "\(texts)")
    }

    @Test(.enabled(if: hasVoices)) func `Words have the times at which they were spoken`() throws {
        let sentence = try say("there is nothing blocking me", voice: "rms")
        let samples = Signal.noise(20, rms: 0.0003) + sentence + Signal.silence(2) + sentence + Signal.silence(1)
        let utterances = try transcribe(samples).utterances
        #expect(utterances.map(\.text) == ["there is nothing blocking me", "there is nothing blocking me"])
        let starts = utterances.flatMap { $0.words.prefix(1) }.map { Double($0.start) / 16000 }
        let period = Double(sentence.count) / 16000 + 2
        #expect(starts.count == 2 && abs(starts[1] - starts[0] - period) < 0.1)
        #expect(abs(starts[0] - 20) < 0.4)
    }

    @Test(.enabled(if: hasVoices)) func `A restart at the confirmed frame yields the same words`() throws {
        let texts = ["I read all the comments", "there is nothing blocking me"]
        let sentences = try texts.map { try say($0, voice: "rms") }
        let samples = Signal.silence(0.5) + sentences[0] + Signal.silence(1.2) + sentences[1] + Signal.silence(1)
        let (whole, transcriber) = try transcribe(samples)
        let state = transcriber.learnedState
        let expected = whole.map(\.text).joined(separator: " ")
        for share in [0.2, 0.5, 0.6, 0.9] {
            let first = Transcriber(sampleRate: 16000, cues: nil) { () throws(RecognizerError) in
                try PocketSphinxRecognizer(model: models.model(for: "en-US"), learnedState: state)
            }
            let stop = Int(Double(samples.count) * share)
            let before = try samples[..<stop].withUnsafeBufferPointer { try first.hear($0) }
            let after = try transcribe(samples, from: Int(first.confirmed), state: state).utterances
            #expect((finals(before) + after).map(\.text).joined(separator: " ") == expected)
        }
    }

    @Test(.enabled(if: hasModel)) func `Silence and noise yield no words`() throws {
        let noise = Signal.noise(4, rms: 0.03) + Signal.noise(4, rms: 0.0005) + Signal.noise(4, rms: 0.1)
        #expect(try transcribe(Signal.silence(5) + noise).utterances.isEmpty)
    }

    @Test(.enabled(if: hasModel)) func `An utterance without speech yields no words`() throws {
        let recognizer = try PocketSphinxRecognizer(model: models.model(for: "en-US"))
        try recognizer.begin()
        #expect(try recognizer.end().isEmpty)
        try recognizer.begin()
        let text = try Signal.silence(3).withUnsafeBufferPointer { try recognizer.hear($0) }
        #expect(text == "")
        #expect(try recognizer.end().isEmpty)
        #expect(recognizer.learnedState == nil)
    }

    @Test(.enabled(if: hasModel)) func `The learned state is restored, unless it does not fit`() throws {
        let model = try models.model(for: "en-US")
        let mean = (0..<13).map { Float(40 - $0) }
        #expect(try PocketSphinxRecognizer(model: model, learnedState: mean).learnedState == mean)
        #expect(try PocketSphinxRecognizer(model: model, learnedState: [1, 2]).learnedState == nil)
        #expect(try PocketSphinxRecognizer(model: model, learnedState: mean + [.nan]).learnedState == nil)
    }
}
