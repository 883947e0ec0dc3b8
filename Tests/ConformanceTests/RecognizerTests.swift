import Glibc
import TestSupport
import Testing

@testable import StandupSpeech
@testable import StandupTesting
@testable import standup_pocketsphinx

/// A way to make a recognizer that has heard nothing.
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

@Suite(.serialized, .timeLimit(.minutes(10))) struct `What a recognizer promises` {
    @Test(arguments: NewRecognizer.all)
    func `it keeps its promises`(new: NewRecognizer) throws {
        #expect(try SpeechRecognizerConformance.check(new.make) == [])
    }
}
