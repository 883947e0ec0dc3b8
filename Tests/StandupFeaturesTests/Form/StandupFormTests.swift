import MeetingModel
import Presentation
import Testing

@testable import MeetingHistory
@testable import StandupFeatures

@Suite("The form of a standup")
struct StandupFormTests {
    func form(_ names: [String], focus: FormFocus? = nil) -> ApplicationRig {
        ApplicationRig([.sample("Daily", names)], place: .edit("Daily", focus: focus))
    }

    func names(_ rig: ApplicationRig) throws -> [String] { try rig.form.draft.rows.map(\.name) }

    @Test func `opens with the title focused; a new one has the defaults and one blank row`() throws {
        var rig = ApplicationRig([])
        rig.perform(.add)
        #expect(try rig.form.focus == .field(.title))
        #expect(try names(rig) == [""])
        let screen = try rig.formScreen
        #expect(screen.focused == 0 && screen.fields[0].field.cursor == 0 && screen.theme == .bubblegum)
        #expect(screen.fields[1].field.text == "5 min")
        #expect(screen.fields.count { $0.kind == .attendee } == 1)
        #expect(screen.fields.suffix(3).map(\.field.label) == ["Save", "More settings", "Cancel"])
    }

    @Test func `the settings of a new one are behind a button, those of an old one are shown`() throws {
        var rig = ApplicationRig([])
        rig.perform(.add)
        func labels() throws -> [String] { try rig.formScreen.fields.map(\.field.label) }
        #expect(try labels() == ["Title", "Length", "Attendee 1", "Save", "More settings", "Cancel"])
        // Enter leads from the title to the button that saves.
        rig.type("Daily")
        rig.press(.enter, .enter, .enter)
        #expect(try rig.form.focus == .save)
        rig.press(.right, .enter)
        #expect(try rig.form.focus == .field(.theme) && labels().suffix(2) == ["Save", "Cancel"])
        #expect(try labels().contains("Learn voices"))
        rig = form(["Ann"])
        #expect(try labels().contains("Learn voices"))
    }

