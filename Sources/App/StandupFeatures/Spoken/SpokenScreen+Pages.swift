import Localization
import Presentation

extension SpokenScreen {
    init(_ screen: ListScreen, _ localizer: Localizer) {
        self.init(place: "list " + screen.title)
        introduction = [screen.title]
        state = [Item(screen.summary), Item(screen.emptyTitle ?? ""), Item(screen.empty ?? "")]
        field = screen.filter.flatMap { $0.cursor == nil ? nil : $0 }
        guard let selected = screen.selected, field == nil else { return }
        guard screen.cards.indices.contains(selected) else {
            let index = selected - screen.cards.count
            guard screen.meetings.indices.contains(index) else { return }
            let meeting = screen.meetings[index]
            selection = Self.row([
                screen.meetingsTitle, meeting.title, meeting.date, meeting.duration, meeting.state, meeting.names,
                Self.position(index, of: screen.meetings.count, localizer),
            ])
            return
        }
        let card = screen.cards[selected]
        selection = Self.row([
            card.title, card.length, "\(card.attendees): \(card.names)", card.lastMeeting,
            Self.position(selected, of: screen.cards.count, localizer),
        ])
    }

    init(_ screen: StandupScreen, _ localizer: Localizer) {
        self.init(place: "standup " + screen.title)
        introduction =
            [screen.title, screen.attendeesTitle, screen.statistics ?? ""]
            + screen.attendees.map(Self.row) + [screen.updatesTitle ?? ""]
            + screen.updates.map { Self.row([$0.name, $0.text]) }
            + [screen.pointsTitle ?? ""] + screen.allFacts.map(\.spoken)
            + [screen.meetingsTitle ?? screen.noMeetings ?? ""]
        field = screen.updates.lazy.compactMap(\.field).first
        guard field == nil, let selected = screen.selected, screen.rows.indices.contains(selected) else { return }
        switch screen.rows[selected] {
        case .start: selection = screen.start
        case .attendee(let index):
            selection = Self.row([
                Self.row(screen.attendees[index]), Self.position(index, of: screen.attendees.count, localizer),
            ])
        case .point(let index):
            let point = screen.points[index]
            selection = Self.row([
                screen.points[...index].last { !$0.name.isEmpty }?.name, point.kind, point.text, point.stateText,
                point.date, Self.position(index, of: screen.points.count, localizer),
            ])
        case .meeting(let index):
            let meeting = screen.meetings[index]
            selection = Self.row([
                meeting.isMarked == true ? localizer(.plainChosen) : nil, meeting.date, meeting.duration,
                meeting.state,
                Self.position(index, of: screen.meetings.count, localizer),
            ])
        }
    }

    private static func row(_ attendee: StandupScreen.AttendeeRow) -> String {
        let times = [attendee.averageUsed, attendee.averageSpeech].filter { !$0.isEmpty }.joined(separator: " / ")
        return row([attendee.name, attendee.slot, times, attendee.change])
    }

    init(_ screen: FormScreen, _ localizer: Localizer) {
        self.init(place: "form " + screen.title)
        introduction = [screen.title]
        state = [Item(screen.error ?? "")]
        guard screen.fields.indices.contains(screen.focused) else { return }
        let focused = screen.fields[screen.focused]
        let position = Self.position(screen.focused, of: screen.fields.count, localizer)
        switch focused.kind {
        case .button: selection = focused.field.label.isEmpty ? focused.field.text : focused.field.label
        case .toggle:
            let value = focused.isOn ? localizer(.plainOn) : localizer(.plainOff)
            selection = Self.row(["\(focused.field.label): \(value)", focused.field.error, position])
        case .text, .choice, .stepper, .attendee:
            if focused.field.cursor != nil {
                field = focused.field
                selection = Self.row([focused.section, focused.note, focused.field.error])
            } else {
                selection = Self.row(["\(focused.field.label): \(focused.field.text)", focused.field.error, position])
            }
        }
    }

    init(_ screen: DevicesScreen, _ localizer: Localizer) {
        self.init(place: "devices")
        introduction = [screen.title]
        state = [Item(screen.state ?? ""), Item(screen.levelText)]
        let groups = [
            (screen.inputsTitle, screen.inputs), (screen.callsTitle, screen.calls),
            (screen.outputsTitle, screen.outputs), (screen.modelsTitle, screen.models),
        ]
        let rows = groups.flatMap { title, rows in rows.map { (title, $0) } }
        guard rows.indices.contains(screen.selected) else { return }
        let (title, row) = rows[screen.selected]
        selection = Self.row([
            "\(title): \(row.label)", row.detail, row.isChosen ? localizer(.plainChosen) : nil,
            Self.position(screen.selected, of: rows.count, localizer),
        ])
    }

    init(_ screen: InvitationScreen, _ localizer: Localizer) {
        self.init(place: "invitation " + screen.title)
        introduction = [screen.title]
        state = [
            screen.invitee, screen.may, screen.state ?? "", screen.problem ?? "", screen.warning, screen.link,
            screen.until,
            screen.server,
        ]
        .map { Item($0) }
        guard screen.roles.indices.contains(screen.selected) else { return }
        selection = Self.row([
            screen.roles[screen.selected], Self.position(screen.selected, of: screen.roles.count, localizer),
        ])
    }

    init(_ screen: FilesScreen, _ localizer: Localizer) {
        self.init(place: "files " + screen.title)
        introduction = [screen.title]
        state = [Item(screen.folder), Item(screen.error ?? ""), Item(screen.state ?? ""), Item(screen.summary)]
        field = screen.field
        guard let selected = screen.selected, screen.rows.indices.contains(selected) else { return }
        let row = screen.rows[selected]
        selection = Self.row([
            row.isFolder ? row.name + "/" : row.name, row.detail,
            Self.position(selected, of: screen.rows.count, localizer),
        ])
    }

    init(_ screen: SearchScreen, _ localizer: Localizer) {
        self.init(place: "search")
        introduction = [screen.title]
        state = [
            Item(screen.filters.map(\.spoken).joined(separator: ", ")), Item(screen.summary), Item(screen.empty ?? ""),
            Item(screen.dayHint),
        ]
        field = screen.day ?? (screen.field.cursor == nil ? nil : screen.field)
        guard let selected = screen.selected, screen.hits.indices.contains(selected), field == nil else { return }
        let hit = screen.hits[selected]
        selection = Self.row([
            hit.place.joined(separator: " · "), hit.pieces.map(\.text).joined(),
            Self.position(selected, of: screen.hits.count, localizer),
        ])
    }
}
