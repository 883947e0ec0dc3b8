import Glibc
import Testing
import TestSupport

@testable import StandupSpeech

// In that suite, because its tests count all Whisper processes.
extension `Whisper in a separate process` {
    @Suite struct `Sounds without speech` {
        /// The duration of each kind of sound; ten minutes in total.
        private static let seconds = 28
        /// The duration of an utterance.
        private static let utterance = 8 * 16_000

        @Test(arguments: ["tiny.en", "base"])
        func `yield no words`(model: String) throws {
            let folder = try makeTemporaryFolder()
            defer { removeFolder(folder) }
            let root = String(#filePath.prefix(upTo: try #require(#filePath.firstRange(of: "/Tests/")).lowerBound))
            let path = String(cString: try #require(getenv("PATH")))
            let maker = try spawn(
                "\(root)/tools/make-noise", [Program.path, folder, "--seconds", "\(Self.seconds)"],
                environment: ["PATH": path],
                descriptors: [])
            try #require(wait(for: maker) == 0)
            let kinds = names(in: folder).sorted()
            try #require(kinds.count * Self.seconds >= 600)
            let recognizer = try Whisper.recognizer(model)
            for kind in kinds {
                let samples = try Whisper.wave("\(folder)/\(kind)")
                for start in stride(from: 0, to: samples.count, by: Self.utterance) {
                    let piece = Array(samples[start..<min(start + Self.utterance, samples.count)])
                    let words = try Whisper.hear(piece, by: recognizer)
                    #expect(words.isEmpty, "\(kind) after \(start / 16_000) s: \(words.plain)")
                }
            }
        }

        @Test(arguments: ["tiny.en", "base"])
        func `yield no words when the detector reports speech`(model: String) throws {
            let recognizer = try Whisper.recognizer(model)
            #expect(try Whisper.hear(Soundscape.samples("swoop", seconds: 2), by: recognizer).plain == "")
        }

        @Test func `do not affect the speech beside them`() throws {
            let samples = try Whisper.librivox(890)
            let pause = [Int16](repeating: 0, count: 32_000)
            let words = try Whisper.hear(pause + samples + pause, by: Whisper.recognizer("base"))
            #expect(words.plain == "unless to be rather cold-hearted and rather selfish is to be ill-disposed")
        }
    }
}
