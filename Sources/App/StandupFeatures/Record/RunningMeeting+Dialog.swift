package import Localization
import MeetingEngine
import MeetingModel

extension RunningMeeting {
    /// The question in front of it.
    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        if let question { return self.question(question, localizer) }
        return draft == nil ? failure.map { self.failure($0, localizer) } : nil
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

    private func failure(_ dialog: Dialog<FailureAnswer>, _ localizer: Localizer) -> DialogScreen {
        DialogScreen(
            title: localizer("record.failure.title"),
            message: localizer(
                "record.failure.message", ["reason": .text(failureReason.map { Message($0).text(localizer) } ?? "")]),
            answers: dialog.answers.map { answer in
                switch answer {
                case .goOn: DialogScreen.Answer(text: localizer("record.failure.continue"), key: "c", role: .cancel)
                case .discard:
                    DialogScreen.Answer(text: localizer("record.failure.discard"), key: "d", role: .destructive)
                }
            },
            selected: dialog.selected)
    }
}
