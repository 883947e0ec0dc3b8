package import MeetingHistory
import MeetingModel

/// The words of a point that were being typed.
struct TypedPoint: Hashable, Sendable, Codable {
    /// The point as it was; a new one has no words.
    let point: MeetingModel.Point
    let isNew: Bool
    let text: String
}

/// The corrections of a transcript that are not saved yet, with undo and redo.
///
/// A step is what one command changes, such as a replacement in the whole transcript.
package struct PendingCorrections: Hashable, Sendable, Codable {
    typealias Step = [UtteranceCorrection]

    /// A corrected utterance before all corrections.
    private struct Original: Hashable, Codable {
        let text: String
        let attendee: Attendee.ID
        let isInterjection: Bool

        init(_ utterance: Utterance) {
            text = utterance.text
            attendee = utterance.attendee
            isInterjection = utterance.isInterjection
        }
    }

    /// The number of the corrected transcript.
    package private(set) var version: Int
    /// The number of the meeting's current transcript when the corrections began, or when they were last rebased.
    package private(set) var current: Int?
    private(set) var steps: [Step] = []
    /// The steps that were undone, the latest last.
    private var undone: [Step] = []
    /// The words in the open field.
    var typed: UtteranceCorrection?
    var typedPoint: TypedPoint?
    private var originals: [NumberedUtterance.ID: Original] = [:]

    init(of version: Int, current: Int?) {
        self.version = version
        self.current = current
    }

    /// Whether there is nothing to save, redo or type on.
    var isEmpty: Bool { undone.isEmpty && !isWorthKeeping }

    /// Whether closing the application would lose something.
    var isWorthKeeping: Bool { !steps.isEmpty || typed != nil || typedPoint != nil }

    package var corrections: [UtteranceCorrection] { steps.flatMap(\.self) }

    mutating func add(_ step: Step, to transcript: [NumberedUtterance]) {
        steps.append(step)
        undone = []
        note(step, in: transcript)
    }

    /// Puts the corrections of an earlier start, of the same transcript, before these.
    mutating func restore(_ earlier: PendingCorrections, opensField: Bool) {
        var steps = earlier.steps
        if let words = earlier.typed {
            if opensField, typed == nil {
                typed = words
            } else if words.text?.allSatisfy(\.isWhitespace) == false {
                steps.append([words])
            }
        }
        typedPoint = typedPoint ?? earlier.typedPoint
        self.steps = steps + self.steps
        originals.merge(earlier.originals) { own, _ in own }
    }

    /// Undoes the last step, and returns it; nil if there is none.
    mutating func undo() -> Step? {
        guard let step = steps.popLast() else { return nil }
        undone.append(step)
        return step
    }

    /// Redoes the step that was undone last, and returns it; nil if there is none.
    mutating func redo() -> Step? {
        guard let step = undone.popLast() else { return nil }
        steps.append(step)
        return step
    }

    /// Removes the first steps, which were saved as this transcript.
    mutating func didSave(_ count: Int, as transcript: [NumberedUtterance], version: Int, current: Int?) {
        steps.removeFirst(min(count, steps.count))
        undone = []
        move(to: transcript, version, current)
    }

    /// Keeps the corrections that fit another transcript, and returns the others.
    ///
    /// New words fit if the utterance has the same words as before, a new speaker if it has the same speaker.
    mutating func rebase(
        onto transcript: [NumberedUtterance], version: Int, current: Int?
    ) -> [UtteranceCorrection] {
        let now = Dictionary(transcript.map { ($0.id, $0.utterance) }, uniquingKeysWith: { $1 })
        // What all corrections together want; a correction that a later one replaces is not missed.
        let wanted = Dictionary(
            transcript.corrected(by: corrections).map { ($0.id, $0.utterance) }, uniquingKeysWith: { $1 })
        let removed = Set(corrections.filter { $0.text?.allSatisfy(\.isWhitespace) == true }.map(\.utterance))
        var rejected: [UtteranceCorrection] = []
        func fitting(_ step: Step, reporting: Bool) -> Step {
            step.compactMap { correction in
                var correction = correction
                let (original, utterance) = (originals[correction.utterance], now[correction.utterance])
                let fitsText = correction.text == nil || original?.text == utterance?.text
                let fitsSpeaker =
                    !correction.changesSpeaker
                    || (original?.attendee == utterance?.attendee
                        && original?.isInterjection == utterance?.isInterjection)
                guard let utterance else {
                    // A removal elsewhere agrees with a removal here.
                    if reporting, !removed.contains(correction.utterance) { rejected.append(correction) }
                    return nil
                }
                guard !fitsText || !fitsSpeaker else { return correction }
                let end = wanted[correction.utterance]
                let losesText = !fitsText && end?.text != utterance.text
                let losesSpeaker =
                    !fitsSpeaker
                    && (end?.attendee != utterance.attendee || end?.isInterjection != utterance.isInterjection)
                if reporting, losesText || losesSpeaker { rejected.append(correction) }
                if !fitsText { correction.text = nil }
                if !fitsSpeaker { correction.keepSpeaker() }
                return correction.isNothing ? nil : correction
            }
        }
        steps = steps.map { fitting($0, reporting: true) }.filter { !$0.isEmpty }
        undone = undone.map { fitting($0, reporting: false) }.filter { !$0.isEmpty }
        if let typed, now[typed.utterance] == nil { self.typed = nil }
        move(to: transcript, version, current)
        return rejected
    }

    private mutating func move(to transcript: [NumberedUtterance], _ version: Int, _ current: Int?) {
        self.version = version
        self.current = current
        originals = [:]
        note((steps + undone).flatMap(\.self), in: transcript)
    }

    /// Remembers the corrected utterances as they are in a transcript.
    private mutating func note(_ corrections: [UtteranceCorrection], in transcript: [NumberedUtterance]) {
        let wanted = Set(corrections.map(\.utterance)).subtracting(originals.keys)
        guard !wanted.isEmpty else { return }
        for kept in transcript where wanted.contains(kept.id) { originals[kept.id] = Original(kept.utterance) }
    }
}

extension UtteranceCorrection {
    fileprivate var changesSpeaker: Bool { attendee != nil || isInterjection }

    fileprivate var isNothing: Bool { text == nil && !changesSpeaker }

    fileprivate mutating func keepSpeaker() {
        attendee = nil
        isInterjection = false
    }
}
