import Localization
import Presentation

extension SpokenScreen {
    init(_ screen: StartScreen, _ localizer: Localizer) {
        self.init(place: "start " + screen.title)
        introduction = [screen.title] + screen.facts.map(\.spoken) + [screen.attendeesTitle]
        state = [Item(screen.problem ?? ""), Item(screen.progress ?? "")]
        guard screen.attendees.indices.contains(screen.selected) else {
            selection = screen.start
            return
        }
        let attendee = screen.attendees[screen.selected]
        selection = Self.row([
            attendee.name, attendee.isPresent ? localizer(.plainPresent) : localizer(.plainAbsent), attendee.slot,
            attendee.update, Self.position(screen.selected, of: screen.attendees.count, localizer),
        ])
    }

    init(_ screen: RecordScreen, _ localizer: Localizer) {
        self.init(place: "record")
        introduction = [screen.title, screen.place] + screen.facts.map(\.spoken)
        let time = "\(screen.clock) \(screen.clockLabel)"
        let clock: String =
            switch screen.clockState {
            case .calm, .ending: ""
            case .warning, .overtime: "\(Mark.attention) \(time)"
            case .paused: screen.pausedSign
            }
        state = [
            Item(Self.row([screen.speaking, time]), key: screen.speaking),
            Item(clock, key: "\(screen.speaking) \(screen.clockState)"),
            Item(screen.next), Item(String(screen.recording.drop { !$0.isLetter })), Item(screen.muted ?? ""),
            Item(screen.noteSign),
            Item(screen.settings),
            Item(Self.openPoints(of: screen), key: screen.speaking + " points"),
            Item(screen.audience),
        ]
        field = screen.noteField
        guard let selected = screen.selected, screen.speakers.indices.contains(selected) else { return }
        let speaker = screen.speakers[selected]
        selection = Self.row([
            speaker.name, localizer(speaker.state.message), speaker.time,
            Self.position(selected, of: screen.speakers.count, localizer),
        ])
    }

    /// The open points of the speaker, said as the turn starts.
    private static func openPoints(of screen: RecordScreen) -> String {
        guard !screen.openPoints.isEmpty else { return "" }
        let points = screen.openPoints.map {
            row([$0.markText, ($0.isLongBlock ? Mark.attention + " " : "") + $0.text])
        }
        return Fact(screen.openPointsLabel, points.joined(separator: " · ")).spoken
    }

    init(_ screen: MeetingScreen, _ localizer: Localizer) {
        self.init(place: "meeting " + screen.title)
        introduction =
            [screen.title] + screen.allFacts.map(\.spoken)
            + screen.attendees.map { attendee in
                let texts = [attendee.name, attendee.slot, attendee.used, attendee.overtime, attendee.speech]
                return zip(screen.columns, texts).filter { !$1.isEmpty }.map { "\($0): \($1)" }
                    .joined(separator: ", ")
            }
            + screen.written.map(\.spoken) + [screen.transcriptTitle]
        state = [
            Item(screen.version ?? ""), Item(screen.unsaved ?? ""), Item(screen.empty ?? ""),
            Item(screen.find?.count ?? ""), Item(screen.player?.spoken ?? ""),
        ]
        if let minutes = screen.minutes, minutes.isOpen {
            place = "minutes " + screen.title
            introduction = [screen.title, minutes.title] + minutes.written.map(\.spoken)
            state.append(Item(minutes.empty ?? ""))
            field = minutes.field
            guard let selected = minutes.selected, minutes.rows.indices.contains(selected) else { return }
            let row = minutes.rows[selected]
            selection = Self.row([
                row.kindText, row.name, row.text, row.stateText, row.maker, row.time,
                Self.position(selected, of: minutes.rows.count, localizer),
            ])
            return
        }
        field = screen.correction ?? screen.find.flatMap { $0.field.cursor == nil ? nil : $0.field }
        guard let selected = screen.selected, screen.lines.indices.contains(selected) else { return }
        let line = screen.lines[selected]
        selection = Self.row([
            line.name, line.time, line.text, Self.position(selected, of: screen.lines.count, localizer),
        ])
    }

    init(_ screen: ReplaceScreen, _ localizer: Localizer) {
        self.init(place: "replace " + screen.title)
        introduction = [screen.title]
        state = [Item(screen.summary)]
        field = [screen.find, screen.replacement].first { $0.cursor != nil }
        guard let selected = screen.selected, screen.changes.indices.contains(selected) else { return }
        let change = screen.changes[selected]
        selection = Self.row([
            "\(change.time): \(change.lead)\(change.before) → \(change.after)\(change.rest)",
            change.isIncluded ? localizer(.plainOn) : localizer(.plainOff),
            Self.position(selected, of: screen.changes.count, localizer),
        ])
    }

    init(_ screen: PostScreen, _ localizer: Localizer) {
        self.init(place: "post " + screen.title)
        introduction = [screen.title]
        let again = screen.isAgain ? localizer(.plainOn) : localizer(.plainOff)
        state =
            [Item("\(screen.again): \(again)")]
            + screen.messages.flatMap { [$0.title] + $0.lines + [$0.problem ?? ""] }.map { Item($0) }
        guard screen.rows.indices.contains(screen.selected) else { return }
        selection = Self.row([
            screen.rows[screen.selected].label, screen.rows[screen.selected].detail,
            Self.position(screen.selected, of: screen.rows.count, localizer),
        ])
    }
}

extension WrittenRow {
    fileprivate var spoken: String { "\(name): \(lines.joined(separator: " · "))" }
}

extension PlayerScreen {
    /// Whether it plays, how fast, and what is left out; without the position, which changes all the time.
    fileprivate var spoken: String {
        state == .stopped ? "" : SpokenScreen.row([stateText, speed, details])
    }
}
