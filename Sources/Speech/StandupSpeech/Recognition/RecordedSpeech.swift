package import Sound

/// A recording to transcribe, with its context.
package struct RecordedSpeech: Sendable {
    package let recording: any RecordedAudio
    /// The first frame to transcribe.
    package var startFrame: Int64 = 0
    /// The frames of speaker changes; no utterance crosses one.
    package var boundaries: [Int64] = []
    /// The program's own cues, which are removed before recognition.
    package var cues: CueSounds?
    package var cueFrames: [(cue: Cue, frame: Int64)] = []
    /// The BCP 47 tag of the spoken language.
    package var language: String
    /// Names and terms that are likely to be said.
    package var prompt = ""
    /// The same names and terms, for correcting the result.
    package var vocabulary = Vocabulary()
    /// Whether the voices in it are told apart, if that is possible.
    package var tellsVoicesApart = false

    package init(_ recording: any RecordedAudio, language: String) {
        self.recording = recording
        self.language = language
    }
}

struct DetectedSegment: Sendable {
    /// The index of the segment, from 0.
    let number: Int
    let part: SegmentPart
    /// The samples: mono, 16 bit, 16 kHz.
    let samples: [Int16]
}

/// The position of a segment, in samples at 16 kHz from the start frame.
struct SegmentPart: Hashable, Sendable {
    /// The range sent to the recognizer.
    var heard: Range<Int64>
    /// The range of its own words, by their middle; `heard` is larger, so that the words at its ends are complete.
    var own: Range<Int64>
    var turn: Range<Int64>
    /// The places in pauses at which its utterances are separated.
    var joints: [Int64] = []
}

/// Joins speech into segments for a recognizer.
struct SegmentGrouping {
    /// The maximum length of a joined segment, in samples.
    private let limit: Int64
    /// The longest pause within a segment.
    private let longestPause: Int64
    /// Whether segments are limited to their turn exactly.
    private let keepsToTurn: Bool
    /// The longest part that is joined with its neighbours, whatever their length: 2 s, with its margins.
    ///
    /// Measured: short answers are understood better among others, sentences alone.
    private static let short = 32_000
    private var group: SegmentPart?
    private var lastLength = 0

    init(_ segmentation: Segmentation) {
        let rate = Int64(SpeechConverter.sampleRate)
        switch segmentation {
        case .atPauses:
            (limit, longestPause, keepsToTurn) = (segmentation.window, Segmentation.longestPause, false)
        case .atTurns(let limit):
            // Recognizers that invent words in silence get no long pauses.
            (self.limit, longestPause, keepsToTurn) = (limit.components.seconds * rate, 10 * rate, true)
        }
    }

    /// The start of the incomplete segment; nil if there is none.
    var start: Int64? { group?.heard.lowerBound }

    /// Adds speech, and returns the previous segment if that is complete.
    mutating func add(_ part: SegmentPart) -> SegmentPart? {
        let isShort = min(part.heard.count, lastLength) <= Self.short
        lastLength = part.heard.count
        guard var group else {
            self.group = part
            return nil
        }
        if keepsToTurn || isShort, group.turn == part.turn, part.heard.upperBound - group.heard.lowerBound <= limit,
            part.heard.lowerBound - group.heard.upperBound <= longestPause
        {
            if !keepsToTurn { group.joints.append((group.heard.upperBound + part.heard.lowerBound) / 2) }
            group.heard = group.heard.lowerBound..<part.heard.upperBound
            group.own = group.own.lowerBound..<part.own.upperBound
            self.group = group
            return nil
        }
        self.group = part
        return finished(group)
    }

    /// Returns the segment that is complete if no speech starts before a position.
    mutating func pass(upTo position: Int64) -> SegmentPart? {
        guard let group, limit == 0 || position - group.heard.upperBound > longestPause else { return nil }
        return finish()
    }

    /// Returns the last segment.
    mutating func finish() -> SegmentPart? {
        defer { group = nil }
        return group.map(finished)
    }

    private func finished(_ part: SegmentPart) -> SegmentPart {
        guard keepsToTurn else { return part }
        let heard = part.heard.clamped(to: part.turn)
        return SegmentPart(heard: heard, own: heard, turn: part.turn)
    }
}
