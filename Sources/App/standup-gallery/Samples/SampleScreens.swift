import MeetingModel
import StandupFeatures

/// Screens as values, for looking at drawings before or without a feature that makes them.
enum SampleScreens {
    static func screen(
        _ content: Screen.Content, in context: KeyContext, dialog: DialogScreen? = nil, help: HelpScreen? = nil,
        notice: Notice? = nil
    ) -> Screen {
        Screen(
            address: "standups", content: content, dialog: dialog, help: help, notice: notice,
            keys: hints(dialog == nil ? context : .dialog), tooSmall: "The window is too small: 40 × 12 at least.")
    }

    static func hints(_ context: KeyContext, all: Bool = false) -> [KeyHint] {
        KeyTable.shown(in: context, hintsOnly: !all).map { index in
            let binding = KeyTable.bindings[index]
            let key = "\(binding.keys[0])".replacing("character(\"", with: "").replacing("\")", with: "")
            return KeyHint(key: key, text: "\(binding.command)", binding: index)
        }
    }

    static var all: [(name: String, screen: Screen)] {
        lists + pages + forms + starts + records + meetings + others
    }

    // MARK: The list

    static func card(_ number: Int, _ title: String, _ names: [String], _ theme: Theme, last: String? = nil)
        -> ListScreen.Card
    {
        ListScreen.Card(
            id: "\(number)", title: title, attendees: "\(names.count) attendees",
            names: names.joined(separator: ", "), length: "15 min", lastMeeting: last, theme: theme)
    }

    static let lists: [(name: String, screen: Screen)] = [
        (
            "list-empty",
            screen(
                .list(
                    ListScreen(
                        title: "Standups", cards: [],
                        empty: "No standups yet. Press a to add the first one: who takes part, and how long it is.")),
                in: .list)
        ),
        (
            "list-many",
            screen(
                .list(
                    ListScreen(
                        title: "Standups", summary: "4 standups",
                        cards: [
                            card(1, "Design", ["Ann", "Ben", "Cho"], .seafoam, last: "Today, 09:00"),
                            card(2, "Engineering", ["Dan", "Eve", "Fay", "Gil", "Hana"], .indigo, last: "Yesterday"),
                            card(3, "제품 회의 🚀", ["김민준", "이서연"], .orange),
                            card(4, "Marketing", ["Ida"], .poppy, last: "3 weeks ago"),
                        ], selected: 1)), in: .list)
        ),
        (
            "list-200",
            screen(
                .list(
                    ListScreen(
                        title: "Standups", summary: "200 standups",
                        filter: FieldScreen(label: "Filter", text: "team", cursor: 4),
                        cards: (0..<200).map {
                            card($0, "Team \($0 + 1)", ["Ann", "Ben"], Theme.allCases[$0 % 16])
                        }, selected: 100)), in: .list)
        ),
    ]

    // MARK: A standup's page

    static let facts = [
        Fact("Length", "15 minutes"), Fact("Theme", "Teal"), Fact("At the slot's end", "the next one speaks"),
        Fact("Time left over", "is shared among those still to speak"),
    ]

    static func page(statistics: Bool, meetings: Int, selected: Int) -> Screen.Content {
        let names = ["Ann", "Benedict", "조은", "Dana"]
        let attendees = names.enumerated().map { index, name in
            statistics
                ? StandupScreen.AttendeeRow(
                    name: name, slot: "3:45", averageUsed: "4:1\(index)", averageSpeech: "3:0\(index)",
                    used: [0.6, 0.95, 0.3, 0.75][index], speech: [0.5, 0.6, 0.25, 0.2][index], slotEnd: 0.75,
                    trend: (0..<12).map { $0 % 5 == index ? nil : Double(($0 * (index + 3)) % 9) / 8 },
                    change: index == 1 ? "+0:20" : "-0:05")
                : StandupScreen.AttendeeRow(name: name, slot: "3:45")
        }
        return .standup(
            StandupScreen(
                title: "Engineering", theme: .teal, start: "Start meeting", facts: facts, attendeesTitle: "Attendees",
                attendees: attendees,
                statistics: statistics ? "Used and spoken on average, last 12 meetings" : nil,
                meetingsTitle: meetings > 0 ? "Past meetings" : nil,
                meetings: (0..<meetings).map {
                    StandupScreen.MeetingRow(
                        id: "\($0)", date: "Monday, 2 March 2026, 09:0\($0 % 10)", duration: "14:32",
                        state: $0 == 2 ? "interrupted" : "")
                },
                rows: [.start] + names.indices.map { .attendee($0) } + (0..<meetings).map { .meeting($0) },
                selected: selected))
    }

