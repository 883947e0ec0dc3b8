import MeetingModel
@testable import Presentation
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
    private func shows(_ text: String, _ canvas: Canvas) -> Bool { place(of: text, on: canvas) != nil }

    @Test(arguments: sizes)
    func `the name and the time are in block letters`(_ size: Size) {
        let canvas = canvas(record(), size)
        #expect(shows("Benedict", canvas))
        #expect(shows("2:37", canvas))
        #expect(!shows("PAUSED", canvas))
        #expect(shows("김민준", self.canvas(record(speaker: "김민준"), size)))
    }

    @Test(arguments: [Size(columns: 100, rows: 32), Size(columns: 120, rows: 40), Size(columns: 160, rows: 45)])
    func `everybody and all points are listed before the digits are larger`(_ size: Size) {
        var record = record()
        let names = ["Ann", "Benedict", "Cleo", "Dana", "Élodie", "Farid"]
        record.speakers = names.map {
            RecordScreen.Speaker(id: $0, name: $0, state: .waiting, time: "1:23", share: 1 / 6, progress: 0)
        }
        record.openPoints = (1...4).map {
            RecordScreen.OpenPoint(id: .init(rawValue: "\($0)"), text: "plan: number \($0)", isNext: $0 == 1)
        }
        record.openPointsPlace = "1 of 4"
        record.audience = "Following: Ben, Cleo, and Paula"
        record.lines = (1...8).map { RecordScreen.Line(name: "Benedict", text: "sentence \($0)", isPartial: false) }
        let lines = canvas(record, size).lines
        for name in names { #expect(lines.contains { $0.contains(name) && $0.contains("1:23") }, "\(name)") }
        for number in 1...4 { #expect(lines.contains { $0.contains("plan: number \(number)") }, "\(number)") }
        for number in 3...8 { #expect(lines.contains { $0.contains("sentence \(number)") }, "\(number)") }
        record.openPoints.removeLast()
        let fewer = canvas(record, size).lines
        for number in 1...8 { #expect(fewer.contains { $0.contains("sentence \(number)") }, "\(number)") }
        // Nothing is written over them.
        #expect(!lines.contains { $0.contains("plan:") && $0.contains("Following") })
    }

    @Test func `the time is larger than the name, and the next name is half as large`() throws {
        let layout = StageLayout(record(), columns: 130, rows: 46)
        let (clock, name, next) = (try #require(layout.clock), try #require(layout.name), try #require(layout.next))
        #expect(clock.rows > name.screenRows)
        #expect(next.screenRows * 2 == name.screenRows)
    }

    /// The first cell of a text in block letters at the largest scale at which the canvas shows it.
    private func place(of text: String, on canvas: Canvas) -> StandupFeatures.Point? {
        let shown = (0..<canvas.size.rows).map { canvas.row($0).map(\.character) }
        for scale in (1...8).reversed() {
            guard let block = BlockText(text, scale: scale), canvas.size.holds(block.size) else { continue }
            var drawn = Canvas(block.size)
            block.draw(on: &drawn, at: Point(0, 0), style: .plain)
            let rows = (0..<block.screenRows).map { drawn.row($0).map(\.character) }
            for row in 0...canvas.size.rows - rows.count {
                for column in 0...canvas.size.columns - block.columns
                where rows.indices.allSatisfy({ shown[row + $0][column...].starts(with: rows[$0]) }) {
                    return Point(column, row)
                }
            }
        }
        return nil
    }

    @Test(arguments: sizes + [Size(columns: 80, rows: 24)])
    func `the digits keep their place until overtime, and their size`(_ size: Size) throws {
        var record = record()
        let calm = try #require(place(of: "2:37", on: canvas(record, size)))
        record.clockState = .warning
        #expect(place(of: "2:37", on: canvas(record, size)) == calm)
        (record.clockState, record.clock) = (.overtime, "+2:37")
        let over = canvas(record, size)
        #expect(place(of: "2:37", on: over)?.row == calm.row)
        #expect(place(of: "+", on: over) != nil)
        #expect(over.lines.contains { $0.contains("! \(record.clockLabel)") })
        (record.clockState, record.clock, record.pausedSign) = (.paused, "2:37", "PAUSED")
        let paused = canvas(record, size)
        #expect(place(of: "2:37", on: paused) == calm)
        #expect(shows("PAUSED", paused) || paused.lines.contains { $0.contains("‖ PAUSED") })
    }

    @Test(arguments: [
        Size(columns: 100, rows: 30), Size(columns: 100, rows: 32), Size(columns: 100, rows: 50),
        Size(columns: 120, rows: 40), Size(columns: 160, rows: 45), Size(columns: 200, rows: 60),
    ])
    func `a pause is in block letters, and the time stays`(_ size: Size) {
        var record = record()
        (record.clockState, record.pausedSign, record.lastWords) = (.paused, "PAUSED", nil)
        let canvas = canvas(record, size)
        #expect(shows("PAUSED", canvas) && shows("2:37", canvas))
        #expect(shows("Benedict", canvas) || canvas.lines.contains { $0.contains("Benedict is speaking") })
    }

    @Test func `a pause in letters that are twice as high stands in the place of the time`() {
        var record = record()
        (record.clockState, record.pausedSign) = (.paused, "일시정지")
        let canvas = canvas(record, Size(columns: 100, rows: 30))
        #expect(shows("일시정지", canvas) && canvas.lines.contains { $0.contains("2:37 \(record.clockLabel)") })
    }

    @Test(arguments: [40, 44, 50, 60])
    func `the next name is in block letters in any window of at least 40 rows`(_ rows: Int) {
        for columns in [100, 120, 160, 200] {
            #expect(shows("Cleo", canvas(record(), Size(columns: columns, rows: rows))), "\(columns)×\(rows)")
        }
    }

    @Test(arguments: ["박지호", "Анна", "王小明"], [40, 44, 50, 60])
    func `so is one in another script, in smaller blocks where there is less room`(_ name: String, _ rows: Int) throws {
        for columns in [100, 120, 160, 200] {
            let canvas = canvas(record(speaker: name, next: name), Size(columns: columns, rows: rows))
            #expect(!canvas.lines.contains { $0.contains("Next: ") }, "\(columns)×\(rows)")
            #expect(canvas.lines.contains { $0.drop { $0 == " " }.hasPrefix("Next") } && shows("2:37", canvas))
        }
    }

    @Test func `the next name in another script is as large as fits below the name and the time`() {
        let record = record(speaker: "이서연", next: "박지호")
        let sizes = (20...40).map { StageLayout(record, columns: 100, rows: $0) }
        #expect(sizes.allSatisfy { ($0.clock?.rows ?? 0) >= 8 && ($0.name?.screenRows ?? 0) >= 7 })
        let grains = sizes.map { $0.next?.grain }
        #expect(grains.contains(nil) && grains.contains(.braille) && grains.last == .halves)
        // A name that is too wide for half blocks is narrower in quarters.
        let wide = self.record(speaker: "이서연", next: "박지호 남궁민수")
        #expect(StageLayout(wide, columns: 100, rows: 40).next?.grain == .quarters)
    }

    @Test func `the time is as large as the width allows, with half a plus in overtime`() throws {
        let size = Size(columns: 130, rows: 40)
        #expect(try #require(StageClock("2:37", fitting: size)).columns == 115)
        #expect(try #require(StageClock("+2:37", fitting: size)).columns == 115)
    }

    @Test func `points and the words of the last meeting stand beside the stage together`() {
        var record = record()
        record.openPoints = [RecordScreen.OpenPoint(id: .init(rawValue: "p"), text: "deploy the server", isNext: true)]
        record.lastWords = Fact("Last time", "the login page")
        let lines = canvas(record, Size(columns: 200, rows: 60)).lines
        #expect(lines.contains { $0.contains("deploy the server") } && lines.contains { $0.contains("the login page") })
    }

    @Test(arguments: sizes)
    func `a name of pictures is a line of text, and the time is as large as ever`(_ size: Size) {
        let family = canvas(record(speaker: "👩‍👩‍👧‍👦"), size)
        #expect(family.lines.contains { $0.contains("👩‍👩‍👧‍👦 is speaking") })
        #expect(shows("2:37", family))
        #expect(shows("Family", canvas(record(speaker: "👩‍👩‍👧‍👦 Family"), size)))
    }

    @Test(arguments: ["דנה", "محمد"])
    func `a name that is written from right to left is in block letters`(_ name: String) {
        #expect(shows(name, canvas(record(speaker: name), Size(columns: 120, rows: 40))))
    }

    @Test func `names stand in visual order, and Arabic letters in their joined forms`() {
        func visual(_ text: String) -> String {
            String(String.UnicodeScalarView(VisualOrder.scalars(Array(text.unicodeScalars))))
        }
        #expect(visual("Ann (2)") == "Ann (2)")
        #expect(visual("דנה") == "הנד")
        #expect(visual("דנה (Ann Lee)") == "(Ann Lee) הנד")
        #expect(visual("דנה 12") == "12 הנד")
        #expect(visual("Ann דנה לוי 2") == "Ann יול הנד 2")
        // Meem, hah, meem, dal: initial, medial, medial, final.
        #expect(visual("\u{645}\u{62D}\u{645}\u{62F}") == "\u{FEAA}\u{FEE4}\u{FEA4}\u{FEE3}")
        // Alef joins no letter after it; lam and alef are one sign.
        #expect(visual("\u{627}\u{628}") == "\u{FE8F}\u{FE8D}")
        #expect(visual("\u{633}\u{644}\u{627}\u{645}") == "\u{FEE1}\u{FEFC}\u{FEB3}")
        #expect(visual("\u{6CC}\u{6A9}") == "\u{FB8F}\u{FBFE}")
    }

    @Test(arguments: [100, 120, 200])
    func `names of any length and script leave room for the time`(_ columns: Int) {
        let names = ["", " ", "Ö", String(repeating: "Wolfeschlegel ", count: 15), String(repeating: "김", count: 200)]
        for name in names {
            let record = record(speaker: name, next: name)
            for rows in 12...64 {
                let layout = StageLayout(record, columns: columns, rows: rows)
                let heights = [layout.nameRows, layout.clock?.rows ?? 0, layout.next?.screenRows ?? 0]
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
