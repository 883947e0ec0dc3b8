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
                failure, title: localizer(.recordFailureTitle),
                message: localizer(.recordFailureMessage(reason: .text(Message(error).text(localizer)))),
                goOn: localizer(.recordFailureContinue), localizer)
        case .microphone(let device):
            return self.failure(
                failure, title: localizer(.recordMicrophoneTitle),
                message: localizer(.recordMicrophoneMessage(device: .text(device))),
                goOn: localizer(.recordMicrophoneWait), localizer)
        case nil: return nil
        }
    }

    private func suspension(_ localizer: Localizer) -> DialogScreen {
        DialogScreen(
            title: localizer(.recordSuspendTitle), message: localizer(.recordSuspendMessage),
            answers: [
                DialogScreen.Answer(text: localizer(.recordSuspendStop), key: "^Z"),
                DialogScreen.Answer(text: localizer(.commonCancel), key: "c", role: .cancel),
            ],
            selected: 1)
    }

    private func question(_ dialog: Dialog<EndAnswer>, _ localizer: Localizer) -> DialogScreen {
        let isLast = status.timer.phase == .asking(.endAfterLast)
        return DialogScreen(
            title: localizer(.recordEndTitle),
            message: isLast ? localizer(.recordEndLast) : localizer(.recordEndMessage),
            answers: dialog.answers.map { answer in
                switch answer {
                case .engine(.save): DialogScreen.Answer(text: localizer(.recordEndSave), key: "s")
                case .engine(.discard):
                    DialogScreen.Answer(text: localizer(.recordEndDiscard), key: "d", role: .destructive)
                case .engine(.resume):
                    DialogScreen.Answer(text: localizer(.recordEndResume), key: "r", role: .cancel)
                case .leave: DialogScreen.Answer(text: localizer(.recordEndLeave), key: "l")
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
                    DialogScreen.Answer(text: localizer(.recordFailureDiscard), key: "d", role: .destructive)
                case .useDefaultMicrophone:
                    DialogScreen.Answer(text: localizer(.recordMicrophoneUseDefault), key: "u")
                }
            },
            selected: dialog.selected)
    }
}