    static let pages: [(name: String, screen: Screen)] = [
        ("standup-new", screen(page(statistics: false, meetings: 0, selected: 0), in: .standup)),
        ("standup-statistics", screen(page(statistics: true, meetings: 3, selected: 2), in: .standup)),
        ("standup-history", screen(page(statistics: true, meetings: 60, selected: 30), in: .standup)),
    ]

    // MARK: Forms

    static func form(errors: Bool, focused: Int) -> Screen.Content {
        func text(_ label: String, _ text: String, _ index: Int, error: String? = nil) -> FieldScreen {
            FieldScreen(
                label: label, text: text, placeholder: "Name", cursor: index == focused ? text.count : nil,
                error: error)
        }
        let fields: [FormScreen.Field] = [
            .init(
                kind: .text,
                field: text("Title", errors ? "" : "A title that is longer than the field by far, 그리고 한국어도 있다", 0),
                section: "Standup"),
            .init(
                kind: .stepper,
                field: text("Length", "15 min", 1, error: errors ? "A length is from 10 seconds to 8 hours." : nil)),
            .init(kind: .choice, field: FieldScreen(label: "Theme", text: "Periwinkle"), theme: .periwinkle),
            .init(kind: .choice, field: FieldScreen(label: "Spoken language", text: "English")),
            .init(kind: .toggle, field: FieldScreen(label: "Warning sound", text: "on"), isOn: true),
            .init(kind: .attendee, field: text("1", "Ann", 5), section: "Attendees"),
            .init(kind: .attendee, field: text("2", "Ben", 6)),
            .init(kind: .attendee, field: text("3", "", 7)),
            .init(kind: .button, field: FieldScreen(label: "Add attendee")),
            .init(kind: .button, field: FieldScreen(label: "Save"), section: ""),
            .init(kind: .button, field: FieldScreen(label: "Cancel")),
        ]
        return .form(
            FormScreen(
                title: "New standup", theme: .periwinkle, fields: fields, focused: focused,
                error: errors ? "The standup could not be saved: the disk is full. Make room and save again." : nil))
    }

    static let forms: [(name: String, screen: Screen)] = [
        ("form-new", screen(form(errors: false, focused: 0), in: .text)),
        ("form-theme", screen(form(errors: false, focused: 2), in: .form)),
        ("form-errors", screen(form(errors: true, focused: 7), in: .text)),
        ("form-button", screen(form(errors: false, focused: 9), in: .form)),
    ]

    // MARK: Who is here

    static func start(_ selected: Int, problem: String? = nil, progress: String? = nil) -> Screen.Content {
        .start(
            StartScreen(
                title: "Engineering", theme: .purple, attendeesTitle: "Who is here?",
                attendees: [
                    .init(name: "Ann", isPresent: true, slot: "5:00"),
                    .init(name: "Ben", isPresent: false, slot: ""),
                    .init(name: "조은", isPresent: true, slot: "5:00"),
                    .init(name: "Dana with a name that goes on and on", isPresent: true, slot: "5:00"),
                ], start: "Start the meeting", selected: selected,
                facts: [
                    Fact("Microphone", "Built-in Audio Analog Stereo"), Fact("Loudspeaker", "default"),
                    Fact("Recording", "sound and words are kept on this computer and sent nowhere"),
                    Fact("Understood", "English"),
                ], progress: progress, problem: problem))
    }

