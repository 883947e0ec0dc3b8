import Glibc
import Synchronization
import Testing
import TestSupport

/// Meetings with a speech server: the built program and a server of the test.
///
/// The standup is held in a language that PocketSphinx has no model for, so that only the server gives words.
@Suite(.timeLimit(.minutes(10))) struct `Speech servers on the command line` {
    private static let secret = "sk-very-secret-123"
    private let program: Program

    init() throws {
        program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Bob", "--length", "12s", "--language", "tlh").status == 0)
    }

    /// Somebody who speaks for some seconds: a voice that comes with the program.
    private static let voice: String = {
        let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        return "/" + tests + "/Assets/Voices/demo.wav"
    }()

    private func server(_ answer: @escaping @Sendable (Int) -> SpeechServerDouble.Reply) throws -> SpeechServerDouble {
        try SpeechServerDouble { _, number in answer(number) }
    }

    private func good(_ number: Int) -> SpeechServerDouble.Reply {
        .answer(
            200, #"{"text": "answer \#(number)", "segments": [{"start": 0.5, "end": 1, "text": " answer \#(number)"}]}"#
        )
    }

    private func start(
        _ base: String, _ arguments: String..., key: String? = secret
    ) throws -> Program.Result {
        try program.run(
            ["start", "daily", "--clock", "virtual", "--input", "file:" + Self.voice, "--recognizer", base] + arguments,
            environment: key.map { ["STANDUP_API_KEY": $0] } ?? [:])
    }

    private func texts() throws -> [JSON] {
        try JSON(try program.run("meeting", "latest", "--json").output)["transcript"]?.elements
            .compactMap { $0["text"] } ?? []
    }

    @Test func `each turn gets the server's words, in a second transcript`() throws {
        let server = try server(good)
        let result = try start(server.base)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try texts() == ["answer 1", "answer 2"])
        #expect(server.requests.map { $0.value("language") } == ["tlh", "tlh"])
        #expect(server.requests.map { $0.value("prompt") } == ["Ann, Bob.", "Ann, Bob."])
        #expect(server.requests.allSatisfy { $0.headers["authorization"] == "Bearer \(Self.secret)" })
        let transcripts = try JSON(try program.run("transcripts", "latest", "--json").output)["transcripts"]
        #expect(transcripts?.elements.compactMap { $0["origin"] } == ["live", "recognizer"])
        #expect(transcripts?.elements.compactMap { $0["current"] } == [false, true])
    }

    @Test func `a server that is down loses nothing, and is asked again after the next meeting`() throws {
        let server = try server(good)
        let base = server.base
        server.stop()
        // Refused at once, so that the test need not wait for a retry.
        let refusing = try self.server { _ in .answer(429, "", headers: ["Retry-After: 100"]) }
        #expect(!base.isEmpty)
        let failed = try start(refusing.base)
        #expect(failed.status == 0)
        #expect(
            failed.errors.hasPrefix(
                "standup: the speech server \(refusing.base) returned no words (it is busy); standup tries again later\n"
            ))
        #expect(try texts() == [])
        #expect(refusing.requests.count == 1)
        let doctor = try program.run(["doctor"], environment: ["STANDUP_RECOGNIZER": refusing.base])
        #expect(doctor.output.contains("1 meeting waits for a transcript"))
    }

    @Test func `pending turns continue at the next start with the same server`() throws {
        let isUp = Mutex(false)
        let server = try SpeechServerDouble { _, number in
            isUp.withLock { $0 }
                ? .answer(200, #"{"text": "late"}"#) : .answer(503, "", headers: ["Retry-After: 100"])
        }
        #expect(try start(server.base).status == 0)
        #expect(try texts() == [])
        isUp.withLock { $0 = true }
        #expect(try start(server.base, "--seed", "2").status == 0)
        #expect(server.requests.count == 5)
        let meetings = try JSON(try program.run("meetings", "--json").output).elements
        #expect(meetings.count == 2)
        for index in 1...2 {
            let meeting = try JSON(try program.run("meeting", "Daily/\(index)", "--json").output)
            #expect(meeting["transcript"]?.elements.compactMap { $0["text"] } == ["late", "late"])
        }
    }

    @Test func `a deleted meeting waits for nothing`() throws {
        let server = try server { _ in .answer(503, "", headers: ["Retry-After: 100"]) }
        #expect(try start(server.base).status == 0)
        #expect(try program.run("delete-meeting", "latest", "--yes").status == 0)
        let doctor = try program.run(["doctor"], environment: ["STANDUP_RECOGNIZER": server.base])
        #expect(doctor.output.contains("speech server"))
        #expect(!doctor.output.contains("waits for a transcript"))
    }

    @Test func `a server's failure is an event, and the meeting continues`() throws {
        #expect(try program.run("create", "Short", "Ann", "--length", "10s", "--language", "tlh").status == 0)
        let server = try server { _ in .answer(401, #"{"error": {"message": "bad key sk-very-secret-123"}}"#) }
        let result = try program.run(
            [
                "start", "short", "--events", "--input", "file:" + Self.voice, "--output", "none", "--recognizer",
                server.base,
            ], input: "@2 next\n@2 end save\n", environment: ["STANDUP_API_KEY": Self.secret])
        #expect(result.status == 0)
        #expect(result.output.contains(#""event":"meeting.ended""#))
        #expect(!(result.output + result.errors).contains("very-secret"))
        #expect((result.output + result.errors).contains("it rejects the key, status 401"))
    }

    @Test(arguments: [("", "ticket 417"), ("spoken", "ticket four one seven")])
    func `numbers are written in meetings and files, unless the setting says otherwise`(
        setting: String, expected: String
    ) throws {
        #expect(try program.run("create", "Short", "Ann", "--length", "10s", "--language", "en").status == 0)
        let server = try server { _ in .answer(200, #"{"text": "ticket four one seven"}"#) }
        let environment = ["STANDUP_NUMBERS": setting, "STANDUP_RECOGNIZER": server.base]
        let file = try program.run(["transcribe", Self.voice], environment: environment)
        #expect(file.output.contains(expected), "\(file.output) \(file.errors)")
        let meeting = ["start", "short", "--clock", "virtual", "--input", "file:" + Self.voice]
        #expect(try program.run(meeting, environment: environment).status == 0)
        #expect(try texts() == [JSON(stringLiteral: expected)])
    }

    @Test func `transcribe asks a server about a meeting that was held without one`() throws {
        let server = try server(good)
        let held = try program.run(
            "start", "daily", "--clock", "virtual", "--input", "file:" + Self.voice, "--recognizer", "none")
        #expect(held.status == 0)
        let result = try program.run("transcribe", "latest", "--recognizer", server.base)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try texts() == ["answer 1", "answer 2"])
        let down = try self.server { _ in .answer(200, "<html>") }
        let failed = try program.run("transcribe", "latest", "--recognizer", down.base)
        #expect(failed.status == 69)
        #expect(
            failed.errors
                == "standup: the speech server \(down.base) returned no words (it answers with a web page); "
                + "check that it is an OpenAI-compatible speech server, and its model\n")
        #expect(try texts() == ["answer 1", "answer 2"])
    }

    @Test func `the key can come from the user's own file, and is nowhere else`() throws {
        let server = try server(good)
        let path = program.folder + "/key"
        try write(Self.secret + "\n", to: path)
        try configure("api-key-file: \(path)\nrecognizer: \(server.base)\nrecognizer-model: large-v3\n")
        #expect(chmod(path, 0o640) == 0)
        let open = try program.run("start", "daily", "--clock", "virtual", "--input", "silence")
        #expect(open.status == 64)
        #expect(
            open.errors
                == "standup: other users can read the key file \(path); keep them out with: chmod 600 \(path)\n")
        #expect(chmod(path, 0o600) == 0)
        let held = try program.run(
            "start", "daily", "--clock", "virtual", "--events", "--input", "file:" + Self.voice)
        #expect(held.status == 0, "\(held.errors)")
        #expect(server.requests.first?.headers["authorization"] == "Bearer \(Self.secret)")
        #expect(server.requests.first?.value("model") == "large-v3")
        let shown = try [["doctor"], ["meeting", "latest", "--json"], ["transcripts", "latest"], ["inspect"]]
            .map { try program.run($0) }
        for result in [open, held] + shown {
            #expect(!(result.output + result.errors).contains(Self.secret))
        }
        unlink(path)
        let search = try program.run(
            program: "/bin/grep", ["-r", "-l", "-a", Self.secret, program.folder])
        #expect(search.output == "")
    }

    @Test(arguments: [
        ("http://example.org/v1", "sound would go unencrypted to example.org; use https, or allow it in the "),
        ("https://ann:sk-very-secret-123@example.org/v1", "the address on example.org contains a user or password"),
        ("ftp://example.org/v1", "cannot reach example.org by ftp; use https://"),
        ("https://", "'https://' is not the address of a speech server; write it like https://api.openai.com/v1"),
        ("whispers", "no recognizer 'whispers'; use --recognizer whisper, whisper:MODEL, pocketsphinx, none or "),
    ])
    func `an invalid address is a usage error`(address: String, line: String) throws {
        let result = try program.run("start", "daily", "--input", "none", "--recognizer", address)
        #expect(result.status == 64)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.hasPrefix("standup: " + line))
        #expect(!result.errors.contains(Self.secret))
    }

    @Test func `an invalid key is a usage error, and is not printed`() throws {
        let result = try start("https://example.org/v1", key: "two secret words")
        #expect(result.status == 64)
        #expect(
            result.errors.contains("STANDUP_API_KEY holds no key of a speech server")
                && !result.errors.contains("secret words"))
    }

    @Test func `plain http is allowed to hosts that the configuration names`() throws {
        try configure("allow-plain-http: other.lan, whisper.invalid\n")
        let doctor = try program.run(["doctor"], environment: ["STANDUP_RECOGNIZER": "http://whisper.invalid/v1"])
        // In libcurl 7 "couldn't resolve host name", in libcurl 8 "could not resolve hostname".
        #expect(doctor.output.contains(/http:\/\/whisper\.invalid\/v1 \(could(n't| not) resolve host ?name\)/))
    }

    private func configure(_ text: String) throws {
        try? FileSystem.makeFolder(program.folder + "/config/standup")
        try write(text, to: program.folder + "/config/standup/config.yaml")
    }
}

private enum FileSystem {
    static func makeFolder(_ path: String) throws {
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw SystemError() }
    }
}
