import Localization
import MeetingModel
@testable import Presentation
import Testing

@testable import StandupFeatures

/// What the plain mode says, by the screens of the application.
struct ScreenSpeakerTests {
    private let localizer = Localizer.localizer("en")

    private func screen(
        _ content: Screen.Content, dialog: DialogScreen? = nil, help: HelpScreen? = nil, notice: Notice? = nil
    ) -> Screen {
        Screen(address: "", content: content, dialog: dialog, help: help, notice: notice)
    }

    private func list(selected: Int, filter: FieldScreen? = nil) -> Screen {
        let cards = ["Web", "Design"].map {
            StandupCard(id: $0, title: $0, attendees: "1 attendee", names: "Ann", length: "15 min", theme: .sky)
        }
        return screen(
            .list(
                ListScreen(title: "Standups", summary: "2 standups", filter: filter, cards: cards, selected: selected)))
    }

    @Test func `a place is said as a whole once, and then what changes`() {
        var speaker = ScreenSpeaker(localizer)
        #expect(
            speaker.say(list(selected: 0)) == """

                Standups
                2 standups
                Web, 15 min, 1 attendee: Ann, 1 of 2
                Press . or Ctrl-L to hear all of a screen, ? for its keys.

                """)
        #expect(speaker.say(list(selected: 0)) == "")
        #expect(speaker.say(list(selected: 1)) == "Design, 15 min, 1 attendee: Ann, 2 of 2\n")
        #expect(speaker.sayAgain() == "\nStandups\n2 standups\nDesign, 15 min, 1 attendee: Ann, 2 of 2\n")
        var other = list(selected: 1)
        other.notice = Notice(.error, "The disk is full.")
        #expect(speaker.say(other) == "! The disk is full.\n")
        other.notice = Notice(.information, "2 standups")
        #expect(speaker.say(other) == "", "the state says it already")
        other.notice = Notice(.error, "The disk is full.")
        _ = speaker.say(other)
        #expect(speaker.say(other) == "")
    }

    @Test func `letters are appended to the line of their field, and a deletion says the text anew`() {
        var speaker = ScreenSpeaker(localizer)
        func filter(_ text: String) -> Screen {
            list(selected: 0, filter: FieldScreen(label: "Filter", text: text, cursor: text.count))
        }
        _ = speaker.say(list(selected: 0))
        #expect(!speaker.isTyping)
        #expect(speaker.say(filter("")) == "Filter: ")
        #expect(speaker.isTyping)
        #expect(speaker.say(filter("W")) == "W")
        #expect(speaker.say(filter("We")) == "e")
        #expect(speaker.say(filter("W")) == "\nFilter: W")
        #expect(speaker.say(list(selected: 1)) == "\nDesign, 15 min, 1 attendee: Ann, 2 of 2\n")
        #expect(speaker.finish() == "")
    }

    @Test func `a folder is said with its selected entry, then what letters and problems change`() {
        var speaker = ScreenSpeaker(localizer)
        func files(_ text: String, _ names: [String], error: String? = nil) -> Screen {
            screen(
                .files(
                    FilesScreen(
                        title: "Import", folder: "/home/ann", summary: "\(names.count) entries",
                        field: FieldScreen(label: "Filter", text: text, cursor: text.count),
                        rows: names.map { .init(name: $0, detail: "today", isFolder: $0 == "b") }, selected: 0,
                        error: error)))
        }
        _ = speaker.say(list(selected: 0))
        #expect(
            speaker.say(files("", ["b", "monday.wav"])) == """

                Import
                /home/ann
                2 entries
                b/, today, 1 of 2
                Filter:\u{20}
                """)
        #expect(
            speaker.say(files("m", ["monday.wav"])) == """

                1 entries
                monday.wav, today, 1 of 1
                Filter: m
                """)
        #expect(speaker.say(files("mo", ["monday.wav"])) == "o")
        #expect(
            speaker.say(files("mo", ["monday.wav"], error: "No sound.")) == """

                No sound.
                Filter: mo
                """)
    }

    @Test func `a question is said with its answers, then the selected answer, and the row at its end`() {
        var speaker = ScreenSpeaker(localizer)
        _ = speaker.say(list(selected: 0))
        var question = list(selected: 0)
        question.dialog = DialogScreen(
            title: "Delete?", message: "It can be undone.",
            answers: [DialogScreen.Answer(text: "Delete", key: "d"), DialogScreen.Answer(text: "Keep", key: "k")])
        #expect(speaker.say(question) == "Delete?\nIt can be undone.\nd: Delete\nk: Keep\nSelected: Delete\n")
        question.dialog?.selected = 1
        #expect(speaker.say(question) == "Selected: Keep\n")
        #expect(speaker.say(list(selected: 0)) == "Web, 15 min, 1 attendee: Ann, 1 of 2\n")
    }

    @Test func `a meeting says who speaks, warnings and pauses, but not each second`() throws {
        var rig = try RecordRig(settings: MeetingSettings(atSlotEnd: .overtime, warnings: [.seconds(10)]))
        var speaker = ScreenSpeaker(rig.localizer)
        func said() throws -> [String] {
            speaker.say(screen(.record(try rig.screen))).split(separator: "\n").map(String.init)
        }
        let first = try said()
        #expect(first.contains("Ann is speaking, 1:00 left") && first.contains("Next: Ben"))
        #expect(first.contains("recording") && first.contains("Remaining: 3:00"))
        rig.advance(by: 20)
        #expect(try said() == [])
        rig.advance(by: 31)
        #expect(try said() == ["! 0:09 left"])
        rig.advance(by: 5)
        #expect(try said() == [])
        rig.advance(by: 5)
        #expect(try said() == ["! +0:01 overtime"])
        rig.perform(.nextSpeaker)
        #expect(try said() == ["Ben is speaking, 1:00 left", "Next: Cal"])
        rig.perform(.pause)
        #expect(try said() == ["PAUSED", "paused, off the record"])
        rig.perform(.pause)
        #expect(try said() == ["recording"])
        rig.advance(by: 7)
        #expect(speaker.sayAgain().contains("Ben is speaking, 1:00 left"), "as on the last screen that was said")
        _ = try said()
        #expect(speaker.sayAgain().contains("Ben is speaking, 0:53 left"))
    }

    @Test(arguments: UInt64(0)..<200)
    func `any screens are said in lines without control characters, and a repeated one not at all`(_ seed: UInt64) {
        var random = RandomScreens(seed: seed)
        var speaker = ScreenSpeaker(localizer)
        for _ in 0..<5 {
            let screen = random.screen()
            let text = speaker.say(screen)
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" })
            #expect(speaker.say(screen) == "")
            #expect(!speaker.sayAgain().isEmpty)
        }
    }
}