    static let starts: [(name: String, screen: Screen)] = [
        ("start", screen(start(1), in: .start)),
        ("start-problem", screen(start(4, problem: "No microphone was found."), in: .start)),
        ("start-opening", screen(start(4, progress: "Opening the microphone…"), in: .start)),
    ]

    // MARK: A running meeting

    static func record(
        _ mood: RecordScreen.Mood, clock: String, speakers names: [String] = ["Ann", "Benedict", "조은", "Dana"],
        current: Int = 1, selected: Int? = nil, note: String = "", lines: Int = 6
    ) -> Screen.Content {
        let label = [.overtime: "over time", .paused: "left, paused"][mood] ?? "left"
        return .record(
            RecordScreen(
                title: "Engineering", theme: .indigo, mood: mood, speaking: "\(names[current]) is speaking",
                clock: clock, clockLabel: label, turnProgress: mood == .overtime ? 1 : mood == .warning ? 0.93 : 0.55,
                place: "Speaker \(current + 1) of \(names.count)",
                next: current + 1 < names.count ? "Next: \(names[current + 1])" : "No more speakers",
                facts: [
                    Fact("Elapsed", "4:10"), Fact("Remaining", "10:50"), Fact("Ends at", "09:45"),
                ], progress: 0.28,
                speakers: names.enumerated().map { index, name in
                    .init(
                        name: name, state: index < current ? .spoke : index == current ? .speaking : .waiting,
                        time: "3:45", share: 1 / Double(names.count),
                        progress: index < current ? 1 : index == current ? 0.55 : 0,
                        isOvertime: index == current && mood == .overtime)
                }, selected: selected,
                recording: mood == .paused ? "paused, off the record" : "● recording", isRecording: mood != .paused,
                level: 0.62, muted: mood == .warning ? "ding muted" : nil,
                settings: "At the slot's end the next one speaks · warning 10 s before",
                lines: (0..<lines).map {
                    .init(
                        name: $0 < 3 ? "Ann" : "Benedict",
                        text: "I finished the login page yesterday and today I look at the tests, number \($0)",
                        isPartial: $0 == lines - 1)
                }, noLines: "Nobody has said anything yet.", note: note))
    }

    static let twelve = (1...12).map { "Person \($0)" }

    static let records: [(name: String, screen: Screen)] = [
        ("record-calm", screen(record(.calm, clock: "2:35"), in: .record)),
        ("record-warning", screen(record(.warning, clock: "0:09", note: "Ask Dana about the release."), in: .record)),
        ("record-overtime", screen(record(.overtime, clock: "+0:12"), in: .record)),
        ("record-paused", screen(record(.paused, clock: "1:23"), in: .record)),
        (
            "record-twelve",
            screen(record(.calm, clock: "12:34", speakers: twelve, current: 5), in: .record)
        ),
        (
            "record-choosing",
            screen(record(.calm, clock: "1:02:03", speakers: twelve, current: 5, selected: 9), in: .record)
        ),
        (
            "record-one",
            screen(record(.calm, clock: "0:45", speakers: ["Ann"], current: 0, lines: 0), in: .record)
        ),
        (
            "record-lost",
            screen(
                record(.calm, clock: "2:35"), in: .record,
                notice: Notice(.error, "The microphone is gone. The meeting goes on without a recording."))
        ),
        (
            "record-question",
            screen(
                record(.paused, clock: "2:35"), in: .record,
                dialog: DialogScreen(
                    title: "End meeting?",
                    message: "It is kept with what was recorded so far, or discarded without a trace.",
                    answers: [
                        .init(text: "Save and end", key: "s"), .init(text: "Discard", key: "d", role: .destructive),
                        .init(text: "Resume", key: "r", role: .cancel),
                    ]))
        ),
    ]

