/// A recogniser that hears a stretch of speech as a whole.
///
/// Its result does not depend on earlier stretches: stretches may come in any order, go to several recognisers of a kind at
/// once, and be recognised again with the same result.
package protocol StretchRecognizer: Sendable {
    /// The name that is stored with its utterances, such as `pocketsphinx`.
    var name: String { get }

    /// Recognises a stretch. [any thread]
    ///
    /// It may take any time. It gives up soon after its task was cancelled, with any error.
    ///
    /// - Returns: The utterances in order; positions are samples at 16 kHz from the stretch's first.
    func recognize(_ stretch: SpeechStretch) async throws(RecognizerError) -> [RecognizedUtterance]

    /// The failure on the last stretch after which a substitute took over; nil if there was none, or after it was read.
    func takeSubstitution() -> RecognizerSubstitution?
}

extension StretchRecognizer {
    /// None.
    package func takeSubstitution() -> RecognizerSubstitution? { nil }
}

/// A stretch of sound that is recognised as a whole, with its language and prompt.
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
    /// The name that is stored with its utterances and its transcript, such as `pocketsphinx`.
    package let name: String
    /// Everything besides the sound that its words depend on: recogniser, model, language.
    ///
    /// Drafts of unfinished transcriptions are stored under it, so it must hold no secrets.
    package let key: String
    /// How a recording is cut for it.
    package let cutting: StretchCutting
    /// The most recognisers that may work at once; nil for any number.
    package let atMost: Int?
    /// Makes a recogniser, which may use the vocabulary. [any thread]
    package let make: @Sendable (Vocabulary) throws(RecognizerError) -> any StretchRecognizer
    /// The pronunciations of its words, if they are known.
    package var pronunciations: PronunciationDictionary?
    /// The memory that one recogniser may take, in bytes.
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

    /// The number of recognisers for a machine with so many cores and so much free memory in bytes, if that is known; at
    /// least one.
    package func jobs(cores: Int, freeMemory: Int?) -> Int {
        let room = memory > 0 ? (freeMemory ?? .max) / memory : .max
        return max(1, min(cores, room, atMost ?? cores))
    }
}
