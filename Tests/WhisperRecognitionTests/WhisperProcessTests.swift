import Dispatch
import Glibc
import ProgramSupport
import SpeechRecognition
import Testing
import WhisperModels

@testable import RecognizerProcess

@Suite(.needsWhisper, .serialized, .timeLimit(.minutes(10)))
struct `Whisper in a process of its own` {
    @Test(arguments: [
        (
            870,
            "and mr john dashwood had then leisure to consider how much there might be prudently in his power to do for them"
        ),
        (890, "unless to be rather cold-hearted and rather selfish is to be ill-disposed"),
        (920, "had he married a more amiable woman he might have been made still more respectable than he was"),
    ])
    func `hears what is read, with punctuation, times and confidence`(clip: Int, text: String) throws {
        let samples = try Whisper.librivox(clip)
        let words = try Whisper.hear(samples, by: Whisper.recognizer("base"))
        #expect(words.plain == text)
        #expect(words.last?.text.hasSuffix(".") == true)
        #expect(AnswerCheck.fault(in: words, of: samples.count) == nil)
        #expect(words.allSatisfy { $0.confidence > 0.1 })
        // Nobody reads three words in a tenth of a second.
        #expect(words.map(\.end) == words.map(\.end).sorted())
        #expect(words.last.map { $0.end > samples.count / 2 } == true)
    }
}

extension `Whisper in a process of its own` {
    @Test func `says what it takes an utterance to be so far, and the same at its end as without that`() throws {
        let samples = try Whisper.librivox(870)
        let recognizer = try Whisper.recognizer("tiny.en", mode: .live())
        try recognizer.begin()
        var texts: [String] = []
        for start in stride(from: 0, to: samples.count, by: 1600) {
            let step = Array(samples[start..<min(start + 1600, samples.count)])
            let text = try step.withUnsafeBufferPointer { try recognizer.hear($0) }
            if text != texts.last ?? "" { texts.append(text) }
        }
        let words = try recognizer.end()
        #expect(texts.count >= 3 && texts.first.map { !$0.isEmpty } == true, "\(texts)")
        #expect(texts.last.map { $0.contains("Dashwood") } == true, "\(texts)")
        #expect(try words == Whisper.hear(samples, by: Whisper.recognizer("tiny.en")))
        // And none of what is no speech.
        try recognizer.begin()
        let noise = try Soundscape.samples("noise", seconds: 8)
        #expect(try noise.withUnsafeBufferPointer { try recognizer.hear($0) } == "")
    }

    @Test(arguments: ["silence", "noise", "hum", "clicks", "ding"])
    func `hears no word where nobody speaks`(kind: String) throws {
        let recognizer = try Whisper.recognizer(
            "base", knowing: Vocabulary(names: ["Siobhan"], terms: ["Kubernetes"]))
        for seconds in [2, 8, 20] {
            let sound = try Soundscape.samples(kind, seconds: seconds)
            #expect(try Whisper.hear(sound, by: recognizer) == [], "\(kind), \(seconds) s")
        }
        // It is not deaf.
        #expect(try !Whisper.hear(Whisper.librivox(890), by: recognizer).isEmpty)
    }

