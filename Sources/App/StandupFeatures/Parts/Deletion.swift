import Localization
import MeetingHistory
import MeetingModel

/// An answer to "delete this?".
package enum DeletionAnswer: Hashable, Sendable {
    case delete
    case cancel
}

extension Dialog<DeletionAnswer> {
    /// A deletion dialog; Enter cancels.
    static var deletion: Self { Dialog([.delete, .cancel], selected: 1) }

    /// The dialog to draw; `reach` says for whom is deleted, and `delete` is the text of the button that deletes.
    func screen(
        title: String, reach: Message? = nil, message: String, delete: TextKey = "common.delete",
        _ localizer: Localizer
    ) -> DialogScreen {
        DialogScreen(
            title: title, message: (reach.map { $0.text(localizer) + " " } ?? "") + message,
            answers: [
                DialogScreen.Answer(text: localizer(delete), key: "d", role: .destructive),
                DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel),
            ],
            selected: selected)
    }
}

extension Message {
    /// For whom a meeting is deleted.
    init(ofMeeting reach: DeletionReach) {
        switch reach {
        case .everybody: self.init("dialog.delete-meeting.for-team")
        case .here(let owner):
            self.init("dialog.delete-meeting.only-here", ["name": .text(DisplayText(owner).description)])
        }
    }

    /// For whom a transcript is deleted.
    init(ofTranscript reach: DeletionReach) {
        switch reach {
        case .everybody: self.init("dialog.delete-transcript.for-team")
        case .here(let owner):
            self.init("dialog.delete-transcript.only-here", ["name": .text(DisplayText(owner).description)])
        }
    }

    /// For whom a standup is deleted.
    init(ofStandup reach: DeletionReach) {
        switch reach {
        case .everybody: self.init("dialog.delete-standup.for-team")
        case .here(let owner):
            self.init("dialog.delete-standup.only-here", ["name": .text(DisplayText(owner).description)])
        }
    }
}

/// What to delete of a past meeting.
package enum MeetingDeletion: Hashable, Sendable {
    /// One of its transcripts, by number.
    case transcript(Int)
    /// The meeting.
    case meeting
    case cancel
}
