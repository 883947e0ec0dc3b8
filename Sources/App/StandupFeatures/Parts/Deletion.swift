import Localization

/// An answer to "delete this?".
package enum DeletionAnswer: Hashable, Sendable {
    case delete
    case cancel
}

extension Dialog<DeletionAnswer> {
    /// A deletion dialog; Enter cancels.
    static var deletion: Self { Dialog([.delete, .cancel], selected: 1) }

    /// The dialog to draw; `delete` is the text of the button that deletes.
    func screen(title: String, message: String, delete: TextKey = "common.delete", _ localizer: Localizer)
        -> DialogScreen
    {
        DialogScreen(
            title: title, message: message,
            answers: [
                DialogScreen.Answer(text: localizer(delete), key: "d", role: .destructive),
                DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel),
            ],
            selected: selected)
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
