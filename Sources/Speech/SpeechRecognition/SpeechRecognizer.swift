/// A recogniser that hears one utterance at a time: mono, 16 bit, 16 kHz.
///
/// It is made and used on one queue, the decoding queue, and may take as long there as it likes.
public protocol SpeechRecognizer: AnyObject {
    /// The name that is stored with its utterances, such as `pocketsphinx`.
    var name: String { get }

    /// Begins an utterance.
    func begin() throws(RecognizerError)

    /// Hears the utterance's next samples and returns the partial result, the text of the utterance so far.
    func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String

    /// Ends the utterance and returns its words; their times count from the utterance's first sample.
    func end() throws(RecognizerError) -> [RecognizedWord]

    /// Whether the transcript is late, so that a recogniser that yields to other processes should stop yielding. False by
    /// default; recognisers that never yield ignore it.
    var isBehind: Bool { get set }

    /// What it has learned about the microphone (its cepstral mean), for the next recogniser that hears the same
    /// microphone; nil if it learns nothing.
    var learnedState: [Float]? { get }

    /// The failure after which a substitute took over since the last call; nil if there was none.
    func takeSubstitution() -> RecognizerSubstitution?
}

extension SpeechRecognizer {
    /// Ignored.
    public var isBehind: Bool {
        get { false }
        set {}
    }

    /// None.
    public func takeSubstitution() -> RecognizerSubstitution? { nil }
}

/// A word that a recogniser has recognised.
public struct RecognizedWord: Hashable, Sendable {
    /// The word as it is shown.
    public var text: String
    /// Where it starts, in samples at 16 kHz from the utterance's first.
    public var start: Int
    /// Where it ends, exclusive.
    public var end: Int
    /// The confidence, 0 to 1.
    public var confidence: Double

    /// A word.
    public init(text: String, start: Int, end: Int, confidence: Double) {
        self.text = text
        self.start = start
        self.end = end
        self.confidence = confidence
    }
}

/// What can go wrong with a recogniser; `description` is one line that says what, which and what to do.
public enum RecognizerError: Error, Hashable, Sendable {
    /// No model for a language is installed.
    case noModel(language: String, searched: String)
    /// The recogniser failed.
    case failed(name: String, reason: String)
    /// The recogniser cannot be used on this machine; one line that says what, which and what to do.
    case unusable(String)
    /// A speech server gave no words, for a reason and with what to do about it.
    case noAnswer(server: String, reason: String, advice: String, prospect: Prospect)

    /// Whether it is worth asking a speech server again.
    public enum Prospect: Hashable, Sendable {
        /// The same request may work later.
        case later
        /// Other sound may work, the same sound will not.
        case otherSound
        /// No request will work until the user changes something.
        case none
    }
}

extension RecognizerError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .noModel(let language, let searched):
            "no speech model, none for the language \(language) in \(searched), install one "
                + "(standup models install base, for English standup models install) or go without: --recognizer none"
        case .failed(let name, let reason):
            "the recogniser failed, \(name) (\(reason)), the meeting goes on without a transcript"
        case .unusable(let line): line
        case .noAnswer(let server, let reason, let advice, _):
            "the speech server gave no words, \(server) (\(reason)), \(advice)"
        }
    }
}

/// A way to make a recogniser, and the key under which its learned state is stored.
public struct RecognizerSource: Sendable {
    /// The recogniser's name and model, such as `pocketsphinx/en-us`; its learned state is stored under it, for each
    /// microphone.
    public let key: String
    /// Makes a recogniser that starts with the learned state, if there is one. [decoding queue]
    public let make: @Sendable (_ learned: [Float]?) throws(RecognizerError) -> any SpeechRecognizer
    /// Makes a recogniser that also expects the names and terms of a vocabulary, if it can. [decoding queue]
    package let makeKnowing: @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    /// How it transcribes recordings.
    package let stretches: StretchRecognition
    /// The source of partial results; nil if they come from the recogniser itself.
    package var partials: PartialSource?

    /// A source with its key; recordings are transcribed by recognisers without a learned state.
    public init(
        key: String, make: @escaping @Sendable (_ learned: [Float]?) throws(RecognizerError) -> any SpeechRecognizer
    ) {
        self.init(
            key: key, make: make,
            stretches: StretchRecognition(name: key, key: key) { _ throws(RecognizerError) in
                try WholeStretches { () throws(RecognizerError) in try make(nil) }
            }
        )
    }

    /// A source that transcribes recordings in another way.
    package init(
        key: String, make: @escaping @Sendable (_ learned: [Float]?) throws(RecognizerError) -> any SpeechRecognizer,
        stretches: StretchRecognition
    ) {
        self.key = key
        self.make = make
        makeKnowing = { learned, _ throws(RecognizerError) in try make(learned) }
        self.stretches = stretches
    }

    /// A source whose recognisers expect the names and terms of a vocabulary.
    package init(
        key: String,
        makeKnowing:
            @escaping @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) ->
            any SpeechRecognizer,
        stretches: StretchRecognition
    ) {
        self.key = key
        make = { learned throws(RecognizerError) in try makeKnowing(learned, Vocabulary()) }
        self.makeKnowing = makeKnowing
        self.stretches = stretches
    }
}

/// A way to make the recogniser that gives partial results until the final results are there.
package struct PartialSource: Sendable {
    /// The key under which its learned state is stored.
    package let key: String
    /// Makes the recogniser, which starts with the learned state. [decoding queue]
    package let make: @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer

    /// Partial results by the recognisers that `make` makes.
    package init(
        key: String,
        make: @escaping @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    ) {
        self.key = key
        self.make = make
    }

    /// Partial results by the recognisers of a source.
    package init(_ source: RecognizerSource) {
        self.init(key: source.key, make: source.makeKnowing)
    }
}
