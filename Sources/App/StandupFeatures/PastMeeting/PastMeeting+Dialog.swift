package import Localization
import MeetingHistory
import MeetingModel
import Presentation

extension PastMeeting {
    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .deleteMeeting(let dialog): deletion(dialog, localizer)
        case .removeUtterance(let dialog):
            dialog.screen(
                title: localizer(.meetingRemoveTitle), message: localizer(.meetingRemoveMessage),
                delete: .meetingRemoveRemove, localizer)
        case .moveUtterance(let id, let dialog): whose(id, dialog, localizer)
        case .speaker(let dialog): speakerDialog(dialog, localizer)
        case .loudspeaker(let dialog):
            DialogScreen(
                title: localizer(.meetingPlayWhere), choices: dialog.answers.map { $0.label(localizer) },
                selected: dialog.selected)
        case .compared(let isSecond, let dialog): comparedDialog(isSecond: isSecond, dialog, localizer)
        case .pointKind(let point, let dialog): kindDialog(point, dialog, localizer)
        case .pointPerson(let point, let dialog): personDialog(point, dialog, localizer)
        case .pointVersion(let versions, let dialog): versionDialog(versions, dialog, localizer)
        case .unsaved(let reason, _, let dialog): unsaved(reason, dialog, localizer)
        case .discardCorrection(let dialog), .discardPoint(let dialog): dialog.screen(localizer)
        case nil: exporting?.dialog(localizer)
        }
    }

    private func deletion(_ dialog: Dialog<MeetingDeletion>, _ localizer: Localizer) -> DialogScreen {
        let isChoice = dialog.answers.count > 2
        let title: Substitution = .text(loaded?.meeting.title ?? "")
        let date: Substitution = loaded.map { .dateAndTime($0.meeting.startedAt) } ?? .text("")
        let hasRecording = loaded?.meeting.recording != nil
        var message = localizer(
            isChoice
                ? .meetingDeleteWhichMessage
                : hasRecording ? .meetingDeleteMessage : .meetingDeleteMessageWithoutRecording)
        if let current = loaded?.version, let count = loaded?.versions.count, count > 1, version == nil {
            message =
                localizer(.meetingDeleteIsCurrent(number: .count(current), total: .count(count))) + " "
                + message
        }
        let reaches = dialog.answers.compactMap { $0.item(of: meeting) }
            .compactMap { item in deletionReach[item].map { Message($0, of: item) } }
        message = (reaches.map { $0.text(localizer) } + [message]).joined(separator: " ")
        return DialogScreen(
            title: localizer(
                isChoice
                    ? .meetingDeleteWhich(title: title, date: date) : .meetingDeleteTitle(title: title, date: date)),
            message: message,
            answers: dialog.answers.map { answer in
                switch answer {
                case .transcript:
                    DialogScreen.Answer(text: localizer(.meetingDeleteTranscript), key: "t", role: .destructive)
                case .meeting:
                    DialogScreen.Answer(
                        text: localizer(isChoice ? .meetingDeleteMeeting : .commonDelete), key: "d",
                        role: .destructive)
                case .cancel: DialogScreen.Answer(text: localizer(.commonCancel), key: "c", role: .cancel)
                }
            },
            selected: dialog.selected)
    }

    private func whose(_ id: NumberedUtterance.ID, _ dialog: Dialog<MoveAnswer>, _ localizer: Localizer)
        -> DialogScreen
    {
        let utterance = loaded?.transcript.first { $0.id == id }?.utterance
        let texts = dialog.answers.map { answer in
            switch answer {
            case .attendee(let attendee): loaded?.meeting.name(of: attendee, localizer) ?? ""
            case .side: localizer(utterance?.channel == .room ? .recordFromRoom : .recordFromCall)
            case .cancel: localizer(.commonCancel)
            }
        }
        // A person's key does not depend on the order of likelihood.
        let people = loaded?.meeting.attendees.map(\.id) ?? []
        let names = people.map { loaded?.meeting.name(of: $0, localizer) ?? "" }
        let keys = AnswerKeys.keys(for: names, others: Array(texts[people.count...]))
        return DialogScreen(
            title: localizer(.meetingMoveTitle), message: DisplayText(utterance?.text ?? "").description,
            answers: zip(dialog.answers, texts).enumerated().map { index, answer in
                let place = people.firstIndex { answer.0 == .attendee($0) } ?? index
                return DialogScreen.Answer(
                    text: answer.1, key: keys[place], role: answer.0 == .cancel ? .cancel : .normal)
            },
            selected: dialog.selected)
    }

    private func unsaved(_ reason: UnsavedReason, _ dialog: Dialog<UnsavedAnswer>, _ localizer: Localizer)
        -> DialogScreen
    {
        let (title, message, keep): (Message, String, Message) =
            switch reason {
            case .failed(let error):
                (.meetingUnsavedFailed, Message(error).text(localizer), .meetingUnsavedKeep)
            case .rejected(let rejected):
                (.meetingUnsavedChanged, Self.rejection(rejected).text(localizer), .meetingUnsavedSave)
            }
        let texts = [keep, .meetingUnsavedDiscard, .commonCancel].map { localizer($0) }
        let roles: [DialogScreen.Answer.Role] = [.normal, .destructive, .cancel]
        return DialogScreen(
            title: localizer(title), message: message,
            answers: zip(zip(texts, roles), AnswerKeys.keys(for: texts)).map { answer, key in
                DialogScreen.Answer(text: answer.0, key: key, role: answer.1)
            },
            selected: dialog.selected)
    }
}
