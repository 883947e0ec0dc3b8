import Localization
import MeetingEngine
import MeetingModel

/// The lead's private note while it is typed.
///
/// It is kept as it grows, so that a meeting that ends by itself, or a crash, takes no more than the last tenth of a
/// second of it; giving it up puts back what was there before.
struct NoteDraft: Hashable, Sendable {
    /// What has been typed.
    var field: TextField
    /// The note before.
    let before: String
    /// What of it has been kept so far.
    var kept: String

    /// A draft that begins with the note as it is.
    init(_ note: String) {
        field = TextField(note, limit: Meeting.longestNote)
        before = note
        kept = note
    }

    /// The field.
    func screen(_ localizer: Localizer) -> FieldScreen {
        FieldScreen(
            label: localizer("record.note.label"), text: field.text, placeholder: localizer("record.note.placeholder"),
            cursor: field.cursor)
    }
}

extension RunningMeeting {
    /// Types into the note; Enter keeps it, Escape puts back the one before.
    mutating func type(_ command: Command, in draft: NoteDraft) -> Reply<Request> {
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

    /// Keeps what has been typed since it was kept last.
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
