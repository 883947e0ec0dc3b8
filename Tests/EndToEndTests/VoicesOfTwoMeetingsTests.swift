import FoundationEssentials
import Glibc
import Testing
import TestSupport

private let models = getenv("STANDUP_WHISPER_MODELS").map { String(cString: $0) }

/// Whoever speaks in another's turn is recognized, once a meeting has taught the voices.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `The voices of two meetings` {
    private static let names = ["Ann", "Ben", "Cal"]

    private let program: Program
    private let voices: [Voice]

    init() throws {
        program = try Program()
        voices = try Voice.all()
        let data = program.folder + "/.local/share/standup-models"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        #expect(symlink(models ?? "", data + "/whisper") == 0)
        #expect(try program.run(["create", "Daily", "--length", "66s", "--voices"] + Self.names).status == 0)
    }

    @Test(
        .enabled(
            if: models.map { exists($0 + "/ggml-voices.bin") } == true,
            "needs tools/speech --debug and STANDUP_WHISPER_MODELS"))
    func `put a question and its answer under the names of those who spoke, everywhere, until a voice is forgotten`()
        async throws
    {
        let server = try await SoundServer()
        var clips: [String: String] = [:]
        for voice in voices { clips[voice.name] = try await joined([voice.path, voice.path], as: voice.name) }
        try await hold(clips, on: server)
        let known = try JSON(program.run("voices", "Daily", "--json").output)["voices"]?.elements ?? []
        #expect(known.map { $0["state"] } == ["known", "known", "known"])

        let question = try await sentence(2, of: voices[1])
        let answer = try await sentence(1, of: voices[0])
        let second = try await joined([sentence(0, of: voices[0]), question, answer], as: "second")
        try await hold(["Ann": second], on: server)
        try checkTranscript(JSON(program.run("meeting", "latest", "--json").output))
        let exported = program.folder + "/second.md"
        #expect(try program.run("export", "latest", "--to", exported).status == 0)
        let headings = try read(exported).split(separator: "\n").filter { $0.hasPrefix("### ") }
        #expect(headings.suffix(3) == ["### Ann", "### Ben (by voice)", "### Ann"])
        let minutes = try JSON(program.run("minutes", "latest", "--format", "json").output)["points"]?.elements ?? []
        let blockers = minutes.filter { $0["kind"]?.text == "blocker" }
        #expect(blockers.map { $0["name"]?.text } == ["Ben"], "\(minutes)")

        try checkForgetting()
    }

    private func checkTranscript(_ document: JSON) throws {
        let transcript = document["transcript"]?.elements ?? []
        #expect(transcript.map { $0["name"]?.text } == ["Ann", "Ben", "Ann"], "\(transcript)")
        #expect(transcript.map { $0["byVoice"] != nil } == [false, true, false])
        let spoken = [(0, 0), (1, 2), (0, 1)].map { Words.of(voices[$0.0].sentences[$0.1].text) }
        for (utterance, spoken) in zip(transcript, spoken) {
            let heard = Words.of(utterance["text"]?.text ?? "")
            #expect(Words.errorRate(heard: heard, spoken: spoken) <= 0.25, "\(heard)")
        }
    }

    /// None of the numbers of a forgotten voice is left in any file; those of another are.
    private func checkForgetting() throws {
        let numbers = try JSON(program.run("voices", "Daily", "--export").output)["voices"]?.elements
            .map { $0["numbers"]?.elements.compactMap(\.number) ?? [] }
        let (ann, ben) = (try #require(numbers?[0]), try #require(numbers?[1]))
        #expect(ann.count == 192 && ben.count == 192)
        #expect(try isKept(ann) && isKept(ben))
        #expect(try program.run("voices", "Daily", "--forget", "Ben", "--never").status == 0)
        #expect(try isKept(ann) && !isKept(ben))
    }

    private func isKept(_ numbers: [Double]) throws -> Bool {
        let bytes = numbers.prefix(8)
            .flatMap { number in withUnsafeBytes(of: Float(number).bitPattern.littleEndian) { Array($0) } }
        let files = try FileManager.default.subpathsOfDirectory(atPath: program.data)
        return files.contains { file in
            FileManager.default.contents(atPath: program.data + "/" + file)?.firstRange(of: Data(bytes)) != nil
        }
    }

    /// Holds a meeting in which everybody whose turn starts is heard; who has no clip is absent.
    private func hold(_ clips: [String: String], on server: SoundServer) async throws {
        let meeting = try HeardMeeting(
            of: "Daily", "--warning", "none", "--output", "none", "--recognizer",
            "whisper:\(models ?? "")/ggml-base.bin",
            program: program, on: server
        ) { event in
            guard event.name == "turn.started", let clip = event.document["name"]?.text.flatMap({ clips[$0] }) else {
                return
            }
            try? server.speak(clip)
        }
        try await meeting.event("meeting.started")
        for name in Self.names where clips[name] == nil { meeting.send("absent \(name)") }
        // Who speaks alone has the whole time.
        if clips.count == 1 { meeting.send("@16 end save") }
        #expect(try await meeting.end() == 0, "\(meeting.errors)")
    }

    /// Sounds one after the other, each after a second of silence, in one file.
    private func joined(_ files: [String], as name: String) async throws -> String {
        var padded: [String] = []
        for (index, file) in files.enumerated() {
            padded.append("\(program.folder)/\(name)-\(index).wav")
            try await sox([file, padded[index], "pad", "1"])
        }
        let clip = "\(program.folder)/\(name).wav"
        try await sox(padded + [clip])
        return clip
    }

    private func sentence(_ index: Int, of voice: Voice) async throws -> String {
        let file = "\(program.folder)/\(voice.name)-\(index)-alone.wav"
        let start = index == 0 ? 0 : voice.sentences[index - 1].end + 0.3
        try await sox([voice.path, file, "trim", "\(start)", "=\(voice.sentences[index].end + 0.2)"])
        return file
    }

    private func sox(_ arguments: [String]) async throws {
        let (status, output) = try await ChildProcess.run(
            installed("sox"), arguments, environment: program.variables())
        #expect(status == 0, "\(output)")
    }
}
