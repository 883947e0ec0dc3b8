/// A recogniser that hears a stretch of speech as a whole.
///
/// What it understands of a stretch does not depend on what it has heard before: stretches may come in any order, go to
/// several recognisers of a kind at once, and be heard again with the same result.
package protocol StretchRecognizer: Sendable {
    /// The name under which its utterances are kept, such as `pocketsphinx`.
    var name: String { get }

    /// Recognises a stretch. [any thread]
    ///
    /// It may take as long as it likes, and gives up soon after its task was cancelled, with whatever error.
    ///
    /// - Returns: What was said, in order, none if nothing was; places are samples at 16 kHz from the stretch's first.
    func recognize(_ stretch: SpeechStretch) async throws(RecognizerError) -> [RecognizedUtterance]

    /// The failure on the last stretch that another recogniser has made good; nil if there was none, or it was told.
    func takeSubstitution() -> RecognizerSubstitution?
}

extension StretchRecognizer {
    /// None.
    package func takeSubstitution() -> RecognizerSubstitution? { nil }
}

/// A stretch of sound that is recognised as a whole, and what is known of it.
package struct SpeechStretch: Hashable, Sendable {
    /// The sound: mono, 16 bit, 16 kHz.
    package let samples: [Int16]
    /// The BCP 47 tag of the language spoken in it.
    package let language: String
    /// Names and terms that are likely to be said, and what was said before; "" if nothing is known.
    package let prompt: String

    /// A stretch.
    package init(samples: [Int16], language: String, prompt: String = "") {
        self.samples = samples
        self.language = language
        self.prompt = prompt
    }
}

/// Where a recording is cut into the stretches that are recognised.
package enum StretchCutting: Hashable, Sendable {
    /// At pauses, so that no stretch is longer than about 15 s, and where the speaker changes.
    case atPauses
    /// Only where the speaker changes, and at the best pause before a stretch gets longer than this.
    case atTurns(limit: Duration)
}

/// A way to recognise whole recordings.
package struct StretchRecognition: Sendable {
    /// The name under which its utterances and its transcript are kept, such as `pocketsphinx`.
    package let name: String
    /// What its words depend on besides the sound: recogniser, model, language.
    ///
    /// What an unfinished transcription has heard is kept under it; it is no place for secrets.
    package let key: String
    /// The stretches that it wants.
    package let cutting: StretchCutting
    /// How many recognisers may be at work at once; nil if any number may.
    package let atMost: Int?
    /// Makes one of them, which may know names and terms that are likely to be said. [any thread]
    package let make: @Sendable (Vocabulary) throws(RecognizerError) -> any StretchRecognizer
    /// How its words are pronounced, as far as that is known.
    package var pronunciations: PronunciationDictionary?
    /// What one recogniser may take of this machine's memory, in bytes.
    package var memory = 0

    /// A way to recognise whole recordings.
    package init(
        name: String,
        key: String,
        cutting: StretchCutting = .atPauses,
        atMost: Int? = nil,
        pronunciations: PronunciationDictionary? = nil,
        make: @escaping @Sendable (Vocabulary) throws(RecognizerError) -> any StretchRecognizer
    ) {
        self.name = name
        self.key = key
        self.cutting = cutting
        self.atMost = atMost
        self.make = make
        self.pronunciations = pronunciations
    }
    /// How many recognisers may be at work on a machine with so many cores and so much free memory in bytes, if that is
    /// known; at least one.
    package func jobs(cores: Int, freeMemory: Int?) -> Int {
        let room = memory > 0 ? (freeMemory ?? .max) / memory : .max
        return max(1, min(cores, room, atMost ?? cores))
    }
}
