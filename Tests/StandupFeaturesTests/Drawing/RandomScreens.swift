import MeetingModel

@testable import Presentation
@testable import StandupFeatures

/// Makes screens of every kind with texts that are hard to draw, the same ones for the same seed.
struct RandomScreens {
    private var generator: SeededGenerator

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    private mutating func flag(oneIn count: Int = 2) -> Bool { number(1...count) == 1 }

    /// A fraction; sometimes out of range, as no feature should give it.
    private mutating func fraction() -> Double {
        flag(oneIn: 20)
            ? [-1, 2, .nan, .infinity][number(0...3)] : Double.random(in: 0...1, using: &generator)
    }

    private static let words = [
        "Ann", "login", "page", "김민준", "제품", "회의", "🚀", "👩‍👩‍👧‍👦", "🇩🇪", "e\u{301}", "שלום", "مرحبا", "Donaudampfschifffahrt",
        "a\u{300}\u{301}\u{302}", "\u{301}", "\u{1b}[31m", "\t", "\n", "", "—", "1:23", "\u{202e}", "❤️",
    ]

    mutating func text(_ most: Int = 12) -> String {
        (0..<number(0...most)).map { _ in Self.words.randomElement(using: &generator) ?? "" }.joined(separator: " ")
    }

    /// A text that is seen.
    private mutating func label() -> String { "L" + text(2) }

    private mutating func some<Value>(_ count: ClosedRange<Int>, _ make: (inout Self) -> Value) -> [Value] {
        (0..<number(count)).map { _ in make(&self) }
    }

    private mutating func maybe<Value>(_ make: (inout Self) -> Value) -> Value? { flag() ? make(&self) : nil }

    private mutating func theme() -> Theme { Theme.allCases.randomElement(using: &generator) ?? .navy }

    mutating func field(isFocused: Bool = false) -> FieldScreen {
        let text = text(30)
        return FieldScreen(
            label: label(), text: text, placeholder: self.text(3), cursor: isFocused ? number(0...text.count) : nil,
            error: flag(oneIn: 4) ? self.text(20) : nil)
    }

    private mutating func facts() -> [Fact] { some(0...7) { Fact($0.text(4), $0.text(10)) } }

    private mutating func position(in count: Int) -> Int { number(0...max(count - 1, 0)) }

    mutating func screen() -> Screen {
        let contexts = KeyContext.allCases
        let dialog = flag(oneIn: 3) ? dialog() : nil
        return Screen(
            address: "standups", content: content(), dialog: dialog, help: flag(oneIn: 6) ? help() : nil,
            task: flag(oneIn: 4) ? task() : nil,
            notice: flag(oneIn: 3) ? Notice([.information, .warning, .error][number(0...2)], text(20)) : nil,
            keys: keys(dialog == nil ? contexts[number(0...contexts.count - 1)] : .dialog),
            tooSmall: "too small " + text())
    }

    private mutating func task() -> TaskScreen {
        TaskScreen(
            title: text(6), fraction: maybe { $0.fraction() }, percent: text(1), detail: text(6), isInFront: flag(),
            hint: text(1))
    }

    private mutating func keys(_ context: KeyContext) -> [KeyHint] {
        KeyTable.shown(in: context, hintsOnly: flag()).map { index in
            let isHelp = KeyTable.standard.bindings[index].command == .help
            return KeyHint(key: isHelp ? "?" : label(), text: isHelp ? "Help" : label(), binding: index)
        }
    }

    private mutating func help() -> HelpScreen {
        HelpScreen(
            title: text(3),
            sections: KeyContext.allCases.map { HelpScreen.Section(title: label(), keys: keys($0)) },
            offset: number(0...200))
    }

    mutating func dialog() -> DialogScreen {
        let answers = some(1...(flag(oneIn: 4) ? 15 : 5)) { random in
            DialogScreen.Answer(
                text: random.label(), key: ["s", "d", "L", "k", ""][random.number(0...4)],
                role: [.normal, .destructive, .cancel][random.number(0...2)])
        }
        return DialogScreen(
            title: label(), message: text(60), answers: answers, selected: position(in: answers.count))
    }

