package import Localization
import MeetingHistory
import MeetingModel

extension PastMeeting {
    /// The question in front of it.
    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .deleteMeeting(let dialog):
            removal(
                dialog, title: localizer("meeting.delete.title"), message: localizer("meeting.delete.message"),
                remove: localizer("common.delete"), localizer)
        case .removeUtterance(let dialog):
            removal(
                dialog, title: localizer("meeting.remove.title"), message: localizer("meeting.remove.message"),
                remove: localizer("meeting.remove.remove"), localizer)
        case .moveUtterance(let id, let dialog): whose(id, dialog, localizer)
        case nil: nil
        }
    }

    private func removal(
        _ dialog: Dialog<RemovalAnswer>, title: String, message: String, remove: String, _ localizer: Localizer
    ) -> DialogScreen {
        DialogScreen(
            title: title, message: message,
            answers: dialog.answers.map { answer in
                switch answer {
                case .remove: DialogScreen.Answer(text: remove, key: "d", role: .destructive)
                case .cancel: DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel)
                }
            },
            selected: dialog.selected)
    }

    private func whose(_ id: KeptUtterance.ID, _ dialog: Dialog<Attendee.ID?>, _ localizer: Localizer) -> DialogScreen {
        let text = loaded?.transcript.first { $0.id == id }?.utterance.text ?? ""
        return DialogScreen(
            title: localizer("meeting.move.title"), message: DisplayText(text).description,
            answers: dialog.answers.enumerated().map { index, attendee in
                guard let attendee else {
                    return DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel)
                }
                return DialogScreen.Answer(
                    text: loaded?.meeting.name(of: attendee, localizer) ?? "", key: index < 9 ? "\(index + 1)" : "")
            },
            selected: dialog.selected)
    }
}
