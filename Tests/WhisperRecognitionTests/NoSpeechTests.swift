import Glibc
import ProgramSupport
import SpeechRecognition
import Testing

// In that suite, because its tests look at all processes of Whisper that there are.
extension `Whisper in a process of its own` {
    @Suite struct `Sounds without speech` {
        /// How long each kind of sound is: all of them together are ten minutes.
        private static let seconds = 28
        /// How long an utterance of it is.
        private static let utterance = 8 * 16_000

        @Test(arguments: ["tiny.en", "base"])
        func `give no word`(model: String) throws {
            let folder = try makeTemporaryFolder()
            defer { removeFolder(folder) }
            let root = String(#filePath.prefix(upTo: try #require(#filePath.firstRange(of: "/Tests/")).lowerBound))
            let path = String(cString: try #require(getenv("PATH")))
            let maker = try spawn(
                "\(root)/tools/make-noise", [folder, "--seconds", "\(Self.seconds)"], environment: ["PATH": path],
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
        func `give no word where the detector takes them for speech`(model: String) throws {
            let recognizer = try Whisper.recognizer(model)
            #expect(try Whisper.hear(Soundscape.samples("swoop", seconds: 2), by: recognizer).plain == "")
        }

        @Test func `do not keep the speech beside them from being heard`() throws {
            let samples = try Whisper.librivox(890)
            let pause = [Int16](repeating: 0, count: 32_000)
            let words = try Whisper.hear(pause + samples + pause, by: Whisper.recognizer("base"))
            #expect(words.plain == "unless to be rather cold-hearted and rather selfish is to be ill-disposed")
        }
    }
}