    @Test func `lengths are shown as elsewhere, and as typed in the focused field`() throws {
        var rig = form(["Ann"], focus: .length)
        #expect(try rig.formScreen.fields[1].field.text == rig.form.draft.length)
        let warnings = try #require(
            try rig.formScreen.fields.firstIndex { $0.field.label == "Warnings before slot end" })
        #expect(try rig.formScreen.fields[warnings].field.text == "10 sec")
        rig.perform(.select(warnings))
        #expect(try rig.formScreen.fields[1].field.text.contains(" "))
        #expect(try rig.formScreen.fields[warnings].field.text == "10s")
        rig.perform(.insert(", "))
        rig.perform(.select(0))
        #expect(try rig.formScreen.fields[warnings].field.text == "10 sec", "a comma at the end says nothing")
        rig.perform(.select(warnings))
        rig.perform(.insert("soon"))
        rig.perform(.select(0))
        #expect(try rig.formScreen.fields[warnings].field.text == "10s, soon")
    }

    @Test func `left and right move between the buttons`() throws {
        var rig = form(["Ann"])
        rig.perform(.previousField)
        #expect(try rig.form.focus == .cancel)
        rig.perform(.left)
        #expect(try rig.form.focus == .save)
        rig.perform(.right)
        #expect(try rig.form.focus == .cancel)
    }

    @Test func `addAttendee: Enter on the last row adds one below it`() throws {
        var rig = form(["Ann", "Ben"], focus: .attendee(1))
        rig.press(.enter)
        rig.type("Cal")
        #expect(try names(rig) == ["Ann", "Ben", "Cal"])
        #expect(try Set(rig.form.draft.rows.map(\.id)).count == 3)
    }

    @Test func `Enter goes on in every field, and changes none`() throws {
        var rig = form(["Ann", "Ben", ""], focus: .title)
        let draft = try rig.form.draft
        for field in try rig.form.fields.dropFirst() {
            rig.press(.enter)
            #expect(try rig.form.focus == field)
            if field == .save { break }
        }
        #expect(try rig.form.draft == draft, "the blank row is left, not added to")
    }

    @Test func `what is typed replaces a default, until the cursor has moved`() throws {
        var rig = form(["Ann"], focus: .title)
        rig.press(.enter)
        rig.type("15")
        #expect(try rig.form.draft.length == "15")
        rig.perform(.right)
        rig.type("20")
        #expect(try rig.form.draft.length == "20", "what the arrows chose is replaced, too")
        try rig.focus(.language)
        rig.perform(.deleteBackward)
        rig.type("s")
        #expect(try rig.form.draft.language == "es")
        try rig.focus(.title)
        rig.type(" 2")
        #expect(try rig.form.draft.title == "Daily 2", "a title is added to")
    }

    @Test func `focusAddAttendee: the added row has the focus`() throws {
        var rig = form(["Ann", "Ben"])
        rig.perform(.addRow)
        #expect(try rig.form.focus == .field(.attendee(2)))
        try rig.focus(.attendee(0))
        rig.perform(.addRow)
        #expect(try rig.form.focus == .field(.attendee(1)))
        #expect(try rig.formScreen.fields[rig.formScreen.focused].field.cursor == 0)
    }

    @Test func `focusRemoveAttendee: the next row gets the focus; a blank row replaces the last one`() throws {
        let all = ["A", "B", "C", "D"]
        for row in 0..<4 {
            var rig = form(all, focus: .attendee(row))
            rig.perform(.removeRow)
            #expect(try rig.form.focus == .field(.attendee(min(row, 2))))
            #expect(try names(rig) == all.enumerated().filter { $0.offset != row }.map(\.element))
        }
        var rig = form(all, focus: .attendee(1))
        for left in [["A", "C", "D"], ["A", "D"], ["A"]] {
            rig.press(.control("d"))
            #expect(try names(rig) == left)
            #expect(try rig.form.focus == .field(.attendee(min(1, left.count - 1))))
        }
        rig.perform(.removeRow)
        #expect(try names(rig) == [""])
        #expect(try rig.form.focus == .field(.attendee(0)))
        rig.perform(.removeRow)
        #expect(try names(rig) == [""])
    }

    @Test func `removed attendees are brought back where they were, the latest first`() throws {
        var rig = form(["A", "B", "C"], focus: .attendee(1))
        for _ in 0..<4 { rig.press(.control("d")) }
        #expect(try names(rig) == [""])
        rig.press(.control("y"))
        #expect(try names(rig) == ["A"])
        rig.press(.control("y"), .control("y"), .control("y"))
        #expect(try names(rig) == ["A", "B", "C"])
        #expect(try rig.form.focus == .field(.attendee(1)) && !rig.form.hasChanges)
    }

    @Test
    func `a row that is dragged is moved to the place of each row on its way, but not among other fields`() throws {
        var rig = form(["A", "B", "C", "D"], focus: .title)
        let rows = try rig.formScreen.fields.indices.filter { try rig.form.fields[$0].row != nil }
        rig.perform(.grab(rows[3]), .moveRow(to: rows[1]), .moveRow(to: rows[0] - 1))
        #expect(try names(rig) == ["A", "D", "B", "C"])
        #expect(try rig.form.focus == .field(.attendee(1)))
        rig.perform(.grab(rows[0] - 1), .moveRow(to: rows[2]))
        #expect(try names(rig) == ["A", "D", "B", "C"])
    }

    @Test
    func `^R marks the focused attendee as one who joins by call, and the mark moves and is saved with the attendee`()
        throws
    {
        var rig = form(["Ann", "Ben"], focus: .attendee(0))
        rig.press(.control("r"))
        let field = try rig.formScreen.fields[rig.formScreen.focused]
        #expect(field.field.text == "Ann" && field.note == "(by call)")
        rig.perform(.moveRowDown, .save)
        guard case .save(let saved, _) = rig.effects.first else { throw ApplicationRig.NotOpen() }
        #expect(saved.attendees.map(\.name) == ["Ben", "Ann"])
        #expect(saved.attendees.map(\.isRemote) == [false, true])
        var title = form(["Ann"], focus: .title)
        title.press(.control("r"))
        #expect(try !title.form.hasChanges)
    }

    @Test func `saving keeps the source of the standup's call, which the form does not show`() throws {
        var standup = Standup.sample("Daily", ["Ann"])
        standup.call = "auto"
        var rig = ApplicationRig([standup], place: .edit("Daily"))
        rig.type("!")
        rig.perform(.save)
        guard case .save(let saved, _) = rig.effects.first else { throw ApplicationRig.NotOpen() }
        #expect(saved.title == "Daily!" && saved.call == "auto")
    }

    @Test func `rows move up and down with the focus and the cursor`() throws {
        var rig = form(["Ann", "Ben"], focus: .attendee(0))
        rig.perform(.first, .moveRowDown)
        #expect(try names(rig) == ["Ben", "Ann"] && rig.form.focus == .field(.attendee(1)))
        rig.type("M")
        #expect(try names(rig) == ["Ben", "MAnn"])
        rig.perform(.moveRowDown, .moveRowUp, .moveRowUp)
        #expect(try names(rig) == ["MAnn", "Ben"])
    }

    @Test func `a pasted list with commas becomes attendees, unless it has lines`() throws {
        var rig = form([""], focus: .attendee(0))
        rig.press(.paste("Ann, Ben; Cal"))
        #expect(try names(rig) == ["Ann", "Ben", "Cal"])
        rig = form([""], focus: .attendee(0))
        rig.press(.paste("Smith, Ann\nDoe, Ben"))
        #expect(try names(rig) == ["Smith, Ann", "Doe, Ben"])
    }

    @Test func `pasted lines become attendees, without control characters`() throws {
        var rig = form(["Zoe"], focus: .attendee(0))
        rig.perform(.deleteToStart, .insert("Ann\nBen\u{1b}[31m\r\n\n  Cal \n"))
        #expect(try names(rig) == ["Ann", "Ben[31m", "Cal"])
        #expect(try rig.form.focus == .field(.attendee(2)))
    }

    @Test func `Tab goes through all fields to Save and Cancel and around, Shift-Tab back`() throws {
        var rig = form(["Ann"])
        var seen: [FormField] = []
        repeat {
            seen.append(try rig.form.focus)
            rig.press(.tab)
        } while try rig.form.focus != .field(.title)
        #expect(seen.count == 14 && seen.suffix(2) == [.save, .cancel])
        rig.press(.backTab)
        #expect(try rig.form.focus == .cancel)
        rig.press(.enter)
        #expect(try rig.page.title == "Daily")
    }

    @Test(
        arguments: [
            ("10m", [11], [9]), ("5m", [6], []), ("30m", [], [29]), ("90s", [5, 6], []), ("45m", [], [30, 29]),
            ("7m30s", [8], [7]), ("nonsense", [], []),
        ])
    func `left and right step the length by a minute between 5 and 30 minutes`(
        text: String, rights: [Int], lefts: [Int]
    ) throws {
        for (key, steps) in [(Key.right, rights), (.left, lefts)] {
            var rig = form(["Ann"], focus: .length)
            rig.perform(.deleteToStart, .insert(text))
            for step in steps {
                rig.press(key)
                #expect(try rig.form.draft.length == "\(step)m")
            }
            if steps.isEmpty {
                rig.press(key)
                #expect(try rig.form.draft.length == text)
            }
        }
    }

    @Test func `arrows and a click change a choice; the space bar switches a toggle`() throws {
        var rig = form(["Ann"], focus: .theme)
        let theme = try rig.form.draft.theme
        rig.press(.left)
        #expect(try rig.form.draft.theme == .yellow && theme == .bubblegum)
        rig.press(.right)
        #expect(try rig.form.draft.theme == theme)
        try rig.focus(.slotEnd)
        rig.press(.right)
        #expect(try rig.form.draft.atSlotEnd == .overtime)
        try rig.focus(.timeSharing)
        rig.press(.right)
        #expect(try rig.form.draft.timeSharing == .shared)
        try rig.focus(.warningSounds)
        rig.press(.character(" "))
        #expect(try rig.form.draft.warningSounds)
        let index = try #require(try rig.formScreen.fields.firstIndex { $0.kind == .toggle })
        #expect(try rig.formScreen.fields[index].isOn)
        rig.perform(.select(index))
        #expect(try !rig.form.draft.warningSounds)
    }

    @Test func `a click on a text field gives it the focus, one on a button presses it`() throws {
        var rig = form(["Ann", "Ben"])
        rig.perform(.select(3))
        #expect(try rig.form.focus == .field(.attendee(1)))
        rig.perform(.select(try rig.formScreen.fields.count - 1))
        #expect(rig.screen.page != nil)
    }
}
