/// A recogniser that hears one utterance at a time: mono, 16 bit, 16 kHz.
///
/// It is made and used on one queue, the decoding queue, and may take as long there as it likes.
public protocol SpeechRecognizer: AnyObject {
    /// The name under which its utterances are kept, such as `pocketsphinx`.
    var name: String { get }

    /// Begins an utterance.
    func begin() throws(RecognizerError)

    /// Hears the utterance's next samples and returns what it takes all of it to be so far.
    func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String

    /// Ends the utterance and returns its words; their times count from the utterance's first sample.
    func end() throws(RecognizerError) -> [RecognizedWord]

    /// Whether the words are late already, so that the utterance's end is worth all of the processor's time; false unless
    /// it is set, and of no effect on recognisers that take the same time in any case.
    var isBehind: Bool { get set }

    /// What it has learned about the microphone (its cepstral mean), to be handed to the next recogniser that hears
    /// the same one; nil if it learns nothing.
    var learnedState: [Float]? { get }

    /// The failure that another recogniser has made good since this was last called; nil if there was none.
    func takeSubstitution() -> RecognizerSubstitution?
}

extension SpeechRecognizer {
    /// It takes the same time in any case.
    public var isBehind: Bool {
        get { false }
        set {}
    }

    /// None.
    public func takeSubstitution() -> RecognizerSubstitution? { nil }
}

/// A word as a recogniser hears it.
public struct RecognizedWord: Hashable, Sendable {
    /// The word as it is shown.
    public var text: String
    /// Where it starts, in samples at 16 kHz from the utterance's first.
    public var start: Int
    /// Where it ends, exclusive.
    public var end: Int
    /// How sure the recogniser is, 0 to 1.
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

    /// What may come of asking a speech server again.
    public enum Prospect: Hashable, Sendable {
        /// The same may do better later.
        case later
        /// Other sound may do better; the same will not.
        case otherSound
        /// Nothing, before somebody changes something.
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

/// A way to make a recogniser, and the key under which it keeps what it learns.
public struct RecognizerSource: Sendable {
    /// The recogniser's name and model, such as `pocketsphinx/en-us`; what it learned is kept under it per microphone.
    public let key: String
    /// Makes a recogniser that starts with what was learned before, if anything was. [decoding queue]
    public let make: @Sendable (_ learned: [Float]?) throws(RecognizerError) -> any SpeechRecognizer
    /// Makes a recogniser that also knows names and terms, if there is one. [decoding queue]
    package let makeKnowing: @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    /// How it recognises what has been recorded.
    package let stretches: StretchRecognition
    /// Shows words while somebody speaks, until its own words are there; nil if its own are shown as they come.
    package var partials: PartialSource?

    /// A source with its key; stretches are heard by recognisers that have learned nothing.
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

    /// A source that recognises recordings in a way of its own.
    package init(
        key: String, make: @escaping @Sendable (_ learned: [Float]?) throws(RecognizerError) -> any SpeechRecognizer,
        stretches: StretchRecognition
    ) {
        self.key = key
        self.make = make
        makeKnowing = { learned, _ throws(RecognizerError) in try make(learned) }
        self.stretches = stretches
    }

    /// A source whose recognisers know the names and terms that are likely to be said.
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

/// A way to make the recogniser whose words are shown until the final ones are there.
package struct PartialSource: Sendable {
    /// The key under which it keeps what it learns.
    package let key: String
    /// Makes the recogniser, which starts with what was learned before. [decoding queue]
    package let make: @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer

    /// Partial words by recognisers of a kind.
    package init(
        key: String,
        make: @escaping @Sendable (_ learned: [Float]?, Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
    ) {
        self.key = key
        self.make = make
    }

    /// Partial words by the recognisers of a source.
    package init(_ source: RecognizerSource) {
        self.init(key: source.key, make: source.makeKnowing)
    }
}
