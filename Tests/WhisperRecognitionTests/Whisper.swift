import Glibc
import StandupSpeech
import Testing
import TestSupport

/// The models and sounds for the Whisper tests.
enum Whisper {
    /// A model, `base` or `tiny.en`, from the folder in `STANDUP_WHISPER_MODELS`, else the installed one.
    static func model(_ name: String) throws -> WhisperModel { try WhisperModel(path: path(of: name)) }

    /// The path of a model, which need not exist.
    static func path(of name: String) -> String { folder.map { "\($0)/ggml-\(name).bin" } ?? installed.file(of: name) }

    /// Whether the program is built and the models exist.
    static var isThere: Bool {
        access(program, X_OK) == 0 && ["base", "tiny.en"].allSatisfy { (try? model($0)) != nil }
    }

    static var program: String { RecognizerProgram.path(of: "standup-whisper") }

    private static var folder: String? { getenv("STANDUP_WHISPER_MODELS").map { String(cString: $0) } }

    private static var installed: WhisperModelFolder {
        WhisperModelFolder(
            environment: [String: String](
                uniqueKeysWithValues: ["HOME", "XDG_DATA_HOME"]
                    .compactMap { (name: String) in getenv(name).map { (name, String(cString: $0)) } }))
    }

    /// A sentence of `Sense and Sensibility`, from Debian's pocketsphinx-testdata, and its text.
    static func librivox(_ number: Int) throws -> [Int16] {
        let folder = "/usr/share/pocketsphinx/test/data/librivox"
        return try wave("\(folder)/sense_and_sensibility_01_austen_64kb-0\(number).wav")
    }

    /// The samples of a WAV file: mono, 16 kHz.
    static func wave(_ path: String) throws -> [Int16] {
        let bytes = try bytes(of: path).dropFirst(44)
        return stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
            .map { Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8) }
    }

    /// The words that a recognizer returns for a sound.
    static func hear(_ samples: [Int16], by recognizer: some SpeechRecognizer) throws -> [RecognizedWord] {
        try recognizer.begin()
        _ = try samples.withUnsafeBufferPointer { samples throws(RecognizerError) in try recognizer.hear(samples) }
        return try recognizer.end()
    }

    /// A recognizer with a model.
    static func recognizer(
        _ name: String, language: String = "en", mode: RecognizerLoad.Mode = .whole,
        knowing vocabulary: Vocabulary = Vocabulary()
    ) throws -> ProcessRecognizer {
        try ProcessRecognizer(.whisper(try model(name), language: language), mode: mode, knowing: vocabulary)
    }
}

extension Trait where Self == ConditionTrait {
    /// For tests that recognize speech with Whisper.
    static var needsWhisper: Self {
        .enabled(
            if: Whisper.isThere,
            "needs standup-whisper (tools/speech --debug) and the models base and tiny.en (STANDUP_WHISPER_MODELS)")
    }
}

extension [RecognizedWord] {
    /// The transcribed text in lower case, without punctuation.
    var plain: String {
        map { $0.text.lowercased().filter { $0.isLetter || $0.isNumber || $0 == "-" } }.joined(separator: " ")
    }
}
