import MeetingModel
import Presentation
import Testing

@testable import StandupFeatures

/// Screens with texts that are hard to draw, in windows of any size.
@Suite(.timeLimit(.minutes(10)))
struct RandomScreenTests {
    @Test(arguments: UInt64(0)..<300)
    func `the focused element is visible and can be pressed`(_ seed: UInt64) {
        var random = RandomScreens(seed: seed)
        let screen = random.screen()
        let size = Size(columns: random.number(40...250), rows: random.number(12...80))
        check(screen, size)
        check(screen, Size.smallest)
    }

    @Test(arguments: UInt64(0)..<100)
    func `a window of any size is drawn to its edges and no further`(_ seed: UInt64) {
        var random = RandomScreens(seed: seed)
        let screen = random.screen()
        let size = Size(columns: random.number(0...60), rows: random.number(0...20))
        let canvas = ScreenDrawing.draw(screen, size: size)
        #expect(canvas.size == size)
        #expect(canvas.regions.allSatisfy { $0.area.intersection(canvas.bounds) == $0.area })
    }

    private func check(_ screen: Screen, _ size: Size) {
        let canvas = ScreenDrawing.draw(screen, size: size)
        #expect(canvas.size == size)
        #expect(canvas == ScreenDrawing.draw(screen, size: size), "the same screen looks the same")
        checkRows(canvas)
        #expect(canvas.regions.allSatisfy { $0.area.intersection(canvas.bounds) == $0.area })
        if let help = screen.keys.first(where: { KeyTable.standard.bindings[$0.binding].command == .help }) {
            let last = canvas.lines[size.rows - 1]
            #expect(last.hasSuffix(help.text) || last.hasSuffix(help.key), "the key for help is always there")
        }
        if let cursor = canvas.cursor { #expect(canvas.bounds.contains(cursor)) }
        guard screen.help == nil else { return }
        if let dialog = screen.dialog {
            check(dialog, on: canvas)
        } else if screen.task?.isInFront == true {
            #expect(canvas.regions.isEmpty || canvas.regions.allSatisfy { $0.area.row == size.rows - 1 })
        } else {
            check(screen.content, on: canvas)
        }
    }

    /// Every cell has a character as wide as its columns, and no control character.
    private func checkRows(_ canvas: Canvas) {
        for index in 0..<canvas.size.rows {
            var column = 0
            for cell in canvas.row(index) where !cell.isContinuation {
                #expect(DisplayText(String(cell.character)).description == String(cell.character))
                #expect(max(DisplayText.width(of: cell.character), 1) == cell.width)
                column += cell.width
            }
            #expect(column == canvas.size.columns)
        }
    }

    private func check(_ dialog: DialogScreen, on canvas: Canvas) {
        for index in dialog.answers.count > 5 ? [dialog.selected] : Array(dialog.answers.indices) {
            let button = canvas.regions.first { $0.command == .answer(index) }
            #expect(button != nil, "answer \(index) can be pressed")
            guard let area = button?.area else { continue }
            #expect(canvas[area.column, area.row].character == "[")
            let isSelected = canvas[area.column, area.row].style.background == .selection
            #expect(isSelected == (index == dialog.selected))
        }
        #expect(!canvas.regions.contains { if case .select = $0.command { true } else { false } })
    }

    private func check(_ content: Screen.Content, on canvas: Canvas) {
        switch content {
        case .list(let list):
            if list.filter?.cursor != nil { #expect(canvas.cursor != nil) }
            if let selected = list.selected { expectMarked(.select(selected), on: canvas, within: 4) }
        case .standup(let standup):
            guard let selected = standup.selected else { return }
            if standup.rows[selected] == .start {
                expectMarked(.start, on: canvas, within: -2)
            } else {
                expectMarked(.select(selected), on: canvas)
            }
        case .form(let form):
            expectMarked(.select(form.focused), on: canvas, within: form.fields[form.focused].kind == .button ? -2 : 0)
            if form.fields[form.focused].field.cursor != nil, form.fields[form.focused].kind != .button {
                #expect(canvas.cursor != nil)
            }
        case .start(let start):
            if start.selected < start.attendees.count {
                expectMarked(.select(start.selected), on: canvas)
            } else {
                expectMarked(.start, on: canvas, within: 20)
            }
        case .record(let record):
            if record.noteField != nil { #expect(canvas.cursor != nil) }
            if let selected = record.selected { expectMarked(.select(selected), on: canvas) }
        case .meeting(let meeting):
            if meeting.correction != nil {
                #expect(canvas.cursor != nil)
            } else if let selected = meeting.selected {
                expectMarked(.select(selected), on: canvas)
            }
        case .post(let post): expectMarked(.select(post.selected), on: canvas)
        case .replace(let replace):
            if let selected = replace.selected {
                expectMarked(.select(selected + 2), on: canvas)
            } else {
                #expect(canvas.cursor != nil)
            }
        case .export(let export): check(.form(export.form), on: canvas)
        case .files(let files):
            if files.field.cursor != nil { #expect(canvas.cursor != nil) }
            if let selected = files.selected { expectMarked(.select(selected), on: canvas) }
        case .importing(let importing):
            if !importing.form.fields.isEmpty { check(.form(importing.form), on: canvas) }
        case .search(let search):
            if search.field.cursor != nil { #expect(canvas.cursor != nil) }
            if let selected = search.selected { expectMarked(.select(selected), on: canvas) }
        case .invitation(let invitation): expectMarked(.select(invitation.selected), on: canvas)
        case .devices(let devices):
            if !devices.inputs.isEmpty || !devices.outputs.isEmpty {
                expectMarked(.select(devices.selected), on: canvas)
            }
        }
    }

    /// A command's marker is inside its area, or just before it in the same row.
    private func expectMarked(_ command: Command, on canvas: Canvas, within offset: Int = 0) {
        let regions = canvas.regions.filter { $0.command == command }
        #expect(!regions.isEmpty, "\(command) can be pressed")
        let isMarked = regions.contains { region in
            let area = region.area
            return (area.row..<area.endRow).contains { row in
                (area.column + min(offset, 0)...area.column + max(offset, 0)).contains { column in
                    canvas[column, row].character == "▸"
                }
            }
        }
        #expect(isMarked, "\(command) is marked")
    }
}
