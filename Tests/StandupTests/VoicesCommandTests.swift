import Assets
import FoundationEssentials
import Glibc
import Sound
import Testing
import TestSupport

private let modelFolder = getenv("STANDUP_WHISPER_MODELS").map { String(cString: $0) }
private let hasModels =
    exists(Program.path.dropLast("standup".count) + "standup-whisper")
    && ["voices", "base"].allSatisfy { name in modelFolder.map { exists("\($0)/ggml-\(name).bin") } == true }

@Suite(.timeLimit(.minutes(10))) struct `Voices that a standup learns` {
    private let program: Program
    private var data: [String: String] { ["XDG_DATA_HOME": program.folder + "/share"] }

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cal", "--length", "10m").status == 0)
    }

    private func voices(_ arguments: String...) throws -> Program.Result {
        try program.run(["voices", "Daily"] + arguments, environment: data)
    }

    @Test func `are off until they are turned on, which says that the model is missing`() throws {
        let list = try voices()
        #expect(list.status == 0 && list.output.contains("not learned yet"))
        #expect(list.errors == "This standup learns no voices. To learn them: standup edit Daily --voices\n")
        #expect(try !program.run("show", "Daily").output.contains("voices"))
        let edited = try program.run("edit", "Daily", "--voices", environment: data)
        #expect(edited.status == 0 && edited.errors.contains("standup models install voices"))
        #expect(try program.run("show", "Daily").output.contains("voices       learned"))
        #expect(try JSON(program.run("show", "Daily", "--json").output)["voices"] == true)
        #expect(try voices().errors == "")
        #expect(try program.run("edit", "Daily", "--no-voices").status == 0)
        #expect(try JSON(program.run("show", "Daily", "--json").output)["voices"] == nil)
    }

    @Test func `can be refused and allowed`() throws {
        func states() throws -> [String?] {
            try JSON(voices("--json").output)["voices"]?.elements.map { $0["state"]?.line } ?? []
        }
        #expect(
            try voices("--forget", "Ben", "--never").errors
                == "The voice of Ben is forgotten, and is not learned again.\n")
        #expect(try states() == ["none", "refused", "none"])
        #expect(try voices("--allow", "Ben").errors == "The voice of Ben may be learned.\n")
        #expect(try states() == ["none", "none", "none"])
        for (arguments, message) in [
            (["--never"], "--never needs --forget NAME"), (["--forget", "Ann", "--export"], "cannot be combined"),
        ] {
            let result = try program.run(["voices", "Daily"] + arguments)
            #expect(result.status == 64 && result.errors.contains(message))
        }
        let unknown = try voices("--forget", "Dora")
        #expect(unknown.status == 66 && unknown.errors.contains("Dora"))
        let off = try voices("--learn", "latest")
        #expect(off.status == 1 && off.errors.contains("standup edit Daily --voices"))
    }

    @Test(.enabled(if: hasModels, "needs standup-whisper (tools/speech --debug) and STANDUP_WHISPER_MODELS"))
    func `are learned from a meeting, and then give words to whoever said them, also when it is transcribed again`()
        throws
    {
        try mustSucceed(mkdir(program.folder + "/share", 0o700))
        try mustSucceed(mkdir(program.folder + "/share/standup-models", 0o700))
        try mustSucceed(symlink(try #require(modelFolder), program.folder + "/share/standup-models/whisper"))
        try hold(
            "first",
            ["Ann": [0, 1, 2, 0, 1, 2], "Ben": [0, 1, 2, 0, 1, 2], "Cal": [0, 1, 2, 0, 1, 2]].sorted { $0.key < $1.key }
        )
        #expect(try program.run("edit", "Daily", "--voices", environment: data).errors == "")
        let second = [("Ann", [("Ann", 0), ("Ben", 2), ("Ann", 1)]), ("Ben", [("Ben", 0)]), ("Cal", [("Cal", 0)])]
        // Nobody's voice is known yet.
        try hold("before", second)
        let before = try transcript()
        #expect(before.map(\.name).prefix(3) == ["Ann", "Ann", "Ann"] && before.allSatisfy { !$0.isByVoice })

        let first = try JSON(program.run("meetings", "Daily", "--json").output).elements.last?["id"]?.line
        let learned = try voices("--learn", try #require(first))
        #expect(learned.status == 0, "\(learned.errors)")
        let document = try JSON(voices("--export").output)["voices"]?.elements ?? []
        #expect(document.map { $0["state"]?.line } == ["known", "known", "known"])
        #expect(document.allSatisfy { $0["numbers"]?.elements.count == 192 })

        try hold("after", second)
        let after = try transcript()
        #expect(after.map(\.text) == before.map(\.text))
        #expect(after.map(\.name) == ["Ann", "Ben", "Ann", "Ben", "Cal"])
        #expect(after.map(\.isByVoice) == [false, true, false, false, false])
        let text = try program.run("meeting", "latest").output
        #expect(text.contains("  Ben (by voice)\n"))
        let again = try program.run("transcribe", "latest", "--recognizer", "whisper:base", environment: data)
        #expect(again.status == 0, "\(again.errors)")
        #expect(try transcript().filter(\.isByVoice).map(\.name) == ["Ben"])
        let off = try program.run("edit", "Daily", "--no-voices")
        #expect(
            off.errors
                == "standup: note: what was learned of 3 voices stays; to forget it: standup voices Daily --forget Ann\n"
        )
    }

    private func transcript() throws -> [(name: String, text: String, isByVoice: Bool)] {
        try JSON(program.run("meeting", "latest", "--json").output)["transcript"]?.elements
            .map { ($0["name"]?.line ?? "", $0["text"]?.line ?? "", $0["byVoice"] == true) } ?? []
    }

    private func hold(_ name: String, _ turns: [(key: String, value: [Int])]) throws {
        try hold(name, turns.map { turn in (turn.key, turn.value.map { (turn.key, $0) }) })
    }

    /// Holds a meeting on the virtual clock, in whose turns people say sentences of the demo, by their number.
    private func hold(_ name: String, _ turns: [(String, [(String, Int)])]) throws {
        let path = "\(program.folder)/\(name).wav"
        var commands = ""
        let pause = [Float](repeating: 0, count: 12_000)
        let recording = try WAVRecording(creating: path, sampleRate: 16_000)
        for (_, sentences) in turns {
            for (speaker, index) in sentences {
                for part in [pause, try Self.sentence(index, of: speaker)] {
                    try part.withUnsafeBufferPointer { try recording.append($0) }
                }
            }
            try pause.withUnsafeBufferPointer { try recording.append($0) }
            commands += "@\(Double(recording.frames) / 16_000) next\n"
        }
        try recording.finish()
        let held = try program.run(
            [
                "start", "Daily", "--clock", "virtual", "--headless", "--output", "none", "--recognizer",
                "whisper:base",
                "--sample-rate", "16000", "--input", "file:" + path,
            ],
            input: commands, environment: data)
        #expect(held.status == 0, "\(held.errors)")
    }

    private struct Script: Decodable {
        struct Attendee: Decodable {
            struct Sentence: Decodable {
                let start: Double
                let end: Double
            }
            let name: String
            let sentences: [Sentence]
        }
        let attendees: [Attendee]
    }

    private static func sentence(_ index: Int, of name: String) throws -> [Float] {
        let data = try Data(contentsOf: URL(filePath: AssetFolder.locate("Voices/demo.json")))
        let script = try JSONDecoder().decode(Script.self, from: data)
        let sentence = try #require(script.attendees.first { $0.name == name }).sentences[index]
        let reader = try AudioFileReader(path: AssetFolder.locate("Voices/demo.wav"))
        var sound = [Float](repeating: 0, count: Int(reader.frames))
        let count = try sound.withUnsafeMutableBufferPointer { sound throws(AudioError) in try reader.read(into: sound)
        }
        let range = Int((sentence.start - 0.15) * 16_000)..<Int((sentence.end + 0.2) * 16_000)
        return Array(sound[..<count][range])
    }
}