    mutating func content() -> Screen.Content {
        switch number(0...13) {
        case 0: .list(list())
        case 1: .standup(standup())
        case 2: .form(form())
        case 3: .start(start())
        case 4: .record(record())
        case 5: .meeting(meeting())
        case 6: .invitation(invitation())
        case 7: .search(search())
        case 8: .replace(replace())
        case 10: .files(files())
        case 12: .post(post())
        case 11: .importing(ImportScreen(form: flag() ? form() : emptyForm(), facts: facts(), hint: text(8)))
        case 9:
            .export(ExportScreen(form: form()))
        default: .devices(devices())
        }
    }

    private mutating func emptyForm() -> FormScreen {
        FormScreen(title: text(), theme: theme(), fields: [], focused: 0, error: maybe { $0.text(20) })
    }

    private mutating func files() -> FilesScreen {
        let rows = some(0...(flag(oneIn: 4) ? 400 : 6)) { random in
            FilesScreen.Row(name: random.text(), detail: random.text(3), isFolder: random.flag())
        }
        return FilesScreen(
            title: text(4), folder: text(), summary: text(2), field: field(isFocused: true), rows: rows,
            selected: rows.isEmpty ? nil : maybe { $0.position(in: rows.count) }, state: maybe { $0.text(20) },
            error: maybe { $0.text(20) })
    }

    private mutating func list() -> ListScreen {
        let cards = some(0...(flag(oneIn: 4) ? 300 : 6)) { random in
            StandupCard(
                id: "1", title: random.text(), attendees: random.text(3), names: random.text(), length: random.text(3),
                lastMeeting: random.maybe { $0.text(4) }, theme: random.theme())
        }
        let meetings = some(0...(flag(oneIn: 4) ? 40 : 4)) { random in
            MeetingRow(
                id: "1", date: random.text(5), title: random.text(), theme: random.theme(), duration: random.text(2),
                state: random.text(1), names: random.text())
        }
        return ListScreen(
            title: text(4), summary: text(4), filter: maybe { $0.field(isFocused: $0.flag()) }, cards: cards,
            meetingsTitle: meetings.isEmpty ? nil : text(3), meetings: meetings,
            selected: cards.isEmpty ? nil : position(in: cards.count + meetings.count), empty: maybe { $0.text(30) })
    }

    private mutating func standup() -> StandupScreen {
        let people = some(0...15) { random in
            StandupScreen.AttendeeRow(
                name: random.text(4), slot: random.text(2), averageUsed: random.text(1), averageSpeech: random.text(1),
                used: random.fraction(), speech: random.fraction(), slotEnd: random.fraction(),
                trend: random.some(0...40) { random in random.maybe { $0.fraction() } }, change: random.text(1))
        }
        let meetings = some(0...(flag(oneIn: 4) ? 500 : 4)) { random in
            MeetingRow(
                id: "1", date: random.text(5), duration: random.text(2), state: random.text(2), names: random.text())
        }
        let updates = some(0...3) { random in
            StandupScreen.UpdateRow(name: random.text(4), text: random.text(30))
        }
        let rows =
            [.start] + people.indices.map(StandupScreen.Row.attendee) + meetings.indices.map(StandupScreen.Row.meeting)
        return StandupScreen(
            title: text(), theme: theme(), start: label(), length: Fact(text(1), text(2)),
            facts: facts(), attendeesTitle: text(3), attendees: people,
            statistics: maybe { $0.text(5) }, columns: flag() ? (0..<5).map { _ in text(2) } : [],
            updatesTitle: updates.isEmpty ? nil : text(3), updates: updates,
            meetingsTitle: meetings.isEmpty ? nil : text(3), meetings: meetings,
            rows: rows, selected: position(in: rows.count))
    }

