package import Localization
import MeetingEngine
import MeetingModel

extension RunningMeeting {
    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        if knowsSuspension { return suspension(localizer) }
        if let question { return self.question(question, localizer) }
        if let invitation, draft == nil { return invitation.dialog(localizer) }
        guard draft == nil, let failure else { return nil }
        switch failed {
        case .recognizer(let error):
            return self.failure(
                failure, title: localizer("record.failure.title"),
                message: localizer("record.failure.message", ["reason": .text(Message(error).text(localizer))]),
                goOn: localizer("record.failure.continue"), localizer)
        case .microphone(let device):
            return self.failure(
                failure, title: localizer("record.microphone.title"),
                message: localizer("record.microphone.message", ["device": .text(device)]),
                goOn: localizer("record.microphone.wait"), localizer)
        case nil: return nil
        }
    }

    private func suspension(_ localizer: Localizer) -> DialogScreen {
        DialogScreen(
            title: localizer("record.suspend.title"), message: localizer("record.suspend.message"),
            answers: [
                DialogScreen.Answer(text: localizer("record.suspend.stop"), key: "^Z"),
                DialogScreen.Answer(text: localizer("common.cancel"), key: "c", role: .cancel),
            ],
            selected: 1)
    }

    private func question(_ dialog: Dialog<MeetingTimer.Answer>, _ localizer: Localizer) -> DialogScreen {
        let isLast = status.timer.phase == .asking(.endAfterLast)
        return DialogScreen(
            title: localizer("record.end.title"),
            message: isLast ? localizer("record.end.last") : localizer("record.end.message"),
            answers: dialog.answers.map { answer in
                switch answer {
                case .save: DialogScreen.Answer(text: localizer("record.end.save"), key: "s")
                case .discard:
                    DialogScreen.Answer(text: localizer("record.end.discard"), key: "d", role: .destructive)
                case .resume: DialogScreen.Answer(text: localizer("record.end.resume"), key: "r", role: .cancel)
                }
            },
            selected: dialog.selected)
    }

    private func failure(
        _ dialog: Dialog<FailureAnswer>, title: String, message: String, goOn: String, _ localizer: Localizer
    ) -> DialogScreen {
        DialogScreen(
            title: title, message: message,
            answers: dialog.answers.map { answer in
                switch answer {
                case .goOn: DialogScreen.Answer(text: goOn, key: "c", role: .cancel)
                case .discard:
                    DialogScreen.Answer(text: localizer("record.failure.discard"), key: "d", role: .destructive)
                case .useDefaultMicrophone:
                    DialogScreen.Answer(text: localizer("record.microphone.use-default"), key: "u")
                }
            },
            selected: dialog.selected)
    }
}
