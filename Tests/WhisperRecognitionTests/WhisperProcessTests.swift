import Dispatch
import Glibc
@testable import StandupSpeech
import Testing
import TestSupport

@Suite(.needsWhisper, .serialized, .timeLimit(.minutes(10)))
struct `Whisper in a separate process` {
    @Test(arguments: [
        (
            870,
            "and mr john dashwood had then leisure to consider how much there might be prudently in his power to do for them"
        ),
        (890, "unless to be rather cold-hearted and rather selfish is to be ill-disposed"),
        (920, "had he married a more amiable woman he might have been made still more respectable than he was"),
    ])
    func `transcribes read speech, with punctuation, times and confidence`(clip: Int, text: String) throws {
        let samples = try Whisper.librivox(clip)
        let words = try Whisper.hear(samples, by: Whisper.recognizer("base"))
        #expect(words.plain == text)
        #expect(words.last?.text.hasSuffix(".") == true)
        #expect(ResponseCheck.fault(in: words, of: samples.count) == nil)
        #expect(words.allSatisfy { $0.confidence > 0.1 })
        // The words are in order and spread over the clip.
        #expect(words.map(\.end) == words.map(\.end).sorted())
        #expect(words.last.map { $0.end > samples.count / 2 } == true)
    }
}

extension `Whisper in a separate process` {
    @Test func `returns partial text, without effect on the final words`() throws {
        let samples = try Whisper.librivox(870)
        let recognizer = try Whisper.recognizer("tiny.en", mode: .live())
        try recognizer.begin()
        var texts: [String] = []
        // A busy machine decodes less often: as often as the time allows that each decoding takes here.
        var (schedule, decodings) = (PartialResultSchedule(), 0)
        for start in stride(from: 0, to: samples.count, by: 1600) {
            let end = min(start + 1600, samples.count)
            let begun = ContinuousClock.now
            let text = try Array(samples[start..<end]).withUnsafeBufferPointer { try recognizer.hear($0) }
            if schedule.isDue(at: end) {
                schedule.note(at: end, took: begun.duration(to: .now))
                decodings += 1
            }
            if text != texts.last ?? "" { texts.append(text) }
        }
        let words = try recognizer.end()
        #expect(decodings >= 1 && texts.count >= min(decodings, 3), "\(decodings): \(texts)")
        #expect(texts.first.map { !$0.isEmpty } == true, "\(texts)")
        #expect(texts.last.map { $0.contains("Dashwood") } == true, "\(texts)")
        #expect(try words == Whisper.hear(samples, by: Whisper.recognizer("tiny.en")))
        // Nor any for sounds without speech.
        try recognizer.begin()
        let noise = Soundscape.samples("noise", seconds: 8)
        #expect(try noise.withUnsafeBufferPointer { try recognizer.hear($0) } == "")
    }

    @Test func `hears the same words whatever it has heard before`() throws {
        let root = String(#filePath.prefix(upTo: try #require(#filePath.firstRange(of: "/Tests/")).lowerBound))
        let demo = try Whisper.wave(root + "/Assets/Voices/demo.wav")
        let utterances = [1.0..<4.1, 4.3..<7.6, 7.8..<10, 14.2..<18.2, 18.4..<21.9].map { seconds in
            Array(demo[Int(seconds.lowerBound * 16_000)..<Int(seconds.upperBound * 16_000)])
        }
        let alone = try utterances.map { try Whisper.hear($0, by: Whisper.recognizer("base")) }
        let recognizer = try Whisper.recognizer("base")
        let inOrder = try utterances.map { try Whisper.hear($0, by: recognizer) }
        let again = try utterances.map { try Whisper.hear($0, by: recognizer) }
        #expect(inOrder == alone)
        #expect(again == alone)
        #expect(alone.allSatisfy { !$0.isEmpty })
    }

    /// Prompts of a telephone system, from Debian's asterisk-core-sounds-en-g722.
    @Test(arguments: ["added", "minute", "removed", "queue-minute", "dictate/paused", "activated", "calling"])
    func `hears a quiet word`(prompt: String) throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let path = "/usr/share/asterisk/sounds/en_US_f_Allison/\(prompt).g722"
        let decoder = try spawn(
            "/usr/bin/ffmpeg",
            ["-loglevel", "error", "-f", "g722", "-i", path, "-ar", "16000", "-bitexact", "\(folder)/word.wav"],
            environment: [:], descriptors: [])
        try #require(wait(for: decoder) == 0)
        let word = try Whisper.wave("\(folder)/word.wav").map(Float.init)
        let peak = try #require(word.map(abs).max())
        let pause = [Int16](repeating: 0, count: 8000)
        // -40 dBFS.
        let sound = pause + word.map { Int16($0 / peak * 330) } + pause
        #expect(try !Whisper.hear(sound, by: Whisper.recognizer("base")).isEmpty)
    }

