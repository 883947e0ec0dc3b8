import Localization
import MeetingModel
@testable import Presentation
import Testing

@testable import StandupFeatures

/// What drawings owe besides looking as they did.
struct ScreenDrawingTests {
    private let size = Size(columns: 80, rows: 24)

    private func screen(
        _ content: Screen.Content = .list(ListScreen(title: "Standups", cards: [])), dialog: DialogScreen? = nil,
        notice: Notice? = nil, hints: [(String, Command)] = []
    ) -> Screen {
        Screen(
            address: "", content: content, dialog: dialog, notice: notice,
            keys: hints.map { text, command in
                KeyHint(
                    key: "k", text: text,
                    binding: KeyTable.standard.bindings.firstIndex { $0.command == command } ?? -1)
            }, tooSmall: "too small")
    }

    @Test func `a window that is too small only says so`() {
        let canvas = ScreenDrawing.draw(
            screen(hints: [("help", .help)]), size: Size(columns: 39, rows: 12))
        #expect(canvas.lines.joined().trimmed == "too small")
        #expect(canvas.regions.isEmpty)
    }

    @Test func `keys that do not fit are left out from the end, the one for help never`() {
        let hints: [(String, Command)] = [
            ("the first of them", .start), ("the second", .add), ("the third of them", .edit), ("help", .help),
        ]
        let canvas = ScreenDrawing.draw(screen(hints: hints), size: Size.smallest)
        #expect(canvas.lines[11] == " k the first of them             k help")
        #expect(canvas.command(at: Point(3, 11)) == .start)
        #expect(canvas.command(at: Point(36, 11)) == .help)
        #expect(canvas.command(at: Point(25, 11)) == nil)
    }

