package import MeetingHistory
import MeetingModel

/// The corrections of the displayed transcript, and the state of their saving.
struct UnsavedCorrections: Sendable {
    /// The transcript as it is in the history.
    var base: [NumberedUtterance] = []
    /// The corrections; nil if there are none.
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

    /// The transcript with the corrections.
    mutating func corrected() -> [NumberedUtterance] {
        let corrections = pending?.corrections ?? []
        guard !corrections.isEmpty else {
            (changed, count) = ([], 0)
            return base
        }
        let touched = Set(corrections.map(\.utterance))
        let corrected = base.corrected(by: corrections)
        var before: [NumberedUtterance.ID: Utterance] = [:]
        for kept in base where touched.contains(kept.id) { before[kept.id] = kept.utterance }
        changed = []
        for kept in corrected where touched.contains(kept.id) && before[kept.id] != kept.utterance {
            changed.insert(kept.id)
        }
        count = changed.count + base.count - corrected.count
        return corrected
    }
}

/// Why corrections were not saved.
package enum CorrectionRefusal: Error, Hashable, Sendable {
    /// Another process has made another transcript current, which is this.
    case changed(LoadedMeeting)
    /// The write failed.
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
    /// The write failed.
    case failed(HistoryError)
    /// The transcript was changed elsewhere, and these corrections do not fit it.
    case rejected([UtteranceCorrection])
}
