import Localization
import MeetingEngine
import MeetingModel
import Presentation

/// The lead's private note while it is edited.
///
/// It is saved while it is typed. If the meeting ends or the process crashes, at most the last tenth of a second is
/// lost. Escape restores the previous note.
struct NoteDraft: Hashable, Sendable {
    var field: TextField
    /// The note before editing.
    let before: String
    /// The text saved so far.
    var kept: String

    init(_ note: String) {
        field = TextField(note, limit: Meeting.longestNote)
        before = note
        kept = note
    }

    func screen(_ localizer: Localizer) -> FieldScreen {
        FieldScreen(
            label: localizer(.recordNoteLabel), text: field.text, placeholder: localizer(.recordNotePlaceholder),
            cursor: field.cursor)
    }
}

extension RunningMeeting {
    /// Edits the note; Enter keeps it, Escape restores the previous one.
    mutating func type(_ command: Command, in draft: NoteDraft) -> Reply {
        switch command {
        case .activate, .save:
            let effects = keepDraft()
            self.draft = nil
            return Reply(effects)
        case .back:
            self.draft = nil
            return Reply(draft.kept == draft.before ? [] : note(draft.before))
        default:
            _ = self.draft?.field.perform(command)
            return Reply()
        }
    }

    /// Saves the changes since the last save.
    mutating func keepDraft() -> [Effect] {
        guard let text = draft?.field.text, text != draft?.kept else { return [] }
        draft?.kept = text
        return note(text)
    }

    private mutating func note(_ text: String) -> [Effect] {
        status.note = Meeting.keptNote(text)
        return [.tell(.note(text))]
    }
}
