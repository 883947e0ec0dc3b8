import Glibc
import Sound
import Testing
import TestSupport

private let hasPocketSphinx = exists("/usr/share/pocketsphinx/model/en-us/en-us/mdef")
private let librivox = "/usr/share/pocketsphinx/test/data/librivox/sense_and_sensibility_01_austen_64kb-0"

/// The folder with the models base and tiny.en.
private let modelFolder = getenv("STANDUP_WHISPER_MODELS").map { String(cString: $0) }
private let hasWhisper =
    exists(Program.path.dropLast("standup".count) + "standup-whisper") && exists(librivox + "870.wav")
    && hasPocketSphinx && modelFolder.map { exists($0 + "/ggml-base.bin") } == true

@Suite(.timeLimit(.minutes(10))) struct `A meeting with Whisper` {
    private let program: Program
    private let data: [String: String]
    private let models: String

    init() throws {
        program = try Program()
        data = ["XDG_DATA_HOME": program.folder + "/share"]
        models = program.folder + "/share/standup-models/whisper"
    }

    private func start(_ recognizer: String, events: Bool = true) -> [String] {
        [
            "start", "Daily", "--clock", "virtual", "--headless", "--input", "silence", "--output", "none",
            "--recognizer", recognizer,
        ] + (events ? ["--events"] : [])
    }

    @Test(.enabled(if: hasPocketSphinx))
    func `without a model is transcribed by PocketSphinx, which is reported once with the remedy`() throws {
        #expect(try program.run("create", "Daily", "Ann", "--length", "30s").status == 0)
        for (name, line) in [
            (
                "whisper",
                "no Whisper model for en in \(models); install one with: standup models install; "
            ), ("whisper:base", "the model base is not installed in \(models); see: standup models; "),
            ("whisper:/dev/null", "cannot read the model /dev/null (it is not a file); use a file in "),
        ] {
            let result = try program.run(start(name), environment: data)
            #expect(result.status == 0 && result.errors == "")
            var told = ToldWords()
            for line in result.output.split(separator: "\n") { try told.take(line) }
            #expect(told.problems.count == 1 && told.failures == [] && told.hasEnded)
            #expect(told.problems.first?.hasPrefix(line) == true, "\(told.problems)")
            #expect(told.problems.first?.hasSuffix("; pocketsphinx transcribes this meeting instead") == true)
        }
    }

    @Test func `in another language is refused a model for English, in one line`() throws {
        try SmallWhisperModel(vocabulary: 51_864).install("tiny.en", in: models)
        #expect(try program.run("create", "Daily", "Ann", "--length", "30s", "--language", "de").status == 0)
        let result = try program.run(start("whisper:tiny.en"), environment: data)
        #expect(result.status == 64 && result.output == "")
        #expect(
            result.errors
                == "standup: the model tiny.en is for English only, not de; use a model without .en, such as base\n"
        )
        let transcript = try program.run(
            "transcribe", "./x.wav", "--recognizer", "whisper:tiny.en", "--language", "de", environment: data)
        #expect(transcript.status == 64 && transcript.errors == result.errors)
    }

    @Test func `is not transcribed again by another one`() throws {
        let result = try program.run("transcribe", "./x.wav", "--recognizer", "whisper", environment: data)
        #expect(result.status == 69)
        #expect(
            result.errors
                == "standup: no Whisper model for en in \(models); "
                + "install one with: standup models install\n")
        let german = try program.run(
            "transcribe", "./x.wav", "--recognizer", "whisper", "--language", "de", environment: data)
        #expect(german.errors.hasSuffix("install one with: standup models install base\n"), "\(german.errors)")
        let unknown = try program.run(
            "transcribe", "./x.wav", "--recognizer", "whisper", "--language", "tlh", environment: data)
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("Whisper does not support tlh"), "\(unknown.errors)")
    }

    @Test func `can use any of the models that the shell offers`() throws {
        try SmallWhisperModel().install("base", in: models)
        try SmallWhisperModel(vocabulary: 51_864).install("tiny.en", in: models)
        let result = try program.run(
            ["---completion", "start", "--", "--recognizer", "3", "0", "standup", "start", "--recognizer", ""],
            environment: data.merging(["SAP_SHELL": "fish", "SAP_SHELL_VERSION": "3.6.0"]) { $1 })
        #expect(result.output == "whisper\nwhisper:base\nwhisper:tiny.en\npocketsphinx\nnone\n")
    }

    // MARK: With a stand-in for Whisper

    /// A copy of the program with another program beside it in place of Whisper's, which is run by a script.
    private func program(beside script: String) throws -> String {
        let folder = program.folder + "/bin"
        try mustSucceed(mkdir(folder, 0o700))
        let built = String(Program.path.dropLast("/standup".count))
        try write(try bytes(of: Program.path), to: folder + "/standup")
        for name in ["standup-pocketsphinx", "standup_Assets.resources"] {
            try mustSucceed(symlink("\(built)/\(name)", "\(folder)/\(name)"))
        }
        try write("#!/bin/sh\n" + script, to: folder + "/standup-whisper")
        for name in ["standup", "standup-whisper"] { try mustSucceed(chmod("\(folder)/\(name)", 0o700)) }
        return folder + "/standup"
    }

    @Test(arguments: ["de", "ko"])
    func `passes the standup's language to Whisper`(language: String) throws {
        try SmallWhisperModel().install("base", in: models)
        let standIn = Program.path.dropLast("standup".count) + "recognizer-stand-in"
        let program = try program(beside: "exec '\(standIn)' '\(self.program.folder)' work\n")
        let created = try self.program.run("create", "Daily", "Ann", "--length", "30s", "--language", language)
        #expect(created.status == 0)
        let result = try self.program.run(program: program, start("whisper"), environment: data)
        #expect(result.status == 0 && result.errors == "")
        var told = ToldWords()
        for line in result.output.split(separator: "\n") { try told.take(line) }
        #expect(told.problems == [] && told.failures == [] && told.hasEnded)
        #expect(try read(self.program.folder + "/language") == language)
    }

    @Test(
        .enabled(if: hasPocketSphinx && exists(librivox + "880.wav")),
        arguments: [
            ("dieAtEnd", "it was ended by signal 9, killed"), ("grow", "it took more than 256 MB of memory"),
        ])
    func `transcribed again has PocketSphinx's words where Whisper fails three times, and says so`(
        step: String, reason: String
    ) throws {
        try SmallWhisperModel().install("base", in: models)
        let standIn = Program.path.dropLast("standup".count) + "recognizer-stand-in"
        let program = try program(
            beside: "exec '\(standIn)' '\(self.program.folder)' \(step) \(step) \(step) work\n")
        let (path, _) = try conversation()
        let result = try self.program.run(
            program: program, ["transcribe", path, "--recognizer", "whisper", "--jobs", "1", "--json"],
            environment: data)
        #expect(result.status == 0)
        #expect(
            result.errors
                == "standup: note: whisper/base failed on an utterance (it failed 3 times on the same utterance, the "
                + "last time: \(reason)); pocketsphinx transcribed it instead\n")
        let document = try JSON(result.output)
        #expect(document["recognizer"] == "whisper/base")
        let recognizers = document["transcript"]?.elements.compactMap { $0["recognizer"]?.line } ?? []
        #expect(recognizers.first == "pocketsphinx" && recognizers.count > 2)
        #expect(recognizers.dropFirst().allSatisfy { $0 == "whisper/base" })
    }

    @Test(.enabled(if: hasPocketSphinx && exists(librivox + "880.wav")))
    func `is not transcribed again by PocketSphinx where Whisper cannot be started`() throws {
        try SmallWhisperModel().install("base", in: models)
        let standIn = Program.path.dropLast("standup".count) + "recognizer-stand-in"
        let program = try program(beside: "exec '\(standIn)' '\(self.program.folder)' dieAtStart\n")
        let (path, _) = try conversation()
        let result = try self.program.run(
            program: program, ["transcribe", path, "--recognizer", "whisper"], environment: data)
        #expect(result.status == 69 && result.output == "")
        #expect(
            result.errors
                == "standup: the recognizer whisper/base failed (it failed 3 times at its start, the last time: it "
                + "ended with exit code 3: no luck today); try again (what was done is kept)\n")
    }

    // MARK: With the model

    /// A microphone that hears three people, each for 15 seconds, and what each says.
    private func conversation() throws -> (path: String, said: [[String]]) {
        let turns = [
            ("880", "He was not an ill-disposed young man."),
            ("890", "unless to be rather cold-hearted and rather selfish is to be ill-disposed"),
            ("930", "He might even have been made amiable himself."),
        ]
        var sound: [UInt8] = []
        for (number, _) in turns {
            var turn = [UInt8](repeating: 0, count: 32_000)
            turn += try bytes(of: librivox + number + ".wav").dropFirst(44)
            sound += turn.prefix(15 * 32_000) + [UInt8](repeating: 0, count: max(0, 15 * 32_000 - turn.count))
        }
        let path = program.folder + "/conversation.wav"
        var header = Array("RIFF".utf8) + little(UInt32(sound.count + 36)) + Array("WAVEfmt ".utf8) + little(UInt32(16))
        header += little(UInt16(1)) + little(UInt16(1)) + little(UInt32(16_000)) + little(UInt32(32_000))
        header += little(UInt16(2)) + little(UInt16(16)) + Array("data".utf8) + little(UInt32(sound.count))
        try write(header + sound, to: path)
        return (path, turns.map { plain($0.1.split(separator: " ").map(String.init)) })
    }

    private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private func plain(_ words: [String]) -> [String] {
        words.map { $0.lowercased().filter { $0.isLetter || $0 == "-" } }
    }

    @Test(.enabled(if: hasWhisper, "needs standup-whisper (tools/speech --debug) and STANDUP_WHISPER_MODELS"))
    func `has each word, with punctuation, under the right name, however often Whisper is killed`() throws {
        let folder = try #require(modelFolder)
        try mustSucceed(mkdir(program.folder + "/share", 0o700))
        try mustSucceed(mkdir(program.folder + "/share/standup-models", 0o700))
        try mustSucceed(symlink(folder, models))
        #expect(try program.run("create", "Daily", "Ann", "Ben", "Cal", "--length", "45s").status == 0)
        let (path, said) = try conversation()
        let arguments = [
            "start", "Daily", "--clock", "virtual", "--headless", "--events", "--output", "none", "--input",
            "file:" + path,
        ]
        let calm = try program.hold(arguments, killing: "standup-whisper", times: 0, environment: data).told
        let (told, killed) = try program.hold(
            arguments, killing: "standup-whisper", times: 3, environment: data)
        // A busy machine leaves out partial results, after which the process is killed.
        #expect(killed.count >= 2)
        #expect(told.problems == [] && told.failures == [] && told.hasEnded)
        #expect(told.words == calm.words)
        #expect(told.words.first == "He" && told.words.last == "himself.")
        let document = try JSON(program.run("meeting", "latest", "--json").output)
        let transcript = document["transcript"]?.elements ?? []
        #expect(transcript.allSatisfy { $0["recognizer"]?.line == "whisper/base" })
        for (name, words) in zip(["Ann", "Ben", "Cal"], said) {
            let own = transcript.filter { $0["name"]?.line == name }.compactMap { $0["text"]?.line }
            let heard = plain(own.flatMap { $0.split(separator: " ").map(String.init) })
            // The model may get one word wrong.
            #expect(heard.count == words.count && zip(heard, words).count { $0 != $1 } <= 1, "\(heard)")
        }
    }
}
