@testable import StandupSpeech
import Testing
import TestSupport

@Suite final class WhisperModelTests {
    private let data: String
    private let models: WhisperModelFolder

    init() throws {
        data = try makeTemporaryFolder()
        models = WhisperModelFolder(environment: ["XDG_DATA_HOME": data])
    }

    deinit {
        removeFolder(data)
    }

    @Test func `Models are in a folder beside PocketSphinx's`() {
        let home = WhisperModelFolder(environment: ["HOME": "/h"]).path
        let data = WhisperModelFolder(environment: ["XDG_DATA_HOME": "/d", "HOME": "/h"]).path
        #expect(data == "/d/standup-models/whisper")
        #expect(home == "/h/.local/share/standup-models/whisper")
        #expect(WhisperModelFolder(environment: ["XDG_DATA_HOME": "d", "HOME": "/h"]).path == home)
        #expect(models.installed().isEmpty && models.detector == nil && models.best(for: "en") == nil)
    }

    @Test func `A model's name comes from its file, its languages from its header`() throws {
        let path = try SmallWhisperModel().install("base", in: models.path)
        let english = try SmallWhisperModel(vocabulary: 51_864).install("own", in: "\(data)/elsewhere")
        let base = try models.model(named: "base")
        #expect(base.name == "base" && base.path == path && base.key == "whisper/base")
        #expect(base.size == SmallWhisperModel().bytes.count)
        #expect(!base.isEnglishOnly && base.supports("de") && base.supports("en-GB"))
        let own = try models.model(named: english)
        #expect(own.name == "own" && own.isEnglishOnly && own.supports("en_GB.UTF-8") && !own.supports("de"))
        #expect(models.installed() == [base])
    }

    @Test func `The smallest model for the language returns the partial results`() throws {
        try SmallWhisperModel(audioLayers: 2).install("base", in: models.path)
        try SmallWhisperModel(vocabulary: 51_864).install("tiny.en", in: models.path)
        let base = try models.model(named: "base")
        let tiny = try models.model(named: "tiny.en")
        #expect(tiny.size < base.size)
        #expect(models.forPartials(in: "en", or: base) == tiny)
        #expect(models.forPartials(in: "de", or: base) == base)
        let own = try WhisperModel(path: SmallWhisperModel().install("own", in: "\(data)/elsewhere"))
        removeFolder(models.path)
        #expect(models.forPartials(in: "de", or: own) == own)
    }

