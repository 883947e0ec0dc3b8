/// A recognizer of utterances: mono, 16 bit, 16 kHz.
///
/// It is created and used on one queue, the decoding queue, where calls may take any time. One is made for each channel of a
/// meeting, another one for partial results if they have a recognizer of their own, and another one after a failure. It may learn
/// from one utterance for the next; one that transcribes a complete recording must not.
public protocol SpeechRecognizer: AnyObject {
    /// The name stored with its utterances, such as `pocketsphinx`.
    var name: String { get }

    /// Begins an utterance.
    func begin() throws(RecognizerError)

    /// Adds samples, and returns the partial text of the utterance.
    func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String

    /// Ends the utterance and returns its words, with times from its first sample.
    ///
    /// The words are in the order of their starts, and none ends after the last sample.
    func end() throws(RecognizerError) -> [RecognizedWord]

    /// Whether the transcript is late, so that a recognizer with a lowered priority should raise it. False by default;
    /// others ignore it.
    var isBehind: Bool { get set }

    /// The learned state of the microphone (the cepstral mean), for the next recognizer; nil if it learns nothing.
    var learnedState: [Float]? { get }

    /// Returns and clears the fallback since the last call; nil if there was none.
    func takeSubstitution() -> RecognizerSubstitution?
}

extension SpeechRecognizer {
    /// Ignored.
    public var isBehind: Bool {
        get { false }
        set {}
    }

    /// Always nil.
    public func takeSubstitution() -> RecognizerSubstitution? { nil }
}

/// A recognized word.
public struct RecognizedWord: Hashable, Sendable {
    /// The text as displayed.
    public var text: String
    /// The start, in samples at 16 kHz from the start of the utterance.
    public var start: Int
    /// The end, exclusive.
    public var end: Int
    /// The confidence, 0 to 1.
    public var confidence: Double

    /// Creates a word.
    public init(text: String, start: Int, end: Int, confidence: Double) {
        self.text = text
        self.start = start
        self.end = end
        self.confidence = confidence
    }
}

/// An error of a recognizer; `description` is one line with the problem and the remedy.
public enum RecognizerError: Error, Hashable, Sendable, Codable {
    /// No model for a language is installed.
    case noModel(language: String, searched: String)
    /// The recognizer failed.
    case failed(name: String, reason: String)
    /// The recognizer cannot be used on this machine; one line with the problem and the remedy.
    case unusable(String)
    /// A speech server returned no words, with the reason and the remedy.
    case noAnswer(server: String, reason: String, advice: String, retry: Retry)

    /// Whether a request to a speech server is worth repeating.
    public enum Retry: String, Hashable, Sendable, Codable {
        /// The same request may succeed later.
        case later
        /// The same sound will fail, but others may succeed.
        case otherSound
        /// All requests fail until the user changes something.
        case none
    }
}

extension RecognizerError: CustomStringConvertible {
    /// One line: the problem, its object, the remedy.
    public var description: String {
        switch self {
        case .noModel(let language, let searched):
            "no speech model for \(language) in \(searched); install one there, or use another recognizer"
        case .failed(let name, let reason):
            "the recognizer \(name) failed (\(reason)); the recording goes on, and can be transcribed later"
        case .unusable(let line): line
        case .noAnswer(let server, let reason, let advice, _):
            "the speech server \(server) returned no words (\(reason)); \(advice)"
        }
    }
}

/// Creates recognizers, and names their learned state.
public struct RecognizerSource: Sendable {
    /// The recognizer and model, such as `pocketsphinx/en-us`; the learned state of each microphone is stored by this
    /// key.
    public let key: String
    /// Creates a recognizer, with the learned state if there is one. [decoding queue]
    public let make: @Sendable (_ learned: [Float]?) throws(RecognizerError) -> any SpeechRecognizer
    /// Creates a recognizer that also expects a vocabulary, if supported. [decoding queue]
    package let makeWithVocabulary:
        @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    /// The method of transcribing recordings.
    public let segments: SegmentRecognition
    /// The source of partial results; nil if the recognizer itself returns them.
    package var partials: PartialSource?
    /// Why a better recognizer does not transcribe, although nobody chose this one; nil if there is nothing to say.
    package var shortcoming: RecognizerError?

    /// Creates a source that transcribes recordings with recognizers without a learned state.
    public init(
        key: String, make: @escaping @Sendable (_ learned: [Float]?) throws(RecognizerError) -> any SpeechRecognizer
    ) {
        self.init(
            key: key, make: make,
            segments: SegmentRecognition(name: key, key: key) { _ throws(RecognizerError) in
                try UtteranceSegmentRecognizer { () throws(RecognizerError) in try make(nil) }
            }
        )
    }

    /// Creates a source with another method of transcribing recordings.
    init(
        key: String, make: @escaping @Sendable (_ learned: [Float]?) throws(RecognizerError) -> any SpeechRecognizer,
        segments: SegmentRecognition
    ) {
        self.key = key
        self.make = make
        makeWithVocabulary = { learned, _ throws(RecognizerError) in try make(learned) }
        self.segments = segments
    }

    init(
        key: String,
        makeWithVocabulary:
            @escaping @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) ->
            any SpeechRecognizer,
        segments: SegmentRecognition
    ) {
        self.key = key
        make = { learned throws(RecognizerError) in try makeWithVocabulary(learned, Vocabulary()) }
        self.makeWithVocabulary = makeWithVocabulary
        self.segments = segments
    }

    /// The source with terms that may be said in any meeting, numbers in digits or as they are spoken, and what tells voices
    /// apart.
    package func expecting(
        _ generalTerms: [String], writesNumbers: Bool, voices: VoiceRecognition? = nil
    ) -> RecognizerSource {
        var segments = segments
        (segments.generalTerms, segments.writesNumbers, segments.voices) = (generalTerms, writesNumbers, voices)
        var source = RecognizerSource(key: key, makeWithVocabulary: makeWithVocabulary, segments: segments)
        (source.partials, source.shortcoming) = (partials, shortcoming)
        return source
    }
}

/// Creates recognizers for partial results, shown until the final results arrive.
package struct PartialSource: Sendable {
    /// The key of its learned state.
    package let key: String
    /// Creates a recognizer with the learned state. [decoding queue]
    package let make: @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer

    init(
        key: String,
        make: @escaping @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    ) {
        self.key = key
        self.make = make
    }

    package init(_ source: RecognizerSource) {
        self.init(key: source.key, make: source.makeWithVocabulary)
    }
}
