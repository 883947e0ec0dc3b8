import Localization

/// An answer to the question whether something is to be deleted.
package enum DeletionAnswer: Hashable, Sendable {
    case delete
    case cancel
}

extension Dialog<DeletionAnswer> {
    /// The question whether something is to be deleted, which Enter leaves as it is.
    static var deletion: Self { Dialog([.delete, .cancel], selected: 1) }

    /// The question as it is shown; `delete` is what the button says that deletes.
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
