import Foundation
import Testing

@testable import StandupSpeech
@testable import standup_pocketsphinx

private let models = SpeechModels(folders: ["/usr/share/pocketsphinx/model"])
private let hasModel = (try? models.model(for: "en-US")) != nil

@Suite(.enabled(if: hasModel), .serialized, .timeLimit(.minutes(10)))
struct `PocketSphinx in a separate process` {
    private let model: SpeechModel

    init() throws {
        model = try models.model(for: "en-US")
    }

    /// One of the demo's voices, at 16 kHz.
    private func voice(_ name: String) throws -> [Int16] {
        let sources = #filePath.dropLast("Tests/SpeechTests/PocketSphinxProcessTests.swift".count)
        let data = try Data(contentsOf: URL(filePath: "\(sources)Assets/Voices/\(name).wav")).dropFirst(44)
        return stride(from: data.startIndex, to: data.endIndex - 1, by: 2)
            .map { Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8) }
    }

    private func transcribe(
        _ samples: [Int16], by make: @escaping () throws(RecognizerError) -> any SpeechRecognizer
    ) throws -> (results: [TranscriptResult], learned: [Float]?) {
        let transcriber = Transcriber(sampleRate: 16_000, cues: nil, makeRecognizer: make)
        var results = try samples.withUnsafeBufferPointer { try transcriber.hear($0) }
        results += try transcriber.finish()
        return (results, transcriber.learnedState)
    }

    @Test(arguments: ["ann", "ben", "cal"])
    func `returns the same words, times and confidences as in this process`(name: String) throws {
        let samples = try voice(name)
        let (here, learnedHere) = try transcribe(samples) { () throws(RecognizerError) in
            try PocketSphinxRecognizer(model: model)
        }
        let (there, learnedThere) = try transcribe(samples) { () throws(RecognizerError) in
            try ProcessRecognizer(.pocketSphinx(model), mode: .live())
        }
        #expect(here == there)
        #expect(learnedHere == learnedThere && learnedHere?.count == 13)
        #expect(there.contains { if case .final = $0 { true } else { false } })
        #expect(there.contains { if case .partial = $0 { true } else { false } })
    }

    @Test func `recognizes whole utterances with a vocabulary as in this process`() throws {
        let samples = try voice("ben")
        let vocabulary = Vocabulary(
            names: ["Siobhan"], terms: ["Kubernetes"], dictionary: PronunciationDictionary(path: model.dictionary))
        func words(_ recognizer: some SpeechRecognizer) throws -> [RecognizedWord] {
            try recognizer.begin()
            let text = try samples.withUnsafeBufferPointer { try recognizer.hear($0) }
            #expect(text == "")
            return try recognizer.end()
        }
        let here = try words(PocketSphinxRecognizer(model: model, mode: .whole, knowing: vocabulary.pronouncedTerms))
        let there = try words(ProcessRecognizer(.pocketSphinx(model), mode: .whole, knowing: vocabulary))
        #expect(here == there)
        #expect(there.count > 5)
    }

    @Test func `reports the model that it cannot load`() throws {
        var program = RecognizerProgram.pocketSphinx(model)
        program.model["acoustic-model"] = "/none"
        let error = #expect(throws: RecognizerError.self) { try ProcessRecognizer(program, mode: .whole) }
        #expect("\(error!)".contains("pocketsphinx failed (cannot load the model en-us"), "\(error!)")
        program.model = [:]
        #expect(throws: RecognizerError.self) { try ProcessRecognizer(program, mode: .whole) }
    }

    @Test func `reports a damaged model, which ends the process`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.copyItem(atPath: model.acousticModel, toPath: folder)
        let means = try Data(contentsOf: URL(filePath: folder + "/means"))
        try means.prefix(means.count / 2).write(to: URL(filePath: folder + "/means"))
        var program = RecognizerProgram.pocketSphinx(model)
        program.model["acoustic-model"] = folder
        let error = #expect(throws: RecognizerError.self) { try ProcessRecognizer(program, mode: .whole) }
        #expect("\(error!)".contains("it failed 3 times at its start") || "\(error!)".contains("cannot load the model"))
    }
}
