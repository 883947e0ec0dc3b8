import Localization
import MeetingModel
import Presentation

// What the screen shows of the minutes.

extension PastMeeting {
    /// The minutes while they are open, with a new point that is being typed.
    func openMinutes(_ meeting: Meeting, _ localizer: Localizer) -> MinutesScreen {
        var meeting = meeting
        if let typing = minutes.typing, typing.isNew { meeting.points.append(typing.point) }
        let points = meeting.pointsByKind
        var screen = MinutesScreen(of: meeting, points, localizer)
        screen.isOpen = true
        let selected = minutes.typing?.point.id ?? minutes.selected
        screen.selected = points.firstIndex { $0.id == selected }
        screen.field = minutes.typing.map { typing in
            FieldScreen(
                label: localizer(typing.isNew ? .pointsNew : .pointsWords), text: typing.field.text,
                placeholder: localizer(.pointsPlaceholder), cursor: typing.field.cursor)
        }
        return screen
    }

    func kindDialog(
        _ point: MeetingModel.Point, _ dialog: Dialog<MinutesView.KindAnswer>, _ localizer: Localizer
    ) -> DialogScreen {
        let texts = dialog.answers.map { answer in
            switch answer {
            case .kind(let kind): localizer(kind.message)
            case .cancel: localizer(.commonCancel)
            }
        }
        return question(localizer(.pointsWhichKind), point, texts, selected: dialog.selected)
    }

    func personDialog(
        _ point: MeetingModel.Point, _ dialog: Dialog<MoveAnswer>, _ localizer: Localizer
    ) -> DialogScreen {
        let texts = dialog.answers.map { answer in
            switch answer {
            case .attendee(let attendee): loaded?.meeting.name(of: attendee, localizer) ?? ""
            case .side, .cancel: localizer(.commonCancel)
            }
        }
        return question(localizer(.pointsWhose), point, texts, selected: dialog.selected)
    }

    /// A question about a point; the last answer cancels.
    private func question(
        _ title: String, _ point: MeetingModel.Point, _ texts: [String], selected: Int
    ) -> DialogScreen {
        let keys = AnswerKeys.keys(for: Array(texts.dropLast()), others: Array(texts.suffix(1)))
        return DialogScreen(
            title: title, message: DisplayText(point.text).description,
            answers: zip(texts, keys).enumerated()
                .map { index, answer in
                    DialogScreen.Answer(
                        text: answer.0, key: answer.1, role: index == texts.count - 1 ? .cancel : .normal)
                },
            selected: selected)
    }
}
