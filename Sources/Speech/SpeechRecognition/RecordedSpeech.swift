package import AudioDevices

/// A recording that is to be transcribed as a whole, and what is known of it.
package struct RecordedSpeech: Sendable {
    /// The sound.
    package let recording: any RecordedAudio
    /// The frame from which on it is to be transcribed.
    package var startFrame: Int64 = 0
    /// The frames at which the speaker changes: no utterance crosses one.
    package var boundaries: [Int64] = []
    /// The program's own sounds, which are not to be heard.
    package var cues: CueSounds?
    /// At which frames which of them was played.
    package var cueFrames: [(cue: Cue, frame: Int64)] = []
    /// The BCP 47 tag of the language spoken in it.
    package var language: String
    /// Names and terms that are likely to be said.
    package var prompt = ""
    /// The same names and terms, as what is heard is corrected by them.
    package var vocabulary = Vocabulary()

    /// A recording in a language.
    package init(_ recording: any RecordedAudio, language: String) {
        self.recording = recording
        self.language = language
    }
}

/// A stretch of a recording with its sound.
struct FoundStretch: Sendable {
    /// Which stretch of the recording it is, from 0.
    let number: Int
    /// Where it lies, and what of it is its own.
    let part: StretchPart
    /// Its sound: mono, 16 bit, 16 kHz.
    let samples: [Int16]
}

/// A place in a recording where there is speech; positions are samples at 16 kHz from the start frame on.
struct StretchPart: Hashable, Sendable {
    /// What is heard.
    var heard: Range<Int64>
    /// The words whose middle lies here are its own; what is heard around it makes those at its ends whole.
    var own: Range<Int64>
    /// The turn in which it lies, as a range.
    var turn: Range<Int64>
}

/// Joins pieces of speech to the stretches that a recogniser wants.
struct StretchGrouping {
    /// The longest stretch that is made by joining, in samples.
    private let limit: Int64
    /// The longest pause inside a stretch.
    private let longestPause: Int64
    /// Whether a stretch keeps to its turn exactly.
    private let keepsToTurn: Bool
    private var group: StretchPart?

    init(_ cutting: StretchCutting) {
        let rate = Int64(SpeechConverter.sampleRate)
        switch cutting {
        case .atPauses:
            (limit, longestPause, keepsToTurn) = (0, 0, false)
        case .atTurns(let limit):
            // A recogniser that invents words in silence is not given long ones.
            (self.limit, longestPause, keepsToTurn) = (limit.components.seconds * rate, 10 * rate, true)
        }
    }

    /// Where the stretch begins that is not complete yet; nil if there is none.
    var start: Int64? { group?.heard.lowerBound }

    /// Takes the next piece, and returns the stretch that it does not belong to any more.
    mutating func add(_ part: StretchPart) -> StretchPart? {
        guard var group else {
            self.group = part
            return nil
        }
        if group.turn == part.turn, part.heard.upperBound - group.heard.lowerBound <= limit,
            part.heard.lowerBound - group.heard.upperBound <= longestPause
        {
            group.heard = group.heard.lowerBound..<part.heard.upperBound
            group.own = group.own.lowerBound..<part.own.upperBound
            self.group = group
            return nil
        }
        self.group = part
        return finished(group)
    }

    /// Returns the stretch that nothing can be joined to any more where speech begins no earlier than at a position.
    mutating func pass(upTo position: Int64) -> StretchPart? {
        guard let group, limit == 0 || position - group.heard.upperBound > longestPause else { return nil }
        return finish()
    }

    /// Returns the last stretch.
    mutating func finish() -> StretchPart? {
        defer { group = nil }
        return group.map(finished)
    }

    private func finished(_ part: StretchPart) -> StretchPart {
        guard keepsToTurn else { return part }
        let heard = part.heard.clamped(to: part.turn)
        return StretchPart(heard: heard, own: heard, turn: part.turn)
    }
}
