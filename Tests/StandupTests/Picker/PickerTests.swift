import MeetingModel
import Testing

@testable import StandupFeatures
@testable import standup

@Suite struct `A picker` {
    private func picker(_ names: [String]) -> Picker {
        Picker("Which?", names.map { Picker.Row(name: $0, detail: "", id: "0123-\($0.count)") })
    }

    private func typed(_ text: String, in picker: Picker) -> Picker {
        var picker = picker
        for character in text { _ = picker.press(.character(character)) }
        return picker
    }

    @Test(arguments: [
        ("", [0, 1, 2, 3]), ("da", [0, 1]), ("DAILY B", [1]), ("back", [1]), ("b daily", [1]), ("equipe", [2]),
        ("e", [2, 1, 3]), ("Wekly", [3]), ("0123-6", [2, 3]), ("0123-6 w", [3]), ("123-6", []), ("012", []),
        ("xyz", []),
    ])
    func `keeps the rows with all the words typed, those that begin so first, else those spelt alike`(
        _ text: String, matches: [Int]
    ) {
        #expect(
            typed(text, in: picker(["Daily", "Daily backend", "Équipe", "Weekly"])).matches.sorted() == matches.sorted()
        )
    }

    @Test func `puts a name that begins with the words before one that contains them`() {
        #expect(typed("team", in: picker(["A team", "Team B"])).matches == [1, 0])
    }

    @Test func `takes the selected row with Enter, and the first one unless another is selected`() {
        var picker = picker(["a", "b", "c"])
        #expect(picker.press(.enter) == .picked(0))
        for (keys, index) in [
            ([Key.down, .down], 2), ([.up], 1), ([.control("n"), .control("n"), .control("n")], 2),
            ([.control("p")], 1),
            ([.home], 0), ([.end], 2), ([.pageUp], 0), ([.pageDown, .tab, .backTab], 1),
        ] {
            for key in keys { #expect(picker.press(key) == .changed) }
            #expect(picker.press(.enter) == .picked(index))
        }
    }

    @Test func `selects the first match again when the words change, and takes nothing if there is none`() {
        var picker = picker(["abc", "abd", "x"])
        _ = picker.press(.down)
        picker = typed("ab", in: picker)
        #expect(picker.press(.enter) == .picked(0))
        picker = typed("???", in: picker)
        #expect(picker.press(.enter) == .changed)
        for _ in 0..<3 { _ = picker.press(.backspace) }
        #expect(picker.matches == [0, 1])
        _ = picker.press(.control("u"))
        #expect(picker.matches == [0, 1, 2])
        _ = picker.press(.paste("ab c"))
        #expect(picker.matches == [0])
        _ = picker.press(.control("w"))
        #expect(picker.matches == [0, 1])
    }

    @Test(arguments: [Key.escape, .control("c"), .control("g"), .control("d")])
    func `is left by Escape and Ctrl-C`(_ key: Key) {
        var picker = picker(["a"])
        #expect(picker.press(key) == .left)
        #expect(picker.press(.control("z")) == .suspend)
    }

    @Test(arguments: [
        Size(columns: 80, rows: 24), Size(columns: 20, rows: 6), Size(columns: 8, rows: 3), Size(columns: 1, rows: 1),
    ])
    func `is drawn in at most ten lines, none as wide as the window, with the selected row among them`(_ size: Size) {
        let names = (0..<40).map { "회의 팀 \($0) 👨‍👩‍👧‍👦 \u{202E}שלום\u{1B}[31m" }
        var picker = Picker("Which?", names.map { Picker.Row(name: $0, detail: String(repeating: "wide ", count: 50)) })
        for _ in 0..<40 {
            let frame = picker.frame(in: size)
            #expect(frame.lines.count <= min(10, max(size.rows - 1, 1)))
            #expect(frame.lines.allSatisfy { $0.text.width <= max(size.columns - 1, 1) })
            #expect(frame.cursor <= max(size.columns - 1, 1))
            #expect(frame.lines.allSatisfy { !$0.text.description.contains("\u{1B}") })
            if size.rows > 3 { #expect(frame.lines.count { $0.kind == .selected } == 1) }
            _ = picker.press(.down)
        }
        #expect(picker.press(.enter) == .picked(39))
    }

    @Test func `says what is selected without colors`() {
        var picker = picker(["a", "b"])
        _ = picker.press(.down)
        let lines = picker.frame(in: Size(columns: 80, rows: 24)).lines.map(\.text.description)
        #expect(lines == ["Which? ", "  a", "> b", "  2 of 2. Enter chooses, Esc leaves"])
    }

    @Test func `shows the end of what is typed if it is long`() {
        let picker = typed(String(repeating: "x", count: 100) + "end", in: picker(["a"]))
        var copy = picker
        let frame = copy.frame(in: Size(columns: 30, rows: 24))
        #expect(frame.lines[0].text.description.hasPrefix("… x") && frame.lines[0].text.description.hasSuffix("end"))
        #expect(frame.cursor == frame.lines[0].text.width)
    }
}