    private mutating func form() -> FormScreen {
        let count = number(1...40)
        let focused = position(in: count)
        let kinds: [FormScreen.Field.Kind] = [.text, .choice, .stepper, .toggle, .attendee, .button]
        let fields = (0..<count).map { index in
            let kind = kinds[number(0...5)]
            let isTyped = kind == .text || kind == .attendee || kind == .stepper
            return FormScreen.Field(
                kind: kind, field: field(isFocused: index == focused && isTyped),
                section: flag(oneIn: 5) ? label() : nil, theme: kind == .choice ? maybe { $0.theme() } : nil,
                isOn: flag())
        }
        return FormScreen(
            title: text(), theme: theme(), fields: fields, focused: focused, error: maybe { $0.text(20) })
    }

    private mutating func start() -> StartScreen {
        let people = some(0...20) { random in
            StartScreen.AttendeeRow(name: random.text(6), isPresent: random.flag(), slot: random.text(2))
        }
        return StartScreen(
            title: text(), theme: theme(), attendeesTitle: text(3), attendees: people, start: label(),
            selected: number(0...people.count), facts: facts(), progress: maybe { $0.text(5) },
            problem: maybe { $0.text(20) })
    }

    mutating func record() -> RecordScreen {
        let clockStates: [RecordScreen.ClockState] = [.calm, .warning, .overtime, .paused, .ending]
        let clocks = ["0:09", "2:35", "+0:12", "12:34", "+1:02:03", "8:00:00", "-0:01", "", "?"]
        let states: [RecordScreen.Speaker.State] = [.spoke, .speaking, .waiting, .absent]
        let speakers = some(0...(flag(oneIn: 4) ? 80 : 6)) { random in
            RecordScreen.Speaker(
                id: "id", name: random.text(4), state: states[random.number(0...3)], time: random.text(1),
                share: random.fraction(), progress: random.fraction(), isOvertime: random.flag())
        }
        return RecordScreen(
            title: text(), theme: theme(), clockState: clockStates[number(0...4)], speaking: text(6),
            clock: clocks[number(0...clocks.count - 1)], clockLabel: text(2), turnProgress: fraction(),
            place: text(4), next: text(5), facts: facts(), progress: fraction(), speakers: speakers,
            selected: speakers.isEmpty ? nil : maybe { $0.position(in: speakers.count) }, recording: text(4),
            isRecording: flag(), level: maybe { $0.fraction() }, muted: maybe { $0.text(2) }, settings: text(8),
            lines: some(0...9) { RecordScreen.Line(name: $0.text(2), text: $0.text(40), isPartial: $0.flag()) },
            noLines: text(6),
            openPoints: some(0...9) {
                RecordScreen.OpenPoint(
                    id: .init(rawValue: $0.text(8)), text: $0.text(20),
                    mark: $0.maybe { MeetingModel.Point.State.allCases[$0.number(0...2)] },
                    markText: $0.text(2), isNext: $0.flag(oneIn: 3), isLongBlock: $0.flag())
            }, openPointsLabel: text(2), openPointsPlace: text(3),
            lastWords: maybe { Fact($0.text(2), $0.text(60)) },
            noteField: flag(oneIn: 4) ? field(isFocused: true) : nil)
    }

    private mutating func written(above rows: Int) -> [WrittenRow] {
        some(0...2) { random in
            WrittenRow(
                name: random.text(3), lines: random.some(0...3) { $0.text(30) }, row: random.number(0...rows))
        }
    }

    private mutating func meeting() -> MeetingScreen {
        let lines = some(0...(flag(oneIn: 4) ? 300 : 8)) { random in
            MeetingScreen.Line(name: random.flag() ? "" : random.text(3), time: "1:23", text: random.text(25))
        }
        let selected = lines.isEmpty ? nil : position(in: lines.count)
        return MeetingScreen(
            title: text(), theme: theme(), facts: facts(), state: maybe { Fact($0.text(1), $0.text(3)) },
            recording: maybe { Fact($0.text(1), $0.text(8)) },
            details: facts(), note: maybe { Fact($0.text(1), $0.text(12)) }, columns: some(0...6) { $0.text(2) },
            attendees: some(0...15) { random in
                MeetingScreen.AttendeeRow(
                    name: random.text(4), slot: random.text(1), used: random.text(1), overtime: random.text(1),
                    speech: random.text(1), isOvertime: random.flag())
            }, transcriptTitle: text(3), version: maybe { $0.text(3) }, lines: lines,
            written: written(above: lines.count), selected: selected,
            correction: selected == nil ? nil : maybe { $0.field(isFocused: true) }, empty: maybe { $0.text(10) })
    }