    @Test(arguments: [0, 1, 8])
    func `A truncated file is incomplete, wherever it ends`(type: Int) throws {
        let bytes = SmallWhisperModel(type: type).bytes
        let path = "\(data)/ggml-half.bin"
        for length in stride(from: 49, to: bytes.count, by: 97) + [bytes.count - 1] {
            try write(Array(bytes.prefix(length)), to: path)
            #expect(throws: WhisperModelError.incomplete(path: path), "\(length) bytes") {
                try WhisperModel(path: path)
            }
        }
        try write(bytes, to: path)
        #expect(try WhisperModel(path: path).name == "half")
    }

    @Test(arguments: [
        [], Array("GGUF and more".utf8), Array("standup\n".utf8), [UInt8](repeating: 0, count: 4096),
        Array("lmgg".utf8) + [UInt8](repeating: 0xff, count: 4096),
        Array("lmgg".utf8) + [UInt8](repeating: 1, count: 4096), SmallWhisperModel(vocabulary: 32_000).bytes,
        SmallWhisperModel(audioLayers: 1100).bytes, SmallWhisperModel().bytes + [UInt8](repeating: 0, count: 12),
        SmallWhisperModel(type: 99).bytes,
    ])
    func `A file of another format is not a Whisper model`(bytes: [UInt8]) throws {
        let path = "\(data)/ggml-other.bin"
        try write(bytes, to: path)
        #expect(throws: WhisperModelError.notWhisper(path: path)) { try WhisperModel(path: path) }
    }

    @Test func `A missing or invalid file is an error with a remedy in one line`() throws {
        #expect(throws: WhisperModelError.notInstalled(name: "base", folder: models.path)) {
            try models.model(named: "base")
        }
        let missing = #expect(throws: WhisperModelError.self) { try WhisperModel(path: "/nowhere/ggml-base.bin") }
        #expect(missing?.description.contains("/nowhere/ggml-base.bin (No such file") == true)
        for path in ["/", "/dev/null"] {
            #expect(throws: WhisperModelError.unreadable(path: path, reason: "it is not a file")) {
                try WhisperModel(path: path)
            }
        }
    }

    @Test func `A model for English is refused for another language, in one line`() throws {
        try SmallWhisperModel(vocabulary: 51_864).install("tiny.en", in: models.path)
        let model = try models.model(named: "tiny.en")
        try model.check("en-US")
        let error = #expect(throws: WhisperModelError.self) { try model.check("de-AT") }
        let line =
            "the model tiny.en is for English only, not de-AT; use a model without .en, such as base"
        #expect(error?.description == line)
        try SmallWhisperModel().install("tiny", in: models.path)
        #expect(throws: WhisperModelError.noLanguage("tlh")) { try models.model(named: "tiny").check("tlh") }
    }

    @Test func `The best model is the largest that understands the language`() throws {
        let english = SmallWhisperModel(vocabulary: 51_864)
        try english.install("tiny.en", in: models.path)
        #expect(models.best(for: "en")?.name == "tiny.en")
        #expect(models.best(for: "de") == nil)
        try SmallWhisperModel().install("tiny", in: models.path)
        #expect(models.best(for: "en")?.name == "tiny.en" && models.best(for: "de")?.name == "tiny")
        try SmallWhisperModel(audioLayers: 2, textLayers: 2, type: 8).install("base-q8_0", in: models.path)
        #expect(models.best(for: "en")?.name == "base-q8_0" && models.best(for: "ko")?.name == "base-q8_0")
        try SmallWhisperModel(audioLayers: 2, textLayers: 2).install("base", in: models.path)
        #expect(models.best(for: "en")?.name == "base" && models.best(for: "yue") == nil)
        try SmallWhisperModel(vocabulary: 51_866, audioLayers: 3).install("large-v3-turbo", in: models.path)
        #expect(models.best(for: "yue")?.name == "large-v3-turbo")
    }

    @Test func `An incomplete model is not listed`() throws {
        try SmallWhisperModel().install("base", in: models.path)
        try write(SmallWhisperModel().bytes.dropLast(), to: models.file(of: "small"))
        try write("x", to: "\(models.path)/ggml-silero-v6.2.0.bin")
        #expect(models.installed().map(\.name) == ["base"])
        #expect(models.names == ["base", "small"])
        #expect(models.detector == "\(models.path)/ggml-silero-v6.2.0.bin")
    }

    @Test(arguments: [
        ("en", "en"), ("de-CH", "de"), ("ko_KR.UTF-8", "ko"), ("nb-NO", "no"), ("EN", "en"), ("zh-Hant-TW", "zh"),
        ("fil", "tl"), ("haw", "haw"), ("iw", "he"), ("jv", "jw"), ("yue-HK", "yue"),
    ])
    func `A language has Whisper's code`(language: String, code: String) {
        #expect(WhisperLanguage(language)?.code == code)
    }

    @Test(arguments: ["", "C", "tlh", "../en", "x-en", "english"])
    func `A language that Whisper does not support is nil`(text: String) {
        #expect(WhisperLanguage(text) == nil)
    }

    @Test func `Whisper supports a hundred languages`() {
        #expect(WhisperLanguage.all.count == 100)
    }

    @Test func `The process gets the file, its size, the language and the threads`() throws {
        let path = try SmallWhisperModel().install("base", in: models.path)
        let model = try models.model(named: "base")
        let program = RecognizerProgram.whisper(model, language: "de_AT.UTF-8", threads: 2)
        #expect(program.model == ["path": path, "size": "\(model.size)", "language": "de", "threads": "2"])
        #expect(program.name == "whisper/base" && program.path.hasSuffix("/standup-whisper"))
        #expect(RecognizerProgram.whisper(model, language: "ko").model["threads"] == "1")
        let source = RecognizerSource.whisper(model, language: "de")
        #expect(source.key == "whisper/base" && source.segments.name == "whisper/base")
        let english = RecognizerSource.whisper(model, language: "en").segments
        #expect(source.segments.key != english.key)
    }
}
