import Glibc
import RecognizerModels
import PocketSphinxRecognition
import ProgramSupport
import RecognizerProcess
import SpeechRecognition
import StandupTesting
import Testing

/// A way to make a recogniser that has heard nothing.
struct NewRecognizer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> any SpeechRecognizer

    static let all = [scripted, fallback, standIn] + pocketSphinx + whisper

    private static let scripted = NewRecognizer(testDescription: "ScriptedRecognizer") {
        ScriptedRecognizer(script: ["one two three", "four"])
    }
    private static let fallback = NewRecognizer(testDescription: "FallbackRecognizer") {
        try FallbackRecognizer { () throws(RecognizerError) in
            ScriptedRecognizer(script: ["one", "two"], failingAt: 0)
        } substitute: { () throws(RecognizerError) in
            ScriptedRecognizer(script: ["three four"])
        }
    }
    private static let standIn = NewRecognizer(testDescription: "ProcessRecognizer, stand-in") {
        var program = RecognizerProgram(name: "stand-in", path: RecognizerProgram.path(of: "recognizer-stand-in"))
        program.arguments = [try makeTemporaryFolder(), "work"]
        return try ProcessRecognizer(program, mode: .live())
    }

    /// Where its English model is installed.
    private static let pocketSphinx: [NewRecognizer] = {
        guard let model = try? SpeechModels(folders: ["/usr/share/pocketsphinx/model"]).model(for: "en-US") else {
            return []
        }
        return [
            NewRecognizer(testDescription: "PocketSphinxRecognizer") { try PocketSphinxRecognizer(model: model) },
            NewRecognizer(testDescription: "ProcessRecognizer, PocketSphinx") {
                try ProcessRecognizer(.pocketSphinx(model), mode: .live())
            },
        ]
    }()

    /// Where its program is built and its model is there.
    private static let whisper: [NewRecognizer] = {
        guard access(RecognizerProgram.path(of: "standup-whisper"), X_OK) == 0,
            let folder = getenv("STANDUP_WHISPER_MODELS").map({ String(cString: $0) }),
            let model = try? WhisperModel(path: folder + "/ggml-tiny.en.bin")
        else { return [] }
        return [
            NewRecognizer(testDescription: "ProcessRecognizer, Whisper") {
                try ProcessRecognizer(.whisper(model, language: "en"), mode: .whole, knowing: Vocabulary())
            }
        ]
    }()
}

@Suite(.serialized, .timeLimit(.minutes(10))) struct `What a recogniser promises` {
    /// A second and a half without speech.
    private let utterance = (0..<15)
        .map { step in (0..<1600).map { Int16(truncatingIfNeeded: ($0 &* 7919 &+ step &* 104_729) % 2000) } }

    private func hear(_ steps: [[Int16]], by recognizer: any SpeechRecognizer) throws -> [RecognizedWord] {
        try recognizer.begin()
        for step in steps {
            _ = try step.withUnsafeBufferPointer { step throws(RecognizerError) in try recognizer.hear(step) }
        }
        return try recognizer.end()
    }

    @Test(arguments: NewRecognizer.all)
    func `the words of each utterance lie within it, in order, each as sure as 0 to 1`(new: NewRecognizer) throws {
        let recognizer = try new.make()
        #expect(!recognizer.name.isEmpty)
        for steps in [utterance, Array(utterance.prefix(5))] {
            let words = try hear(steps, by: recognizer)
            var last = 0
            for word in words {
                #expect(!word.text.isEmpty && word.start >= last && word.end >= word.start)
                #expect((0...1).contains(word.confidence))
                last = word.start
            }
            #expect(words.allSatisfy { $0.end <= steps.count * 1600 }, "\(words)")
        }
    }

    @Test(arguments: NewRecognizer.all)
    func `an utterance without samples has no text that was heard`(new: NewRecognizer) throws {
        let recognizer = try new.make()
        let words = try hear([], by: recognizer)
        #expect(words.allSatisfy { $0.end == 0 }, "\(words)")
        _ = try hear(utterance, by: recognizer)
    }

    @Test(arguments: NewRecognizer.all)
    func `continues when the transcript is late`(new: NewRecognizer) throws {
        let recognizer = try new.make()
        recognizer.isBehind = true
        _ = try hear(utterance, by: recognizer)
        recognizer.isBehind = false
        _ = try hear(utterance, by: recognizer)
        _ = recognizer.takeSubstitution()
        #expect(recognizer.takeSubstitution() == nil, "each substitution is reported once")
        #expect(recognizer.learnedState?.allSatisfy(\.isFinite) ?? true)
    }
}
