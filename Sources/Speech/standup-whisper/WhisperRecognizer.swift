import CWhisper
import Glibc
package import StandupSpeech

/// Recognizes utterances with Whisper, each as a whole. [one thread at a time]
///
/// Utterances without speech according to Silero's detector are not decoded, because Whisper would invent words. Pauses
/// are kept, because removing them changes the words.
@safe package final class WhisperRecognizer: SpeechRecognizer {
    package struct Setup {
        package var model: WhisperModel
        /// The path of the voice activity detector's model.
        package var detector: String
        package var language: WhisperLanguage
        package var threads: Int
        /// Names and terms that are likely to be said.
        package var vocabulary: [Vocabulary.PronouncedTerm]
        package var hasPartials: Bool

        package init(
            model: WhisperModel, detector: String, language: WhisperLanguage, threads: Int = 1,
            vocabulary: [Vocabulary.PronouncedTerm] = [], hasPartials: Bool = false
        ) {
            self.model = model
            self.detector = detector
            self.language = language
            self.threads = threads
            self.vocabulary = vocabulary
            self.hasPartials = hasPartials
        }
    }

    package let name = title
    /// Always nil: Whisper learns nothing between utterances.
    package let learnedState: [Float]? = nil
    /// Whether the transcript is late; decoding then runs without `niceness`.
    package var isBehind = false

    private static let title = "whisper"
    /// The niceness of decoding while the transcript is not late.
    private static let niceness: Int32 = 5
    /// The maximum for the short audio context: up to 15 s, which takes half the time for the same words.
    private static let longestWithShortContext = 240_000
    /// Half of the encoder's 1500 positions: 15.36 s.
    private static let shortContext: Int32 = 768
    /// The beam size for final results, which takes a third more time than greedy decoding.
    ///
    /// Measured: base then gets 20 of 2,088 words wrong instead of 24, and finds 72 of 81 names and terms instead of
    /// 70; in noisy rooms it gets 86 of 1,512 wrong instead of 260. A beam size of 5 is no better.
    private static let beamSize: Int32 = 3

    private let whisper: OpaquePointer
    private let language: String
    private let prompt: String
    private let threads: Int32
    /// The delay of word ends, in samples.
    private let delay: Int
    private let hasPartials: Bool
    private var samples: [Float] = []
    private var partial = PartialResultSchedule()
    private var text = ""

    /// Loads a model, which takes up to a second, and twice its file size in memory.
    package init(_ setup: Setup) throws(RecognizerError) {
        let version = try Self.checkedVersion()
        guard unsafe standup_whisper_knows_language(setup.language.code) else {
            throw Self.failure("whisper.cpp \(version) does not know the language \(setup.language.code)")
        }
        let (heads, layers) = Self.heads(setup.model.alignment)
        guard
            let whisper = unsafe standup_whisper_load(setup.model.path, setup.detector, heads, Int32(layers))
        else {
            throw Self.failure(
                "whisper.cpp cannot load \(setup.model.path): \(unsafe String(cString: standup_whisper_error()))")
        }
        unsafe self.whisper = whisper
        language = setup.language.code
        prompt = SpeechPrompt(setup.vocabulary).text
        threads = Int32(clamping: max(setup.threads, 1))
        delay = setup.model.alignment.delay
        hasPartials = setup.hasPartials
    }

    deinit {
        unsafe standup_whisper_free(whisper)
    }

    /// The version of the library; throws if the program was built for another one.
    static func checkedVersion() throws(RecognizerError) -> String {
        let (built, loaded) = unsafe (
            String(cString: standup_whisper_expected_version()), String(cString: standup_whisper_version())
        )
        guard built == loaded else {
            throw failure(
                "it was built for whisper.cpp \(built), but \(loaded) is installed, run tools/speech again")
        }
        return loaded
    }

    package func begin() {
        samples = []
        partial.begin()
        text = ""
    }

    /// Adds samples and returns the partial text, whose decoding can take a second.
    package func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        unsafe self.samples += samples.map { Float($0) / 32_768 }
        if hasPartials, partial.isDue(at: self.samples.count) {
            let start = ContinuousClock.now
            text = try words(isFinal: false).map(\.text).joined(separator: " ")
            // Whisper ends incomplete sentences with dots.
            while text.last == "." { text.removeLast() }
            partial.note(at: self.samples.count, took: start.duration(to: .now))
        }
        return text
    }

    package func end() throws(RecognizerError) -> [RecognizedWord] {
        defer { samples = [] }
        return try words(isFinal: true)
    }

    /// The words of the utterance so far.
    private func words(isFinal: Bool) throws(RecognizerError) -> [RecognizedWord] {
        var words: [RecognizedWord] = []
        for chunk in DecodingChunks.chunks(of: samples) {
            words += try decode(Array(samples[chunk]), isFinal: isFinal)
                .map { word in
                    var word = word
                    word.start += chunk.lowerBound
                    word.end += chunk.lowerBound
                    return word
                }
        }
        return words
    }

    private func decode(_ samples: [Float], isFinal: Bool) throws(RecognizerError) -> [RecognizedWord] {
        let niceness = isBehind ? 0 : Self.niceness
        let spoken = try unsafe SpokenSegments(in: samples, by: whisper, niceness: niceness)
        guard !spoken.isEmpty else { return [] }
        let isShort = samples.count <= Self.longestWithShortContext
        let isDecoded = unsafe language.withCString { language in
            unsafe prompt.withCString { prompt in
                var options = unsafe standup_whisper_options(
                    language: language, prompt: prompt, threads: threads, beam_size: isFinal ? Self.beamSize : 1,
                    audio_context: isShort ? Self.shortContext : 0, is_single_segment: isShort)
                return unsafe standup_whisper_decode(whisper, samples, Int32(samples.count), niceness, &options)
            }
        }
        guard isDecoded else {
            throw Self.failure("whisper.cpp failed: \(unsafe String(cString: standup_whisper_error()))")
        }
        // With the short context, invented words are probable too.
        let tokens = isShort ? tokens : tokens.probable
        return WhisperTranscript.words(of: tokens, spoken: spoken, samples: samples.count)
    }

    private var tokens: [WhisperToken] {
        unsafe (0..<standup_whisper_token_count(whisper)).map { index in
            let token = unsafe standup_whisper_token(whisper, index)
            return unsafe WhisperToken(
                bytes: Array(UnsafeRawBufferPointer(start: token.text, count: strlen(token.text))),
                segment: Int(token.segment), logProbability: Double(token.log_probability),
                end: token.end < 0 ? nil : max(Int(token.end) * 160 - delay, 0))
        }
    }

    private static func heads(_ alignment: WhisperAlignment) -> (standup_whisper_heads, layers: Int) {
        switch alignment {
        case .tiny(true): (STANDUP_WHISPER_HEADS_TINY_EN, 0)
        case .tiny(false): (STANDUP_WHISPER_HEADS_TINY, 0)
        case .base(true): (STANDUP_WHISPER_HEADS_BASE_EN, 0)
        case .base(false): (STANDUP_WHISPER_HEADS_BASE, 0)
        case .small(true): (STANDUP_WHISPER_HEADS_SMALL_EN, 0)
        case .small(false): (STANDUP_WHISPER_HEADS_SMALL, 0)
        case .medium(true): (STANDUP_WHISPER_HEADS_MEDIUM_EN, 0)
        case .medium(false): (STANDUP_WHISPER_HEADS_MEDIUM, 0)
        case .large: (STANDUP_WHISPER_HEADS_LARGE_V2, 0)
        case .largeV3: (STANDUP_WHISPER_HEADS_LARGE_V3, 0)
        case .largeV3Turbo: (STANDUP_WHISPER_HEADS_LARGE_V3_TURBO, 0)
        case .upperLayers(let layers): (STANDUP_WHISPER_HEADS_TOP, layers)
        }
    }

    private static func failure(_ reason: String) -> RecognizerError { .failed(name: title, reason: reason) }
}
