import Foundation
import Sound
import StandupSpeech

/// Recognizes sound files one by one, for the measurements.
///
/// `speech-bench [--names A,B] [--terms A,B] [--general FILE] [--untold] [--partials SECONDS | --live] ENGINE [KEY=VALUE...]`
/// starts the program of an engine (`pocketsphinx`, or `standup-ENGINE` beside this program with settings of its model), reads the
/// paths of sound files (mono, 16 bit, 16 kHz), one a line, and prints one line of JSON for each, once it is recognized. With
/// `--untold` the recognizer is not told the names and terms, and its words are still corrected by them. `--general` is a list of
/// general terms, which Whisper is never told. With `--live` Whisper hears each file as a recording in a meeting, utterance by
/// utterance.
///
/// `speech-bench --who MODEL` reads lines of JSON, `{"profiles": {NAME: [FILE...]}, "owner": NAME or null, "file": FILE}`, and prints
/// one for each, `{"parts": [{"start", "end", "speaker"}]}`: who speaks in the last file, by voice.
@main
enum Main {
    static func main() async throws {
        guard let options = Options(CommandLine.arguments.dropFirst()) else {
            FileHandle.standardError.write(Data(Options.usage.utf8))
            exit(64)
        }
        if let model = options.voices { return try tellVoicesApart(by: model) }
        if options.isInMeeting { return try await transcribeLive(by: options.whisper()) }
        let program = try options.program()
        let vocabulary = try options.vocabulary()
        let isLive = options.partials != nil && options.engine == "pocketsphinx"
        let recognizer = try ProcessRecognizer(
            program, mode: isLive ? .live() : .whole,
            knowing: options.isUntold
                ? Vocabulary() : options.engine == "pocketsphinx" ? vocabulary : vocabulary.chosen)
        let encoder = JSONEncoder()
        // Not print, which would keep lines until there are many.
        let output = FileHandle.standardOutput
        output.write(Data("{}\n".utf8))
        while let path = readLine() {
            let samples = try samples(path)
            let partials =
                switch options.partials {
                case let distance? where isLive: try recognizer.partials(of: samples, every: distance)
                case let distance?: try recognizer.repeatedPartials(of: samples, every: distance)
                case nil: [Recognition.Partial]()
                }
            if !isLive { try recognizer.hear(samples) }
            let start = ContinuousClock.now
            let words = try recognizer.end()
            let recognition = Recognition(
                words, by: recognizer.name, correctedBy: vocabulary, partials: partials, took: start.duration(to: .now))
            output.write(try encoder.encode(recognition) + Data("\n".utf8))
        }
    }

    private static func transcribeLive(by source: RecognizerSource) async throws {
        while let path = readLine() {
            let live = LiveTranscription(of: try StoredRecording(path: path), by: source)
            live.finish()
            var texts: [String] = []
            for try await case .final(let utterance) in live.results { texts.append(utterance.text) }
            FileHandle.standardOutput.write(
                try JSONEncoder().encode(["text": texts.joined(separator: " ")]) + Data("\n".utf8))
        }
    }

    private static func tellVoicesApart(by model: String) throws {
        var trials = try VoiceTrials(model: model)
        while let line = readLine() {
            FileHandle.standardOutput.write(try trials.answer(to: line) + Data("\n".utf8))
        }
    }

    /// The samples of a WAV file with the usual header of 44 bytes.
    static func samples(_ path: String) throws -> [Int16] {
        let data = try Data(contentsOf: URL(filePath: path)).dropFirst(44)
        return stride(from: data.startIndex, to: data.endIndex - 1, by: 2)
            .map { Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8) }
    }
}

/// The arguments.
private struct Options {
    static let usage = """
        usage: speech-bench [--names A,B] [--terms A,B] [--general FILE] [--untold] [--partials SECONDS | --live] ENGINE
                   [KEY=VALUE...]
               speech-bench --who MODEL

        """
    private(set) var engine = ""
    private(set) var partials: Double?
    private(set) var isUntold = false
    private(set) var isInMeeting = false
    /// The model of voices.
    private(set) var voices: String?
    private var settings: [String: String] = [:]
    private var names: [String] = []
    private var terms: [String] = []
    private var general: [String] = []