    @Test(arguments: ["en", "de", "ko"], [false, true])
    func `the keys that pause and end a meeting are named in the smallest window`(
        _ language: String, isPaused: Bool
    ) {
        var random = RandomScreens(seed: 1)
        var screen = screen(.record(random.record()))
        let emphasis = KeyEmphasis(
            first: [.nextSpeaker, .pause, .end], texts: isPaused ? [.pause: .keyResume] : [:])
        screen.keys = KeyTable.standard.hints(in: .record, emphasis: emphasis, .localizer(language))
        let canvas = ScreenDrawing.draw(screen, size: Size.smallest)
        let pressed = canvas.regions.filter { $0.area.row == 11 }.map(\.command)
        #expect(Set(pressed).isSuperset(of: [.nextSpeaker, .pause, .end, .help]))
        for hint in screen.keys.prefix(3) { #expect(canvas.lines[11].contains(" \(hint.text)"), "\(canvas.lines[11])") }
    }

    @Test func `behind a question nothing can be pressed, and nothing has its color`() throws {
        let list = ListScreen(
            title: "Standups",
            cards: [StandupCard(id: "1", title: "Daily", attendees: "", names: "", length: "", theme: .poppy)],
            selected: 0)
        let question = DialogScreen(title: "Delete?", answers: [DialogScreen.Answer(text: "Yes", key: "y")])
        let canvas = ScreenDrawing.draw(screen(.list(list), dialog: question), size: size)
        #expect(canvas.regions.map(\.command) == [.answer(0)])
        #expect(!canvas.cells.contains { $0.style.background == .theme(.poppy) })
        let button = try #require(canvas.regions.first).area
        #expect(canvas[button.column + 2, button.row].style.isUnderlined, "the letter that answers")
        #expect(!canvas[button.column + 3, button.row].style.isUnderlined)
    }

    @Test(arguments: Theme.allCases)
    func `a card has an edge in the color of its theme, and all of it can be pressed`(_ theme: Theme) {
        let list = ListScreen(
            title: "Standups",
            cards: [StandupCard(id: "1", title: "Daily", attendees: "", names: "", length: "", theme: theme)])
        let canvas = ScreenDrawing.draw(screen(.list(list)), size: size)
        #expect(canvas.cells.count { $0.style == .theme(theme) } == 4)
        #expect(canvas.regions.map(\.command) == [.select(0)])
        #expect(canvas.regions.first?.area.rows == 6)
    }

    @Test(arguments: [
        (RecordScreen.ClockState.calm, Style.Background.terminal), (.warning, .warning), (.overtime, .alarm),
        (.paused, .terminal), (.ending, .terminal),
    ])
    func `the clock has the background of its state`(
        _ clockState: RecordScreen.ClockState, _ background: Style.Background
    ) {
        var random = RandomScreens(seed: 1)
        var record = random.record()
        record.clockState = clockState
        record.clock = "2:35"
        let canvas = ScreenDrawing.draw(screen(.record(record)), size: size)
        let clock = canvas.cells.filter { $0.character == "█" && $0.style.isBold && $0.style.foreground != .alarm }
        #expect(clock.contains { $0.style.background == background })
    }

    @Test func `the newest words are seen, and the oldest are left out`() {
        var random = RandomScreens(seed: 1)
        var record = random.record()
        (record.selected, record.noteField) = (nil, nil)
        record.lines = (0..<30).map { RecordScreen.Line(name: "Ann", text: "sentence \($0)", isPartial: $0 == 29) }
        let lines = ScreenDrawing.draw(screen(.record(record)), size: size).lines
        #expect(lines.contains { $0.contains("sentence 29…") })
        #expect(!lines.contains { $0.contains("sentence 3 ") })
    }

    @Test(arguments: [nil, 3])
    func `at 100×30 four speakers are all seen, and the words too, even while one is chosen`(_ selected: Int?) {
        var random = RandomScreens(seed: 1)
        var record = random.record()
        record.speakers = ["Ann", "Ben", "Cleo", "Dana"].map {
            RecordScreen.Speaker(id: $0, name: $0, state: .waiting, time: "1:23", share: 0.25, progress: 0)
        }
        (record.selected, record.noteField) = (selected, nil)
        record.lines = (0..<9).map { RecordScreen.Line(name: "Ann", text: "sentence \($0)", isPartial: false) }
        let lines = ScreenDrawing.draw(screen(.record(record)), size: Size(columns: 100, rows: 30)).lines
        for name in ["Ann", "Ben", "Cleo", "Dana"] {
            #expect(lines.contains { $0.contains(name) && $0.contains("1:23") }, "\(name)")
        }
        for number in 6...8 { #expect(lines.contains { $0.contains("sentence \(number)") }) }
    }

    @Test func `the help never covers the countdown of a running meeting`() {
        var random = RandomScreens(seed: 1)
        var record = random.record()
        (record.clock, record.clockState, record.noteField) = ("2:35", .calm, nil)
        let keys = (0..<24).map { KeyHint(key: "k", text: "key \($0)", binding: -1) }
        var screen = screen(.record(record))
        screen.help = HelpScreen(title: "Keys", sections: [.init(title: "Running meeting", keys: keys)])
        for size in [Size.smallest, size, Size(columns: 100, rows: 30), Size(columns: 120, rows: 40)] {
            let canvas = ScreenDrawing.draw(screen, size: size)
            let isLarge = canvas.cells.contains { $0.character == "█" && $0.style == .plain.bold }
            #expect(isLarge || canvas.lines.contains { $0.contains("2:35") }, "\(size)")
            #expect(canvas.lines.contains { $0.contains("key 0") }, "\(size)")
        }
    }

    @Test func `an error is shown in full in the smallest window`() {
        let text = "The disk is full, so the standup could not be saved. Make room and save it again, please."
        let canvas = ScreenDrawing.draw(screen(notice: Notice(.error, text)), size: Size.smallest)
        let told = canvas.lines.suffix(4).map(\.trimmed).joined(separator: " ")
        #expect(told.contains("save it again, please."))
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
