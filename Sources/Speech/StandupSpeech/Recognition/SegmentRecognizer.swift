/// A recognizer of complete speech segments.
///
/// The result is independent of other segments: segments may come in any order, be distributed among recognizers of a
/// kind, and be repeated with the same result.
package protocol SegmentRecognizer: Sendable {
    /// The name stored with its utterances, such as `pocketsphinx`.
    var name: String { get }

    /// Recognizes a segment. [any thread]
    ///
    /// It may take any time. After its task is canceled it soon throws any error.
    ///
    /// - Returns: The utterances in order; positions are samples at 16 kHz from the start of the segment.
    func recognize(_ segment: SpeechSegment) async throws(RecognizerError) -> [RecognizedUtterance]

    /// Returns and clears the fallback on the last segment; nil if there was none.
    func takeSubstitution() -> RecognizerSubstitution?
}

extension SegmentRecognizer {
    package func takeSubstitution() -> RecognizerSubstitution? { nil }
}

package struct SpeechSegment: Hashable, Sendable {
    /// The samples: mono, 16 bit, 16 kHz.
    package let samples: [Int16]
    /// The BCP 47 tag of the spoken language.
    package let language: String
    /// Likely names and terms, and the preceding words; "" if unknown.
    package let prompt: String

    init(samples: [Int16], language: String, prompt: String = "") {
        self.samples = samples
        self.language = language
        self.prompt = prompt
    }
}

/// The rule for cutting a recording into segments.
package enum Segmentation: Hashable, Sendable {
    /// At pauses, into segments of up to about 15 s, and at speaker changes.
    ///
    /// With a window, short ones are joined up to its length, and long pauses are segments too: the recognizer detects
    /// speech itself, and hears what the endpointer has missed.
    case atPauses(window: Duration = .zero)
    /// At speaker changes, and at the best pause in a segment longer than the limit.
    case atTurns(limit: Duration)

    /// The length of windows in samples; 0 without.
    var window: Int64 {
        guard case .atPauses(let window) = self else { return 0 }
        return window.components.seconds * Int64(SpeechConverter.sampleRate)
    }

    /// The longest pause within a window, in samples: 2 s.
    static let longestPause: Int64 = 32_000
    /// The overlap before the first word after a cut: 300 ms.
    static let preRoll: Int64 = 4800
    /// The length of a segment beyond a speaker change or a cut, so that the last word is complete: 0.5 s.
    static let lookahead: Int64 = 8000

    /// The next segment of a pause: its own samples, and those heard, which overlap with its neighbours.
    ///
    /// Nil if the pause is short. While it goes on, also nil until what follows the segment is long enough to be one.
    func segment(ofPause pause: Range<Int64>, isOver: Bool) -> (own: Range<Int64>, heard: Range<Int64>)? {
        let longest = window - Self.preRoll - Self.lookahead
        let rest = Int64(pause.count)
        guard window > 0, rest > Self.longestPause + (isOver ? 0 : longest) else { return nil }
        let length = rest > longest + Self.longestPause ? longest : rest > longest ? rest / 2 : rest
        let own = pause.lowerBound..<pause.lowerBound + length
        return (own, max(own.lowerBound - Self.preRoll, 0)..<min(own.upperBound + Self.lookahead, pause.upperBound))
    }
}

/// A method of transcribing recordings.
public struct SegmentRecognition: Sendable {
    /// The name stored with its utterances and its transcript, such as `pocketsphinx`.
    public let name: String
    /// Identifies all that determines the words of a sound: recognizer, model, language.
    ///
    /// It identifies the drafts of unfinished transcriptions, and must contain no secrets.
    public let key: String
    package let segmentation: Segmentation
    /// The maximum number of parallel recognizers; nil for any number.
    let atMost: Int?
    /// Creates a recognizer, which may use the vocabulary. [any thread]
    package let make: @Sendable (Vocabulary) throws(RecognizerError) -> any SegmentRecognizer
    /// The pronunciations of its words, if known.
    package var pronunciations: PronunciationDictionary?
    /// Terms that may be said in any meeting.
    package var generalTerms: [String] = []
    /// Whether numbers of its words are written in digits.
    package var writesNumbers = false
    /// Tells the voices of speakers apart; nil if that is not possible.
    package var voices: VoiceRecognition?
    /// The memory of one recognizer, in bytes.
    var memory = 0

    package init(
        name: String,
        key: String,
        segmentation: Segmentation = .atPauses(),
        atMost: Int? = nil,
        pronunciations: PronunciationDictionary? = nil,
        make: @escaping @Sendable (Vocabulary) throws(RecognizerError) -> any SegmentRecognizer
    ) {
        self.name = name
        self.key = key
        self.segmentation = segmentation
        self.atMost = atMost
        self.make = make
        self.pronunciations = pronunciations
    }

    /// The number of recognizers for the cores and free memory (in bytes, nil if unknown) of a machine; at least one.
    package func jobs(cores: Int, freeMemory: Int?) -> Int {
        let room = memory > 0 ? (freeMemory ?? .max) / memory : .max
        return max(1, min(cores, room, atMost ?? cores))
    }
}