    init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--names": names = rest.popFirst()?.split(separator: ",").map(String.init) ?? []
            case "--terms": terms = rest.popFirst()?.split(separator: ",").map(String.init) ?? []
            case "--general":
                guard let path = rest.popFirst(), let list = try? String(contentsOfFile: path, encoding: .utf8) else {
                    return nil
                }
                general = list.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
            case "--untold": isUntold = true
            case "--live": isInMeeting = true
            case "--who": voices = rest.popFirst()
            case "--partials":
                guard let distance = rest.popFirst().flatMap(Double.init), distance > 0 else { return nil }
                partials = distance
            case _ where engine.isEmpty: engine = argument
            default:
                guard let equals = argument.firstIndex(of: "=") else { return nil }
                settings[String(argument[..<equals])] = String(argument[argument.index(after: equals)...])
            }
        }
        guard !engine.isEmpty || voices != nil else { return nil }
    }

    func program() throws -> RecognizerProgram {
        guard engine != "pocketsphinx" else { return .pocketSphinx(try model()) }
        return RecognizerProgram(
            name: engine, path: RecognizerProgram.path(of: "standup-\(engine)"), model: settings)
    }

    func whisper() throws -> RecognizerSource {
        .whisper(try WhisperModel(path: settings["path"] ?? ""), language: settings["language"] ?? "en")
    }

    func vocabulary() throws -> Vocabulary {
        guard !names.isEmpty || !terms.isEmpty || !general.isEmpty else { return Vocabulary() }
        return Vocabulary(
            names: names, terms: terms, general: general,
            dictionary: PronunciationDictionary(path: try model().dictionary))
    }

    private func model() throws -> SpeechModel {
        try SpeechModels(environment: ProcessInfo.processInfo.environment).model(for: "en")
    }
}

/// What is printed of a file.
private struct Recognition: Encodable {
    struct Word: Encodable {
        let text: String
        /// Seconds from the first sample.
        let start: Double
        let end: Double
        let confidence: Double
    }

    struct Partial: Encodable {
        /// How much had been heard, in seconds.
        let at: Double
        let text: String
        /// Seconds until it was there.
        let took: Double
    }

    let words: [Word]
    let text: String
    /// The text with names and terms put in the place of what sounds like them.
    let corrected: String
    let partials: [Partial]
    /// Seconds from the end of the utterance to its words.
    let took: Double

    init(
        _ words: [RecognizedWord], by name: String, correctedBy vocabulary: Vocabulary, partials: [Partial],
        took: Duration
    ) {
        self.words = words.map {
            Word(
                text: $0.text, start: Double($0.start) / 16_000, end: Double($0.end) / 16_000,
                confidence: $0.confidence)
        }
        let utterance = RecognizedUtterance(
            words: words.map {
                RecognizedUtterance.Word(
                    text: $0.text, start: Int64($0.start), end: Int64($0.end), confidence: $0.confidence)
            }, recognizer: name)
        text = utterance?.text ?? ""
        corrected = utterance?.corrected(by: vocabulary).text ?? ""
        self.partials = partials
        self.took = took / .seconds(1)
    }
}

extension ProcessRecognizer {
    /// Begins an utterance and hears all of it.
    fileprivate func hear(_ samples: [Int16]) throws {
        try begin()
        _ = try samples.withUnsafeBufferPointer { samples throws(RecognizerError) in try hear(samples) }
    }

    /// The texts of an engine that recognizes while it hears, at equal distances.
    fileprivate func partials(of samples: [Int16], every seconds: Double) throws -> [Recognition.Partial] {
        try begin()
        var partials: [Recognition.Partial] = []
        let length = Int(seconds * 16_000)
        for start in stride(from: 0, to: samples.count, by: length) {
            let began = ContinuousClock.now
            let text = try samples[start..<min(start + length, samples.count)]
                .withUnsafeBufferPointer { samples throws(RecognizerError) in try hear(samples) }
            partials.append(
                Recognition.Partial(
                    at: Double(min(start + length, samples.count)) / 16_000, text: text,
                    took: began.duration(to: .now) / .seconds(1)))
        }
        return partials
    }

    /// The texts of an engine that recognizes whole utterances: the utterance so far, again and again.
    ///
    /// The next one begins at the next multiple of the distance after the last was done.
    fileprivate func repeatedPartials(of samples: [Int16], every seconds: Double) throws -> [Recognition.Partial] {
        var partials: [Recognition.Partial] = []
        var at = seconds
        while Int(at * 16_000) < samples.count {
            let began = ContinuousClock.now
            try hear(Array(samples[..<Int(at * 16_000)]))
            let text = try end().map(\.text).joined(separator: " ")
            let took = began.duration(to: .now) / .seconds(1)
            partials.append(Recognition.Partial(at: at, text: text, took: took))
            at += seconds * max(1, (took / seconds).rounded(.up))
        }
        return partials
    }
}
