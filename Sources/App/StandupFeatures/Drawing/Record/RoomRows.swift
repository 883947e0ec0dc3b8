import MeetingModel
import Presentation

/// Allocates a running meeting's rows in a window that is read from across the room: the stage gets all that is left.
struct RoomRows {
    /// The smallest area for block letters, without the line of keys.
    private static let smallest = Size(columns: 100, rows: 25)
    /// The rows of the stage that attendees, points and words may take from larger digits.
    private static let smallestStage = 15
    /// The rows by which names in other scripts are higher.
    private static let higherNames = 4
    /// The rows of the speaker's points and eight lines of words.
    private static let pointsAndWords = 11
    /// The width from which the transcript stands beside the stage.
    private static let wide = 160

    static func applies(to size: Size) -> Bool { size.holds(smallest) }

    let header = 1
    /// The columns of speakers and words beside the stage; 0 if they are below it.
    private(set) var beside = 0
    /// The speakers: beside the words, or above them if these stand beside the stage.
    private(set) var speakers = 0
    /// The bar of all speakers' shares, with their names below.
    private(set) var segments = 1
    /// The private note, over the last row of words, so that nothing moves when it is opened.
    private(set) var note = 0
    /// The empty last row, for a notice, so that nothing moves when it appears.
    private(set) var gap = 0

    /// Allocates the rows of an area: what is not read from across the room gets the rows that the stage has no use for.
    init(_ screen: RecordScreen, columns: Int, rows: Int) {
        note = screen.noteField == nil ? 0 : 1
        if rows >= 31 { gap = 1 }
        let count = screen.speakers.count
        if columns >= Self.wide { beside = min(columns / 3, 72) }
        // Everybody is listed, and the last sentences are read, before the digits are larger.
        let names = [screen.speaker] + screen.speakers.map(\.name)
        let stage = Self.smallestStage + (names.contains { BlockText.small($0).count > 1 } ? Self.higherNames : 0)
        let room = rows - header - gap - 2 - segments - stage
        speakers = beside > 0 ? min(count, rows / 3) : max(min(max(count, Self.pointsAndWords), room), 3)
        // The facts and the bar of the turn; a wide window has an empty row above the shares.
        let others = header + gap + 2 + (beside > 0 ? 1 : speakers)
        // The next speaker's name is read from further away than the bar; the speakers are listed below it.
        if beside == 0, rows - others == StageLayout.rowsForNext { segments = 0 }
        let fixed = others + segments
        var spare = rows - fixed - StageLayout.ideal(columns: columns - beside)
        func take(_ wanted: Int) -> Int {
            guard wanted > 0, wanted <= spare else { return 0 }
            spare -= wanted
            return wanted
        }
        segments += take(1)
        if beside == 0 { speakers += take(min(min(count, rows / 5) - speakers, spare)) }
    }
}

extension RecordScreen {
    /// Draws the meeting for the other end of the table.
    func drawRoom(on canvas: inout Canvas, in area: Rect) {
        let rows = RoomRows(self, columns: area.columns, rows: area.rows)
        var area = drawHeader(on: &canvas, in: area)
        _ = area.takeBottom(rows.gap)
        if rows.beside > 0 {
            var side = area.takeRight(rows.beside)
            canvas.verticalLine(side.takeLeft(1))
            side = side.inset(left: 1, top: 1, right: 2)
            drawSpeakers(on: &canvas, in: side.takeTop(rows.speakers))
            canvas.horizontalLine(side.takeTop(3).inset(rows: 1))
            drawNote(on: &canvas, in: side.takeBottom(rows.note))
            drawTranscript(on: &canvas, in: side)
        } else {
            let below = area.takeBottom(rows.speakers).inset(columns: 2)
            drawSpeakersBesideWords(on: &canvas, in: below, note: rows.note)
        }
        drawSegments(on: &canvas, in: area.takeBottom(rows.segments).inset(columns: 2))
        if rows.beside > 0 { _ = area.takeBottom(1) }
        var facts = area.takeBottom(1).inset(columns: 2)
        drawFacts(on: &canvas, in: facts.takeLeft(RecordRows.factColumns(self.facts)))
        drawRecording(on: &canvas, in: facts.inset(left: 3), alignment: .trailing)
        drawTurn(on: &canvas, in: area.takeBottom(1))
        drawLargeStage(on: &canvas, in: area)
    }
}
