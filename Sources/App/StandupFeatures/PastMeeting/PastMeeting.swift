package import Localization
package import MeetingHistory
package import MeetingModel

/// A past meeting: who was there, how the time was used, what was said; its transcript can be corrected.
///
/// A correction makes a new transcript, and those before stay. Which words keep their times is
/// `Utterance.corrected(text:attendee:)`.
package struct PastMeeting: Feature {
    /// What it asks of the feature that shows it.
    package enum Request: Hashable, Sendable {
        case close
    }

    /// A question in front of the meeting.
    package enum Question: Hashable, Sendable {
        /// Whether the meeting is to be deleted.
        case deleteMeeting(Dialog<DeletionAnswer>)
        /// Whether an utterance is to be removed, whose words have all been taken out.
        case removeUtterance(Dialog<DeletionAnswer>)
        /// Whose an utterance really was; nil to leave it.
        case moveUtterance(KeptUtterance.ID, Dialog<Attendee.ID?>)
    }

    /// The words of an utterance while they are corrected.
    package struct Correction: Hashable, Sendable {
        /// The utterance.
        let utterance: KeptUtterance.ID
        /// The words.
        var field: TextField
        /// Whether they are being written; the field stays until they are.
        var isSaving = false
    }

    /// Which meeting it is.
    package let meeting: Meeting.ID
    /// The colours of its standup.
    package let theme: Theme
    /// The meeting as it was read; nil until it has been.
    package internal(set) var loaded: LoadedMeeting?
    /// Whether the meeting is not in the history any more.
    package internal(set) var isMissing = false
    /// The utterance that the keys work on, by its position in the transcript.
    package internal(set) var utterance: Int?
    /// The transcript that was asked for; nil for the one that is current.
    package internal(set) var version: Int?
    /// The question that waits for an answer.
    package internal(set) var question: Question?
    /// The words that are being corrected.
    package internal(set) var correction: Correction?
    /// The dialog that the opened place asks for, until the meeting has been read.
    var unasked: MeetingDialog?
    /// The transcript as it is shown.
    var shown = ShownTranscript()
    /// What happened last.
    var incident: Incident?

    /// A meeting, with an utterance selected where one is given.
    package init(
        meeting: Meeting.ID, theme: Theme = .bubblegum, utterance: Int? = nil, dialog: MeetingDialog? = nil
    ) {
        unasked = dialog
        self.meeting = meeting
        self.theme = theme
        self.utterance = utterance
    }

    /// What it wants to know first.
    package var firstEffects: [Effect] { [.loadMeeting(meeting, version: nil)] }

    /// The utterance that the keys work on.
    var selected: KeptUtterance? {
        guard let utterance, let loaded, loaded.transcript.indices.contains(utterance) else { return nil }
        return loaded.transcript[utterance]
    }

    /// Takes what came of an effect, or happened by itself.
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> {
        switch outcome {
        case .meeting(meeting, let loaded?): take(loaded)
        case .meeting(meeting, nil):
            isMissing = true
            question = nil
            correction = nil
        case .historyFailed: correction?.isSaving = false
        case .changedElsewhere: return Reply([.loadMeeting(meeting, version: version)])
        default: break
        }
        return Reply()
    }

    private mutating func take(_ loaded: LoadedMeeting) {
        // An utterance keeps its number in the transcripts that are made by correcting its own.
        let before = selected?.id
        self.loaded = loaded
        shown = ShownTranscript(loaded)
        isMissing = false
        if correction?.isSaving == true { correction = nil }
        version = loaded.versions.first { $0.isCurrent }?.number == loaded.version ? nil : loaded.version
        if let position = loaded.transcript.firstIndex(where: { $0.id == before }) {
            utterance = position
        } else if let utterance {
            let last = loaded.transcript.count - 1
            self.utterance = last < 0 ? nil : min(max(0, utterance), last)
        }
        closeWhatIsGone(loaded)
        askUnasked()
    }

    /// Another process may have removed the utterance that is worked on.
    private mutating func closeWhatIsGone(_ loaded: LoadedMeeting) {
        let ids = Set(loaded.transcript.map(\.id))
        if let correction, !ids.contains(correction.utterance) {
            self.correction = nil
            incident = Incident(.warning, Message("meeting.utterance-gone"))
        }
        if case .removeUtterance = question, correction == nil { question = nil }
        if case .moveUtterance(let id, _) = question, !ids.contains(id) { question = nil }
    }

    /// What is open on it.
    var dialog: MeetingDialog? {
        switch question {
        case .deleteMeeting: .delete
        case .removeUtterance: .remove
        case .moveUtterance: .move
        case nil: correction == nil ? unasked : .correct
        }
    }

    /// What keys mean at present.
    package var context: KeyContext {
        if question != nil { return .dialog }
        return correction == nil ? .meeting : .line
    }

    /// What has happened that the line at the bottom is to say.
    package func notice(_ localizer: Localizer) -> Notice? { incident?.notice(localizer) }
}