    @Test(arguments: ["silence", "noise", "hum", "clicks", "ding"])
    func `returns no words without speech`(kind: String) throws {
        let recognizer = try Whisper.recognizer(
            "base", knowing: Vocabulary(names: ["Siobhan"], terms: ["Kubernetes"]))
        for seconds in [2, 8, 20] {
            let sound = Soundscape.samples(kind, seconds: seconds)
            #expect(try Whisper.hear(sound, by: recognizer) == [], "\(kind), \(seconds) s")
        }
        // Real speech still yields words.
        #expect(try !Whisper.hear(Whisper.librivox(890), by: recognizer).isEmpty)
    }

    @Test func `transcribes more than half a minute, with the words in order`() throws {
        let recognizer = try Whisper.recognizer("tiny.en")
        let clips = try [870, 920, 930, 870, 920, 930].map(Whisper.librivox)
        let pause = [Int16](repeating: 0, count: 12_000)
        let sound = clips.flatMap { $0 + pause }
        let words = try Whisper.hear(sound, by: recognizer)
        #expect(ResponseCheck.fault(in: words, of: sound.count) == nil)
        let said = words.plain
        #expect(
            said.components(of: "more amiable woman") == 2 && said.components(of: "amiable himself") == 2, "\(said)")
        #expect(words.count > 90 && words.count < 110, "\(words.count)")
    }

    @Test(arguments: [4800, 17_600, 24_000])
    func `handles a last piece that is too short for word times`(start: Int) throws {
        var program = RecognizerProgram.whisper(try Whisper.model("tiny.en"), language: "en")
        program.limits.attempts = 1
        let recognizer = try ProcessRecognizer(program, mode: .whole)
        let samples = try Whisper.librivox(930)
        for length in stride(from: 1600, through: 3600, by: 220) + [2480] {
            let words = try Whisper.hear(Array(samples[start..<start + length]), by: recognizer)
            #expect(ResponseCheck.fault(in: words, of: length) == nil)
        }
    }

    @Test func `spells names as in its vocabulary`() throws {
        let samples = try Whisper.librivox(870)
        let told = Vocabulary(names: ["Jon Dashwoode"])
        #expect(try !Whisper.hear(samples, by: Whisper.recognizer("base")).plain.contains("dashwoode"))
        #expect(try Whisper.hear(samples, by: Whisper.recognizer("base", knowing: told)).plain.contains("dashwoode"))
    }

    @Test func `repeats the utterance after it is killed during decoding`() throws {
        let recognizer = try Whisper.recognizer("tiny.en")
        let sound = try [870, 920, 870, 920].flatMap(Whisper.librivox)
        let undisturbed = try Whisper.hear(sound, by: recognizer)
        let before = WhisperHelper.running
        #expect(before.count == 1)
        // Not a task, which would wait for a thread that other tests block.
        let killings = DispatchGroup()
        DispatchQueue(label: "killer").async(group: killings) {
            var killed: Set<WhisperHelper> = []
            try? eventually("two of them were killed") {
                for helper in WhisperHelper.running where killed.count < 2 && helper.nicenessOfDecoding != nil {
                    if killed.insert(helper).inserted { kill(helper.process, SIGKILL) }
                }
                return killed.count == 2
            }
        }
        #expect(try Whisper.hear(sound, by: recognizer) == undisturbed)
        withExtendedLifetime(recognizer) { #expect(WhisperHelper.running.isDisjoint(with: before)) }
        killings.wait()
    }

    @Test func `ends when its socket is closed, also while it decodes`() throws {
        let whisper = try BareWhisper()
        #expect(try whisper.decode(isBehind: false) == 5)
        #expect(whisper.hangUp() == 0)
    }

    @Test func `decodes at full priority when the transcript is late`() throws {
        let whisper = try BareWhisper()
        #expect(try whisper.decode(isBehind: true) == 0)
        #expect(whisper.hangUp() == 0)
    }

    @Test func `reports a model that is English-only, truncated, of another format or missing`() throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        func reason(_ settings: [String: String], _ model: String = "tiny.en") throws -> String {
            var program = RecognizerProgram.whisper(try Whisper.model(model), language: "en")
            program.model.merge(settings) { $1 }
            let error = try #require(throws: RecognizerError.self) { try ProcessRecognizer(program, mode: .whole) }
            #expect(!"\(error)".contains("failed 3 times"), "\(error)")
            return "\(error)"
        }
        #expect(try reason(["language": "de"]).contains("tiny.en is for English only, not de"))
        #expect(try reason(["language": "tlh"], "base").contains("does not support tlh"))
        #expect(try reason(["path": "\(folder)/none.bin"]).contains("\(folder)/none.bin"))
        let whole = try bytes(of: Whisper.model("tiny.en").path)
        try write(Array(whole.prefix(whole.count - 1000)), to: "\(folder)/cut.bin")
        #expect(try reason(["path": "\(folder)/cut.bin"]).contains("\(folder)/cut.bin is incomplete"))
        try write(Array("GGUF".utf8) + whole.dropFirst(4).prefix(1 << 20), to: "\(folder)/gguf.bin")
        #expect(try reason(["path": "\(folder)/gguf.bin"]).contains("\(folder)/gguf.bin is not a Whisper model"))
        #expect(try reason(["vad": "\(folder)/none"]).contains("\(folder)/none"))
    }

    @Test func `continues when its model file is replaced, and reports it when it must reload`() throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let whole = try bytes(of: Whisper.model("tiny.en").path)
        let path = "\(folder)/ggml-mine.bin"
        try write(whole, to: path)
        let recognizer = try ProcessRecognizer(
            .whisper(try WhisperModel(path: path), language: "en"), mode: .whole)
        try mustSucceed(truncate(path, 1 << 20))
        let sound = try Whisper.librivox(930)
        #expect(try Whisper.hear(sound, by: recognizer).plain.contains("made amiable himself"))
        for helper in WhisperHelper.running { kill(helper.process, SIGKILL) }
        let error = try #require(throws: RecognizerError.self) { try Whisper.hear(sound, by: recognizer) }
        #expect("\(error)".contains("\(path) is incomplete"), "\(error)")
        // A whole model of another size, whose words would be kept under the name of this one.
        unlink(path)
        try mustSucceed(symlink(Whisper.model("base").path, path))
        let replaced = try #require(throws: RecognizerError.self) { try Whisper.hear(sound, by: recognizer) }
        #expect("\(replaced)".contains("the model \(path) was replaced"), "\(replaced)")
        unlink(path)
        try write(whole, to: path)
        #expect(try Whisper.hear(sound, by: recognizer).plain.contains("made amiable himself"))
    }

    @Test func `is killed when it exceeds its memory limit`() throws {
        var program = RecognizerProgram.whisper(try Whisper.model("base"), language: "en")
        program.limits.memory = 64 << 20
        let error = try #require(throws: RecognizerError.self) {
            try Whisper.hear(Whisper.librivox(870), by: ProcessRecognizer(program, mode: .whole))
        }
        #expect("\(error)".contains("it took more than 64 MB of memory"), "\(error)")
    }
}

extension String {
    /// The number of occurrences of another string.
    fileprivate func components(of other: String) -> Int {
        var rest = self[...]
        var count = 0
        while let range = rest.firstRange(of: other) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}
