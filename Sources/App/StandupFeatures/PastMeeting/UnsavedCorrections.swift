package import MeetingHistory
import MeetingModel
package import Presentation

/// The corrections of the displayed transcript, and the state of their saving.
struct UnsavedCorrections: Sendable {
    /// The transcript as it is in the history.
    var base: [NumberedUtterance] = []
    var pending: PendingCorrections?
    /// The utterances that they change.
    private(set) var changed: Set<NumberedUtterance.ID> = []
    /// The number of utterances that they change or remove.
    private(set) var count = 0
    /// The number of steps being saved; nil while none are.
    var saving: Int?
    /// The request to make once they are saved.
    var leaving: Request?
    /// What else to do once they are saved.
    var next: Next?
    /// The corrections of an earlier start, until the meeting has been read.
    var restored: PendingCorrections?

    /// What waits for the corrections to be saved.
    enum Next {
        case export
        case transcription
        case deletion
    }

    /// Ends the saving, and returns what waited for it.
    mutating func endSaving() -> (leaving: Request?, next: Next?) {
        defer { (saving, leaving, next) = (nil, nil, nil) }
        return (leaving, next)
    }

    mutating func corrected() -> [NumberedUtterance] {
        let corrections = pending?.corrections ?? []
        guard !corrections.isEmpty else {
            (changed, count) = ([], 0)
            return base
        }
        let changes = base.changes(by: corrections)
        (changed, count) = (changes.changed, changes.count)
        return changes.corrected
    }
}

extension [NumberedUtterance] {
    /// The transcript with corrections, the utterances that they change, and how many they change or remove.
    func changes(
        by corrections: [UtteranceCorrection]
    ) -> (corrected: [NumberedUtterance], changed: Set<NumberedUtterance.ID>, count: Int) {
        let touched = Set(corrections.map(\.utterance))
        let corrected = corrected(by: corrections)
        var before: [NumberedUtterance.ID: Utterance] = [:]
        for kept in self where touched.contains(kept.id) { before[kept.id] = kept.utterance }
        let changed = corrected.filter { touched.contains($0.id) && before[$0.id] != $0.utterance }
        return (corrected, Set(changed.map(\.id)), changed.count + self.count - corrected.count)
    }
}

/// Why corrections were not saved.
package enum CorrectionRefusal: Error, Hashable, Sendable {
    /// Another process has made another transcript current, which is this.
    case changed(LoadedMeeting)
    /// The meeting is no longer in the history.
    case gone
    case failed(HistoryError)
}

/// An answer to the question what to do with corrections that cannot be saved as they are.
package enum UnsavedAnswer: Hashable, Sendable {
    case keep
    case discard
    case stay
}

/// Why corrections cannot be saved as they are.
package enum UnsavedReason: Hashable, Sendable {
    case failed(HistoryError)
    /// The transcript was changed elsewhere, and these corrections do not fit it.
    case rejected([UtteranceCorrection])
}
