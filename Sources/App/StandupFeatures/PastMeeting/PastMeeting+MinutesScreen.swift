import Localization
import MeetingModel

// What the screen shows of the minutes.

extension PastMeeting {
    /// The minutes; nil if there are none and they are not open.
    func minutesScreen(_ localizer: Localizer) -> MinutesScreen? {
        guard let meeting = loaded?.meeting, minutes.isOpen || !meeting.points.isEmpty || !meeting.updates.isEmpty
        else { return nil }
        var points = meeting.pointsByPerson
        if let typing = minutes.typing, typing.isNew {
            let row = points.lastIndex { $0.attendee == typing.point.attendee }.map { $0 + 1 } ?? points.endIndex
            points.insert(typing.point, at: row)
        }
        let selected = minutes.typing?.point.id ?? minutes.selected
        var last: Attendee.ID?
        let rows = points.map { point in
            defer { last = point.attendee }
            return MinutesScreen.Row(
                name: point.attendee == last ? "" : meeting.name(of: point.attendee, localizer),
                time: point.start.clockText(.position), kind: localizer(point.kind.message), state: point.state,
                stateText: point.stateBesideKind.map { localizer($0.message) } ?? "",
                text: DisplayText(point.text).description,
                maker: point.maker.message.map { localizer($0) } ?? "", start: point.start.seconds)
        }
        return MinutesScreen(
            title: localizer(.pointsMinutes), rows: rows,
            written: written(among: points, of: meeting, localizer), isOpen: minutes.isOpen,
            selected: minutes.isOpen ? points.firstIndex { $0.id == selected } : nil,
            field: minutes.typing.map { typing in
                FieldScreen(
                    label: localizer(typing.isNew ? .pointsNew : .pointsWords), text: typing.field.text,
                    placeholder: localizer(.pointsPlaceholder), cursor: typing.field.cursor)
            }, empty: rows.isEmpty ? localizer(.pointsNone) : nil)
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

extension MeetingModel.Point.State {
    var message: Message {
        switch self {
        case .open: .pointsStateOpen
        case .done: .pointsStateDone
        case .dropped: .pointsStateDropped
        }
    }
}

extension MeetingModel.Point.Maker {
    /// The text for this maker; nil for the rules, which make most points.
    var message: Message? {
        switch self {
        case .rules: nil
        case .assistant: .pointsByAssistant
        case .hand: .pointsByHand
        }
    }
}
