import Glibc
@testable import StandupSpeech
import TestSupport

/// The stand-in for a recognizer's process, and the files that its processes write.
final class StandIn {
    /// A started process.
    struct Run {
        let process: pid_t
        let session: pid_t
        let descriptors: [Int32]
        let secrets: Int
    }

    let folder: String
    var program: RecognizerProgram

    /// Creates a stand-in whose first process runs the first step, and so on; later ones run the last.
    init(_ steps: String...) throws {
        folder = try makeTemporaryFolder()
        program = RecognizerProgram(name: "stand-in", path: RecognizerProgram.path(of: "recognizer-stand-in"))
        program.arguments = [folder] + steps
    }

    deinit { removeFolder(folder) }

    /// The started processes, in order.
    var runs: [Run] {
        (0..<1000).prefix { exists("\(folder)/run-\($0)") }
            .compactMap { number in
                let fields = (try? read("\(folder)/run-\(number)"))?.split(separator: " ") ?? []
                guard fields.count == 4, let process = pid_t(fields[0]), let session = pid_t(fields[1]),
                    let secrets = Int(fields[3])
                else {
                    return nil
                }
                return Run(
                    process: process, session: session,
                    descriptors: fields[2].split(separator: ",").compactMap { Int32($0) }, secrets: secrets)
            }
    }

    func recognizer(_ mode: RecognizerLoad.Mode = .live()) throws(RecognizerError) -> ProcessRecognizer {
        try ProcessRecognizer(program, mode: mode)
    }
}

/// An utterance of four steps, and its result.
enum Utterance {
    static let steps = (0..<4).map { step in (0..<1600).map { Int16(truncatingIfNeeded: $0 &* 7 &+ step &* 31) } }

    static func hear(by recognizer: some SpeechRecognizer) throws -> (partials: [String], words: [RecognizedWord]) {
        try recognizer.begin()
        let partials = try steps.map { step in try step.withUnsafeBufferPointer { try recognizer.hear($0) } }
        return (partials, try recognizer.end())
    }
}
