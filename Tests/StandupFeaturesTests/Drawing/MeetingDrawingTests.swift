import MeetingModel
@testable import Presentation
import Sound
import Testing

@testable import StandupFeatures

/// How a past meeting uses its window.
struct MeetingDrawingTests {
    private func page(utterances: Int = 6, turns: Int = 2) -> MeetingScreen {
        var screen = MeetingScreen(
            title: "Daily", theme: .bubblegum, facts: [Fact("Date", "Mar 6, 2026")],
            columns: ["Name", "Slot", "Used", "Overtime", "Speech"],
            attendees: ["Ann", "Benedict"].map {
                MeetingScreen.AttendeeRow(name: $0, slot: "30:00", used: "59:59", overtime: "+29:59", speech: "25:31")
            }, transcriptTitle: "Transcript",
            lines: (0..<utterances).map { MeetingScreen.Line(name: "", time: "0:0\($0)", text: "utterance \($0)") })
        screen.player = PlayerScreen(
            state: .stopped, stateText: "Stopped", time: "0:00 of 1:00:00", speed: "1×", details: "", position: 0,
            turns: (0..<turns).map {
                PlayerScreen.Turn(name: "Somebody", start: $0 * 1000 / turns, end: ($0 + 1) * 1000 / turns)
            }, silent: [], waveform: nil)
        return screen
    }

    private func lines(_ page: MeetingScreen, columns: Int, rows: Int) -> [String] {
        ScreenDrawing.draw(
            Screen(address: "", content: .meeting(page), keys: []), size: Size(columns: columns, rows: rows)
        ).lines
    }

    @Test(arguments: [40, 50, 60, 80, 100, 120, 160, 200])
    func `times of an hour are never cut`(_ columns: Int) {
        let lines = lines(page(), columns: columns, rows: 32)
        for value in columns < 44 ? ["59:59"] : ["59:59", "+29:59", "30:00", "25:31"] {
            #expect(lines.filter { $0.contains(value) }.count == 2, "\(value) at \(columns)")
        }
    }

    @Test func `nothing moves when the minutes come instead of the transcript`() {
        var page = page()
        page.minutes = MinutesScreen(title: "Minutes", rows: [], isOpen: false, empty: "No points yet.")
        let transcript = lines(page, columns: 100, rows: 32)
        page.minutes?.isOpen = true
        let minutes = lines(page, columns: 100, rows: 32)
        // The facts on the left, and the sound below.
        func left(_ lines: [String]) -> [[Substring]] { lines.map { $0.prefix(45).split(separator: " ") } }
        #expect(left(transcript) == left(minutes) && transcript != minutes)
    }

    @Test func `turns without room for a name are marks`() throws {
        let many = lines(page(turns: 2000), columns: 100, rows: 32)
        #expect(!many.joined().contains("…") && many.contains { $0.contains("····") })
        #expect(lines(page(), columns: 100, rows: 32).contains { $0.contains("│Somebody") })
    }
}