    @Test func `hears more than half a minute, with the words in order`() throws {
        let recognizer = try Whisper.recognizer("tiny.en")
        let clips = try [870, 920, 930, 870, 920, 930].map(Whisper.librivox)
        let pause = [Int16](repeating: 0, count: 12_000)
        let sound = clips.flatMap { $0 + pause }
        let words = try Whisper.hear(sound, by: recognizer)
        #expect(AnswerCheck.fault(in: words, of: sound.count) == nil)
        let said = words.plain
        #expect(
            said.components(of: "more amiable woman") == 2 && said.components(of: "amiable himself") == 2, "\(said)")
        #expect(words.count > 90 && words.count < 110, "\(words.count)")
    }

    @Test(arguments: [4800, 17_600, 24_000])
    func `survives a rest of speech that is too short for the times of words`(start: Int) throws {
        var program = RecognizerProgram.whisper(try Whisper.model("tiny.en"), language: "en")
        program.limits.attempts = 1
        let recognizer = try ProcessRecognizer(program, mode: .whole)
        let samples = try Whisper.librivox(930)
        for length in stride(from: 1600, through: 3600, by: 220) + [2480] {
            let words = try Whisper.hear(Array(samples[start..<start + length]), by: recognizer)
            #expect(AnswerCheck.fault(in: words, of: length) == nil)
        }
    }

    @Test func `writes names as it was told to`() throws {
        let samples = try Whisper.librivox(870)
        let told = Vocabulary(names: ["Jon Dashwoode"])
        #expect(try !Whisper.hear(samples, by: Whisper.recognizer("base")).plain.contains("dashwoode"))
        #expect(try Whisper.hear(samples, by: Whisper.recognizer("base", knowing: told)).plain.contains("dashwoode"))
    }

    @Test func `hears the utterance again when it is killed while it decodes`() throws {
        let recognizer = try Whisper.recognizer("tiny.en")
        let sound = try [870, 920, 870, 920].flatMap(Whisper.librivox)
        let undisturbed = try Whisper.hear(sound, by: recognizer)
        let before = WhisperHelper.running
        #expect(before.count == 1)
        // Not a task, which would wait for a thread that other tests keep.
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

    @Test func `ends when nobody can ask it any more, also while it decodes`() throws {
        let whisper = try BareWhisper()
        #expect(try whisper.decode(isBehind: false) == 5)
        #expect(whisper.hangUp() == 0)
    }

    @Test func `decodes at full priority when the words are late`() throws {
        let whisper = try BareWhisper()
        #expect(try whisper.decode(isBehind: true) == 0)
        #expect(whisper.hangUp() == 0)
    }

    @Test func `says that its model is for English only, cut off, of another kind or missing`() throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        func reason(_ settings: [String: String], _ model: String = "tiny.en") throws -> String {
            var program = RecognizerProgram.whisper(try Whisper.model(model), language: "en")
            program.model.merge(settings) { $1 }
            let error = try #require(throws: RecognizerError.self) { try ProcessRecognizer(program, mode: .whole) }
            #expect(!"\(error)".contains("failed 3 times"), "\(error)")
            return "\(error)"
        }
        #expect(try reason(["language": "de"]).contains("tiny.en understands English only, not de"))
        #expect(try reason(["language": "tlh"], "base").contains("does not understand the language tlh"))
        #expect(try reason(["path": "\(folder)/none.bin"]).contains("\(folder)/none.bin"))
        let whole = try bytes(of: Whisper.model("tiny.en").path)
        try write(Array(whole.prefix(whole.count - 1000)), to: "\(folder)/cut.bin")
        #expect(try reason(["path": "\(folder)/cut.bin"]).contains("incomplete, \(folder)/cut.bin"))
        try write(Array("GGUF".utf8) + whole.dropFirst(4).prefix(1 << 20), to: "\(folder)/gguf.bin")
        #expect(try reason(["path": "\(folder)/gguf.bin"]).contains("not a Whisper model, \(folder)/gguf.bin"))
        #expect(try reason(["vad": "\(folder)/none"]).contains("\(folder)/none"))
    }

    @Test func `goes on when its model is changed, and says so when it has to read that again`() throws {
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
        #expect("\(error)".contains("incomplete, \(path)"), "\(error)")
        // A whole model of another size, whose words would be kept under the name of this one.
        unlink(path)
        try mustSucceed(symlink(Whisper.model("base").path, path))
        let replaced = try #require(throws: RecognizerError.self) { try Whisper.hear(sound, by: recognizer) }
        #expect("\(replaced)".contains("the model was replaced by another one, \(path)"), "\(replaced)")
        unlink(path)
        try write(whole, to: path)
        #expect(try Whisper.hear(sound, by: recognizer).plain.contains("made amiable himself"))
    }

    @Test func `is stopped when it takes more memory than it may`() throws {
        var program = RecognizerProgram.whisper(try Whisper.model("base"), language: "en")
        program.limits.memory = 64 << 20
        let error = try #require(throws: RecognizerError.self) {
            try Whisper.hear(Whisper.librivox(870), by: ProcessRecognizer(program, mode: .whole))
        }
        #expect("\(error)".contains("it took more than 64 MB of memory"), "\(error)")
    }
}

extension String {
    /// How often another string is in it.
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
