package import Localization
import MeetingHistory
import MeetingModel

extension PastMeeting {
    /// The open dialog.
    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .deleteMeeting(let dialog):
            dialog.screen(
                title: localizer("meeting.delete.title"), message: localizer("meeting.delete.message"), localizer)
        case .removeUtterance(let dialog):
            dialog.screen(
                title: localizer("meeting.remove.title"), message: localizer("meeting.remove.message"),
                delete: "meeting.remove.remove", localizer)
        case .moveUtterance(let id, let dialog): whose(id, dialog, localizer)
        case nil: nil
        }
    }

    private func whose(_ id: NumberedUtterance.ID, _ dialog: Dialog<Attendee.ID?>, _ localizer: Localizer)
        -> DialogScreen
    {
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