    private mutating func invitation() -> InvitationScreen {
        let code = maybe { random in
            let columns = random.number(0...60)
            return random.some(0...30) { random in
                (0..<columns).map { _ in ["█", "▀", "▄", " "][random.number(0...3)] }.joined()
            }
        }
        let roles = some(1...3) { $0.label() }
        return InvitationScreen(
            title: text(), theme: theme(), invitee: text(3), roles: roles, selected: position(in: roles.count),
            link: text(5), code: code, noCode: text(6), until: text(8), warning: text(7), server: text(15),
            state: maybe { $0.text(10) },
            problem: maybe { $0.text(10) }, countdown: maybe { $0.text(5) })
    }

    private mutating func replace() -> ReplaceScreen {
        let changes = some(0...200) { random in
            ReplaceScreen.Change(
                time: random.text(2), lead: random.text(5), before: random.text(4), after: random.text(4),
                rest: random.text(30), isIncluded: random.flag())
        }
        let focus = number(0...(changes.isEmpty ? 1 : 2))
        func field(_ isFocused: Bool) -> FieldScreen {
            let words = text(8)
            return FieldScreen(
                label: label(), text: words, placeholder: text(5), cursor: isFocused ? number(0...words.count) : nil)
        }
        return ReplaceScreen(
            title: text(3), theme: theme(), find: field(focus == 0), replacement: field(focus == 1), summary: text(9),
            changes: changes, selected: focus == 2 ? position(in: changes.count) : nil)
    }

    private mutating func post() -> PostScreen {
        let rows = some(1...(flag(oneIn: 4) ? 100 : 4)) { PostScreen.Row(label: $0.text(4), detail: $0.text(8)) }
        let messages = some(1...3) { random in
            PostScreen.Message(
                title: random.text(4), lines: random.some(0...40) { $0.text(30) }, problem: random.maybe { $0.text(9) })
        }
        return PostScreen(
            title: text(4), theme: theme(), rows: rows, selected: position(in: rows.count), again: text(6),
            isAgain: flag(), messages: messages, offset: number(0...100))
    }

    private mutating func search() -> SearchScreen {
        let hits = some(0...(flag(oneIn: 4) ? 300 : 6)) { random in
            SearchScreen.Hit(
                place: random.some(2...3) { random in random.text(3) },
                pieces: random.some(0...5) { SearchScreen.Piece(text: $0.text(8), isMatch: $0.flag()) })
        }
        return SearchScreen(
            title: text(3), field: field(isFocused: flag()), filters: some(0...3) { Fact($0.text(1), $0.text(3)) },
            summary: text(3), hits: hits, selected: hits.isEmpty ? nil : position(in: hits.count),
            empty: maybe { $0.text(20) })
    }

    private mutating func devices() -> DevicesScreen {
        let inputs = some(0...12) { random in
            DevicesScreen.Row(label: random.text(5), detail: random.text(3), isChosen: random.flag(oneIn: 5))
        }
        let calls = some(0...6) { random in
            DevicesScreen.Row(label: random.text(5), detail: random.text(3), isChosen: random.flag(oneIn: 5))
        }
        let outputs = some(0...12) { random in
            DevicesScreen.Row(label: random.text(5), detail: random.text(3), isChosen: random.flag(oneIn: 5))
        }
        let models = some(0...8) { random in
            DevicesScreen.Row(
                label: random.text(5), detail: random.text(3), isChosen: random.flag(oneIn: 5), isMissing: random.flag()
            )
        }
        return DevicesScreen(
            title: text(3), inputsTitle: text(2), inputs: inputs, callsTitle: text(2), calls: calls,
            outputsTitle: text(2), outputs: outputs, modelsTitle: text(2), models: models,
            selected: position(in: inputs.count + calls.count + outputs.count + models.count),
            level: maybe { $0.fraction() },
            levelText: text(8), state: maybe { $0.text(10) })
    }
}
