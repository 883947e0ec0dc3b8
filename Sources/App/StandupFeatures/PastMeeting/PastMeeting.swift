package import Localization
package import MeetingHistory
package import MeetingModel

/// A past meeting: its attendees, their use of time, and a transcript that can be corrected.
///
/// A correction creates a new transcript and keeps the earlier ones. `Utterance.corrected(text:attendee:)` defines
/// which words keep their times.
package struct PastMeeting: Feature {
    /// A dialog in front of the meeting.
    package enum Question: Hashable, Sendable {
        /// Whether the meeting is to be deleted.
        case deleteMeeting(Dialog<DeletionAnswer>)
        /// Whether to remove an utterance after all its words were deleted.
        case removeUtterance(Dialog<DeletionAnswer>)
        /// The attendee to reassign an utterance to; nil leaves it unchanged.
        case moveUtterance(NumberedUtterance.ID, Dialog<Attendee.ID?>)
    }

    /// A correction that the user is typing.
    package struct Correction: Hashable, Sendable {
        /// The utterance.
        let utterance: NumberedUtterance.ID
        /// The words.
        var field: TextField
        /// Whether the correction is being saved; the field stays until then.
        var isSaving = false
    }

    /// The meeting's id.
    package let meeting: Meeting.ID
    /// The theme of its standup.
    package let theme: Theme
    /// The meeting; nil until it has been read.
    package internal(set) var loaded: LoadedMeeting?
    /// Whether the meeting is no longer in the history.
    package internal(set) var isMissing = false
    /// The selected utterance, as an index into the transcript.
    package internal(set) var utterance: Int?
    /// The requested transcript version; nil for the current one.
    package internal(set) var version: Int?
    /// The open question.
    package internal(set) var question: Question?
    /// The correction in progress.
    package internal(set) var correction: Correction?
    /// The utterance to select once the meeting has been read.
    var wanted: NumberedUtterance.ID?
    /// The dialog to open once the meeting has been read.
    var pendingDialog: MeetingDialog?
    /// The displayed transcript.
    var shown = ShownTranscript()
    /// The last event, shown in the bottom line.
    var noticeMessage: NoticeMessage?

    /// A meeting, optionally with a selected utterance.
    package init(
        meeting: Meeting.ID, theme: Theme = .bubblegum, utterance: Int? = nil, dialog: MeetingDialog? = nil
    ) {
        pendingDialog = dialog
        self.meeting = meeting
        self.theme = theme
        self.utterance = utterance
    }

    /// The effects that load the meeting.
    package var firstEffects: [Effect] { [.loadMeeting(meeting, version: nil)] }

    package func route(from parent: Place.Route?) -> Place.Route {
        .meeting(parent?.standup ?? "", meeting: meeting.rawValue, utterance: utterance, dialog: dialog)
    }

    /// The selected utterance.
    var selected: NumberedUtterance? {
        guard let utterance, let loaded, loaded.transcript.indices.contains(utterance) else { return nil }
        return loaded.transcript[utterance]
    }

    /// Handles an outcome.
    package mutating func receive(_ outcome: Outcome) -> Reply {
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
        // Transcripts made by corrections keep the utterances' numbers.
        let before = wanted ?? selected?.id
        wanted = nil
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

    /// Closes dialogs whose utterance another process has removed.
    private mutating func closeWhatIsGone(_ loaded: LoadedMeeting) {
        let ids = Set(loaded.transcript.map(\.id))
        if let correction, !ids.contains(correction.utterance) {
            self.correction = nil
            noticeMessage = NoticeMessage(.warning, Message("meeting.utterance-gone"))
        }
        if case .removeUtterance = question, correction == nil { question = nil }
        if case .moveUtterance(let id, _) = question, !ids.contains(id) { question = nil }
    }

    /// The open dialog, for the address.
    var dialog: MeetingDialog? {
        switch question {
        case .deleteMeeting: .delete
        case .removeUtterance: .remove
        case .moveUtterance: .move
        case nil: correction == nil ? pendingDialog : .correct
        }
    }

    /// The key context.
    package var context: KeyContext {
        if question != nil { return .dialog }
        return correction == nil ? .meeting : .line
    }

    /// The notice for the bottom line.
    package func notice(_ localizer: Localizer) -> Notice? { noticeMessage?.notice(localizer) }
}
