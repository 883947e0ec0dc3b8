import Localization
import MeetingHistory
import MeetingModel

package enum DeletionAnswer: Hashable, Sendable {
    case delete
    case cancel
}

extension Dialog<DeletionAnswer> {
    /// A deletion dialog; Enter cancels.
    static var deletion: Self { Dialog([.delete, .cancel], selected: 1) }

    /// The dialog to draw; `reach` says for whom is deleted, and `delete` is the text of the button that deletes.
    func screen(
        title: String, reach: Message? = nil, message: String, delete: Message = .commonDelete,
        _ localizer: Localizer
    ) -> DialogScreen {
        DialogScreen(
            title: title, message: (reach.map { $0.text(localizer) + " " } ?? "") + message,
            answers: [
                DialogScreen.Answer(text: localizer(delete), key: "d", role: .destructive),
                DialogScreen.Answer(text: localizer(.commonCancel), key: "c", role: .cancel),
            ],
            selected: selected)
    }
}

extension Message {
    /// For whom an item is deleted.
    init(_ reach: DeletionReach, of item: DeletedItem) {
        let (forTeam, onlyHere) =
            switch item {
            case .standup: (Message.dialogDeleteStandupForTeam, Message.dialogDeleteStandupOnlyHere)
            case .meeting: (Message.dialogDeleteMeetingForTeam, Message.dialogDeleteMeetingOnlyHere)
            case .transcript: (Message.dialogDeleteTranscriptForTeam, Message.dialogDeleteTranscriptOnlyHere)
            }
        switch reach {
        case .everybody: self = forTeam
        case .here(let owner): self = onlyHere(.text(DisplayText(owner).description))
        }
    }
}

/// What to delete of a past meeting.
package enum MeetingDeletion: Hashable, Sendable {
    /// One of its transcripts, by number.
    case transcript(Int)
    case meeting
    case cancel
}

extension MeetingDeletion {
    /// What of a meeting is deleted; nil if nothing is.
    func item(of meeting: Meeting.ID) -> DeletedItem? {
        switch self {
        case .transcript(let number): .transcript(meeting, version: number)
        case .meeting: .meeting(meeting)
        case .cancel: nil
        }
    }
}
