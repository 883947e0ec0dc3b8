import Glibc
@testable import StandupSpeech
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct `A recognizer in a separate process` {
    private func undisturbed() throws -> [RecognizedWord] {
        try Utterance.hear(by: StandIn("work").recognizer()).words
    }

    @Test func `recognizes its samples, and keeps its learned state`() throws {
        let standIn = try StandIn("work")
        let recognizer = try standIn.recognizer(.live(learned: [4]))
        #expect(recognizer.learnedState == [4])
        let (partials, words) = try Utterance.hear(by: recognizer)
        #expect(partials == ["1600", "3200", "4800", "6400"])
        #expect(words.map(\.text).first?.hasSuffix("-5") == true)
        #expect(words.first?.end == 6400 && words.first?.confidence == 0.5)
        #expect(recognizer.learnedState == [5])
        #expect(recognizer.name == "stand-in")
        #expect(standIn.runs.count == 1)
    }

    @Test(arguments: [
        "dieAtStart", "runOutOfMemory", "dieAtBegin", "dieInTheMiddle", "dieAtEnd", "exitEarly",
        "rubbish", "hugeMessage", "cutMessage", "wrongAnswer", "impossibleWords", "refuse", "grow",
    ])
    func `is restarted after a failure, and the utterance is repeated from its first sample`(step: String) throws {
        let standIn = try StandIn(step, "work")
        standIn.program.limits.memory = 400 << 20
        let recognizer = try standIn.recognizer()
        let (partials, words) = try Utterance.hear(by: recognizer)
        #expect(partials == ["1600", "3200", "4800", "6400"])
        #expect(try words == undisturbed())
        #expect(standIn.runs.count == 2)
    }

    private func voice(by recognizer: ProcessRecognizer) throws -> VoiceEmbedding {
        try recognizer.begin()
        for step in Utterance.steps { _ = try step.withUnsafeBufferPointer { try recognizer.hear($0) } }
        return try recognizer.embedding()
    }

    @Test func `embeds the voice of the whole utterance, also after a failure`() throws {
        let standIn = try StandIn("dieInTheMiddle", "voice")
        let voice = try voice(by: standIn.recognizer(.whole))
        // The first and the last sample give the direction.
        let sound = Utterance.steps.joined().map { Float($0) }
        let ends = [sound[0], try #require(sound.last)] + [Float](repeating: 0, count: VoiceEmbedding.size - 2)
        #expect(voice == VoiceEmbedding(ends, model: "stand-in"))
        #expect(standIn.runs.count == 2)
    }

    @Test func `fails when it answers with words instead of a voice`() throws {
        let standIn = try StandIn("work")
        let recognizer = try standIn.recognizer(.whole)
        let error = #expect(throws: RecognizerError.self) { try self.voice(by: recognizer) }
        #expect(standIn.runs.count == 3)
        #expect("\(error!)".contains("the last time: it answered with something other than a voice"))
    }

    @Test func `is restarted when it hangs`() throws {
        let standIn = try StandIn("hang", "work")
        // Even on a busy machine, one of the processes answers in time.
        standIn.program.limits.response = .milliseconds(500)
        standIn.program.limits.attempts = 1000
        let recognizer = try standIn.recognizer()
        #expect(try Utterance.hear(by: recognizer).words == undisturbed())
        #expect(standIn.runs.count >= 2)
    }

    @Test func `fails when every process hangs`() throws {
        let standIn = try StandIn("hang")
        standIn.program.limits.response = .milliseconds(200)
        let recognizer = try standIn.recognizer()
        let error = #expect(throws: RecognizerError.self) { try Utterance.hear(by: recognizer) }
        let reason = "it failed 3 times on the same utterance, the last time: it did not answer in time"
        #expect("\(error!)".contains(reason))
    }

    @Test func `has a time limit in proportion to the utterance`() {
        let limits = RecognizerProgram.Limits()
        #expect(limits.timeLimit(samples: 0) == .seconds(30))
        #expect(limits.timeLimit(samples: 16_000) == .seconds(40))
        #expect(limits.timeLimit(samples: 15 * 16_000) == .seconds(180))
    }

    @Test func `is restarted with the learned state of the last utterance`() throws {
        let standIn = try StandIn("work")
        let recognizer = try standIn.recognizer(.live(learned: [4]))
        _ = try Utterance.hear(by: recognizer)
        kill(standIn.runs[0].process, SIGKILL)
        #expect(try Utterance.hear(by: recognizer).words.first?.text.hasSuffix("-6") == true)
        #expect(standIn.runs.count == 2)
        let whole = try standIn.recognizer(.whole)
        _ = try Utterance.hear(by: whole)
        #expect(try Utterance.hear(by: whole).words.first?.text.hasSuffix("-2") == true)
        kill(standIn.runs[2].process, SIGKILL)
        #expect(try Utterance.hear(by: whole).words.first?.text.hasSuffix("-1") == true)
    }

    @Test func `fails after three failures on one utterance with a reason, and recognizes the next one`() throws {
        let standIn = try StandIn("dieInTheMiddle", "dieInTheMiddle", "dieInTheMiddle", "work")
        let recognizer = try standIn.recognizer()
        let error = #expect(throws: RecognizerError.self) { try Utterance.hear(by: recognizer) }
        #expect(
            error
                == .failed(
                    name: "stand-in",
                    reason: "it failed 3 times on the same utterance, the last time: it was ended by signal 9, killed"))
        #expect(standIn.runs.count == 3)
        #expect(try Utterance.hear(by: recognizer).words == undisturbed())
    }

    @Test(arguments: [
        ("dieAtStart", "it ended with exit code 3: no luck today"), ("runOutOfMemory", "it ran out of memory"),
    ])
    func `reports how it ended when it cannot start`(step: String, reason: String) throws {
        let standIn = try StandIn(step)
        let error = #expect(throws: RecognizerError.self) { try standIn.recognizer() }
        #expect("\(error!)".contains("it failed 3 times at its start, the last time: "))
        #expect("\(error!)".contains(reason))
        #expect(standIn.runs.count == 3)
    }

    @Test(arguments: ["hangAtStart", "hangAtLoading"])
    func `is not restarted when it is not ready in time`(step: String) throws {
        let standIn = try StandIn(step)
        standIn.program.limits.start = .seconds(1)
        let error = #expect(throws: RecognizerError.self) { try standIn.recognizer() }
        #expect(error == .failed(name: "stand-in", reason: "it was not ready after 1 s"))
        #expect(standIn.runs.count <= 1)
    }

    @Test(arguments: ["hangAtStart", "hangAtLoading"])
    func `does not delay later utterances after it was not ready in time`(step: String) throws {
        let standIn = try StandIn("dieInTheMiddle", step, "work")
        standIn.program.limits.start = .seconds(10)
        let recognizer = try standIn.recognizer()
        for _ in 0..<2 {
            let error = #expect(throws: RecognizerError.self) { try Utterance.hear(by: recognizer) }
            #expect(error == .failed(name: "stand-in", reason: "it was not ready after 10 s"))
        }
        #expect(standIn.runs.count == 2)
    }

    @Test func `is not restarted after it refused the model`() throws {
        let standIn = try StandIn("refuseModel")
        #expect(throws: RecognizerError.failed(name: "stand-in", reason: "no such model")) {
            try standIn.recognizer()
        }
        #expect(standIn.runs.count == 1)
    }

    @Test func `reports that it exceeded its memory limit`() throws {
        let standIn = try StandIn("grow")
        standIn.program.limits.memory = 100 << 20
        let recognizer = try standIn.recognizer()
        let error = #expect(throws: RecognizerError.self) { try Utterance.hear(by: recognizer) }
        #expect("\(error!)".contains("the last time: it took more than 100 MB of memory"))
    }

    @Test func `is not restarted when its program is missing, not executable or of another version`() throws {
        let standIn = try StandIn("otherVersion")
        let other = #expect(throws: RecognizerError.self) { try standIn.recognizer() }
        #expect("\(other!)".contains("is from another version of standup (protocol 7, not 3); install standup again"))
        #expect(standIn.runs.count == 1)

        standIn.program.path = standIn.folder + "/none"
        let missing = try #require(throws: RecognizerError.self) { try standIn.recognizer() }
        #expect("\(missing)".contains(standIn.folder + "/none is missing; install standup again"))
        #expect(throws: missing) { try standIn.program.check() }

        try write("text", to: standIn.folder + "/text")
        standIn.program.path = standIn.folder + "/text"
        let text = #expect(throws: RecognizerError.self) { try standIn.recognizer() }
        #expect("\(text!)".contains(standIn.folder + "/text is not executable; install standup again"))
    }

    @Test func `inherits only its socket, and ends with the recognizer`() throws {
        let leaked = open("/dev/null", O_RDONLY)
        defer { close(leaked) }
        let standIn = try StandIn("work")
        var recognizer: ProcessRecognizer? = try standIn.recognizer()
        let run = try #require(standIn.runs.first)
        #expect(run.session == run.process)
        #expect(run.descriptors == [0, 1, 2])
        #expect(kill(run.process, 0) == 0)
        withExtendedLifetime(recognizer) {}
        recognizer = nil
        #expect(kill(run.process, 0) == -1 && errno == ESRCH)
    }

    @Test func `is killed before this program when memory is short`() throws {
        let standIn = try StandIn("work")
        let recognizer = try standIn.recognizer()
        let process = try #require(standIn.runs.first).process
        withExtendedLifetime(recognizer) {
            #expect((try? read("/proc/\(process)/oom_score_adj")) == "500\n")
        }
    }

    @Test func `inherits no secrets from the environment`() async {
        await #expect(processExitsWith: .success) {
            setenv("STANDUP_API_KEY", "secret", 1)
            setenv("OPENAI_API_KEY", "secret", 1)
            let standIn = try StandIn("work")
            _ = try standIn.recognizer()
            #expect(standIn.runs.map(\.secrets) == [0])
        }
    }

    @Test func `is confined after loading its model`() throws {
        let standIn = try StandIn("trespass")
        let (_, results) = try Utterance.hear(by: standIn.recognizer())
        let allowed = ["own-signal", "own-niceness", "read", "thread"].map { "\($0):0" }
        #expect(results.map(\.text).suffix(allowed.count) == allowed[...])
        let refused = results.map(\.text).dropLast(allowed.count)
        #expect(refused.count == 15)
        for call in refused {
            #expect(call.hasSuffix(":\(ENOSYS)") || call.hasSuffix(":\(EACCES)"), "\(call)")
        }
        #expect(standIn.runs.count == 1)
    }

    @Test(arguments: ["work", "hang", "decodeForever"])
    func `ends when its socket is closed, also while it decodes`(step: String) throws {
        let standIn = try StandIn(step)
        var sockets: [Int32] = [0, 0]
        try mustSucceed(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &sockets))
        let nowhere = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(nowhere) }
        let process = try spawn(
            standIn.program.path, standIn.program.arguments, environment: [:],
            descriptors: [sockets[1], nowhere, nowhere])
        close(sockets[1])
        let requests: [RecognizerRequest] =
            [.load(RecognizerLoad(model: [:], mode: .whole)), .begin] + Utterance.steps.map { .samples($0) }
        for bytes in requests.map(\.frame.bytes) {
            #expect(send(sockets[0], bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
        }
        if step != "work" { try eventually("it decodes") { (try? read(standIn.folder + "/is-decoding")) == "1" } }
        close(sockets[0])
        #expect(wait(for: process) == 0)
    }

    @Test func `prints its purpose when it is started by a user`() throws {
        let program = try Program()
        let standIn = try StandIn("work")
        let result = try program.run(program: standIn.program.path, standIn.program.arguments)
        #expect(result.status == 64)
        #expect(
            result.errorLines
                == ["stand-in: standup starts this program, it is not meant to be run by hand"])
    }

    @Test func `is found beside the program, or in the installation folder`() throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        try mustSucceed(mkdir(folder + "/bin", 0o700))
        let path = { RecognizerProgram.path(of: "helper", executable: folder + "/bin/standup") }
        #expect(path() == folder + "/libexec/standup/helper")
        try write("", to: folder + "/bin/helper")
        #expect(path() == folder + "/bin/helper")
    }
}
