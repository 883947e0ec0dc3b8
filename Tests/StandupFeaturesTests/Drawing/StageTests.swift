import MeetingModel
import Testing

@testable import StandupFeatures

/// What is readable from across the room.
struct StageTests {
    private static let sizes = [
        Size(columns: 100, rows: 30), Size(columns: 100, rows: 32), Size(columns: 120, rows: 40),
        Size(columns: 200, rows: 60),
    ]

    private func record(speaker: String = "Benedict", next: String = "Cleo") -> RecordScreen {
        var random = RandomScreens(seed: 1)
        var record = random.record()
        (record.speaker, record.speaking, record.clock) = (speaker, "\(speaker) is speaking", "2:37")
        (record.nextSpeaker, record.nextLabel, record.next) = (next, "Next", "Next: \(next)")
        (record.clockState, record.noteField, record.selected) = (.calm, nil, nil)
        record.speakers = ["Ann", "Benedict", "Cleo", "Dana"].map {
            RecordScreen.Speaker(id: $0, name: $0, state: .waiting, time: "1:23", share: 0.25, progress: 0)
        }
        return record
    }

    private func canvas(_ record: RecordScreen, _ size: Size) -> Canvas {
        ScreenDrawing.draw(Screen(address: "", content: .record(record), keys: []), size: size)
    }

    /// Whether the canvas shows a text in block letters at some scale.
    private func shows(_ text: String, _ canvas: Canvas) -> Bool {
        let shown = (0..<canvas.size.rows).map { canvas.row($0).map(\.character) }
        return (1...8).contains { scale in
            guard let block = BlockText(text, scale: scale), canvas.size.holds(block.size) else { return false }
            var drawn = Canvas(block.size)
            block.draw(on: &drawn, at: Point(0, 0), style: .plain)
            let rows = (0..<block.screenRows).map { drawn.row($0).map(\.character) }
            return (0...canvas.size.rows - rows.count).contains { row in
                (0...canvas.size.columns - block.columns).contains { column in
                    rows.indices.allSatisfy { shown[row + $0][column...].starts(with: rows[$0]) }
                }
            }
        }
    }

    @Test(arguments: sizes)
    func `the name and the time are in block letters`(_ size: Size) {
        let canvas = canvas(record(), size)
        #expect(shows("Benedict", canvas))
        #expect(shows("2:37", canvas))
        #expect(!shows("PAUSED", canvas))
        #expect(shows("김민준", self.canvas(record(speaker: "김민준"), size)))
    }

    @Test func `the time is larger than the name, and the next name is half as large`() throws {
        let layout = StageLayout(record(), columns: 130, rows: 46)
        let (clock, name, next) = (try #require(layout.clock), try #require(layout.name), try #require(layout.next))
        #expect(clock.screenRows > name.screenRows)
        #expect(next.screenRows * 2 == name.screenRows)
    }

    @Test(arguments: sizes)
    func `a pause says so in block letters`(_ size: Size) {
        var record = record()
        (record.clockState, record.pausedSign) = (.paused, "PAUSED")
        #expect(shows("PAUSED", canvas(record, size)))
        (record.pausedSign, record.speaker) = ("일시정지", "김민준")
        #expect(shows("일시정지", canvas(record, size)))
    }

    @Test(arguments: sizes)
    func `a name without bitmaps is a line of text, and the time is as large as ever`(_ size: Size) {
        let family = canvas(record(speaker: "👩‍👩‍👧‍👦"), size)
        #expect(family.lines.contains { $0.contains("👩‍👩‍👧‍👦 is speaking") })
        #expect(shows("2:37", family))
        #expect(canvas(record(speaker: "محمد"), size).lines.contains { $0.contains("محمد is speaking") })
    }

    @Test(arguments: [100, 120, 200])
    func `names of any length and script leave room for the time`(_ columns: Int) {
        let names = ["", " ", "Ö", String(repeating: "Wolfeschlegel ", count: 15), String(repeating: "김", count: 200)]
        for name in names {
            let record = record(speaker: name, next: name)
            for rows in 12...64 {
                let layout = StageLayout(record, columns: columns, rows: rows)
                let heights = [layout.name, layout.clock, layout.next].compactMap { $0?.screenRows }
                #expect(layout.clock != nil && heights.reduce(layout.spare, +) <= rows, "\(columns)×\(rows)")
            }
            #expect(shows("2:37", canvas(record, Size(columns: columns, rows: 26))))
        }
    }

    @Test func `a warning has an exclamation mark, with or without room for a large one`() {
        var record = record()
        record.clockState = .warning
        for size in Self.sizes {
            let canvas = canvas(record, size)
            #expect(shows("!", canvas) || canvas.lines.contains { $0.contains("! \(record.clockLabel)") })
        }
    }

    @Test func `the words of the last meeting stand beside the stage of a wide window`() {
        var record = record()
        record.lastWords = Fact("Last time", "the login page")
        #expect(canvas(record, Size(columns: 160, rows: 45)).lines.contains { $0.contains("the login page") })
        #expect(!canvas(record, Size(columns: 120, rows: 45)).lines.contains { $0.contains("the login page") })
    }
}