    // MARK: A past meeting

    static func meeting(selected: Int?, lines: Int, correction: FieldScreen? = nil) -> Screen.Content {
        .meeting(
            MeetingScreen(
                title: "Engineering", theme: .buttercup,
                facts: [
                    Fact("Date", "Monday, 2 March 2026, 09:00"), Fact("Length", "14:32"),
                    Fact("Recording", "14:32, 79 MB"),
                ], columns: ["Name", "Slot", "Used", "Overtime", "Speech"],
                attendees: [
                    .init(name: "Ann", slot: "5:00", used: "5:12", overtime: "0:12", speech: "4:40", isOvertime: true),
                    .init(name: "Ben", slot: "5:00", used: "4:02", overtime: "0:00", speech: "3:31"),
                    .init(name: "조은", slot: "absent", used: "", overtime: "", speech: ""),
                ], transcriptTitle: "Transcript", version: "version 2 of 2, corrected",
                lines: (0..<lines).map {
                    .init(
                        name: $0 % 3 == 0 ? ["Ann", "Ben"][$0 / 3 % 2] : "", time: "\($0 / 6):\($0 % 6)5",
                        text: "yesterday i finished the login page and today i look at the tests that fail since monday")
                }, selected: selected, correction: correction,
                empty: lines == 0 ? "There is no transcript: nobody said anything that was understood." : nil))
    }

    static let meetings: [(name: String, screen: Screen)] = [
        ("meeting", screen(meeting(selected: 3, lines: 30), in: .meeting)),
        ("meeting-empty", screen(meeting(selected: nil, lines: 0), in: .meeting)),
        (
            "meeting-correction",
            screen(
                meeting(
                    selected: 2, lines: 8,
                    correction: FieldScreen(
                        label: "Words",
                        text: "yesterday i finished the login page and today i look at the tests that fail",
                        cursor: 70)), in: .text)
        ),
    ]

    // MARK: Devices, dialogs, help

    static let others: [(name: String, screen: Screen)] = [
        (
            "devices",
            screen(
                .devices(
                    DevicesScreen(
                        title: "Devices", inputsTitle: "Microphones",
                        inputs: [
                            .init(label: "Default", detail: "", isChosen: false),
                            .init(label: "Built-in Audio Analog Stereo", detail: "2 ch, 48 kHz", isChosen: true),
                            .init(label: "None", detail: "", isChosen: false),
                        ], outputsTitle: "Loudspeakers",
                        outputs: [
                            .init(label: "Default", detail: "", isChosen: true),
                            .init(label: "HDMI", detail: "8 ch, 48 kHz", isChosen: false),
                        ], selected: 1, level: 0.4, levelText: "Speak to try it.")), in: .devices)
        ),
        (
            "dialog-text",
            screen(
                page(statistics: true, meetings: 3, selected: 0), in: .standup,
                dialog: DialogScreen(
                    title: "Note", message: "Only you see it.",
                    field: FieldScreen(label: "Note", text: "Ask Ben", cursor: 7),
                    answers: [.init(text: "Keep", key: ""), .init(text: "Cancel", key: "")], selected: nil))
        ),
        (
            "dialog-delete",
            screen(
                lists[1].screen.content, in: .list,
                dialog: DialogScreen(
                    title: "Delete “Engineering”?",
                    message: "Its 12 meetings and their recordings are deleted too. It can be undone until you quit.",
                    answers: [
                        .init(text: "Keep", key: "k", role: .cancel),
                        .init(text: "Delete", key: "d", role: .destructive),
                    ]))
        ),
        (
            "help",
            screen(
                lists[1].screen.content, in: .list,
                help: HelpScreen(
                    title: "Keys",
                    sections: KeyContext.allCases.map { .init(title: "\($0)", keys: hints($0, all: true)) }))
        ),
    ]
}
