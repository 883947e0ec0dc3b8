import MeetingModel
import StandupFeatures

/// How the rows of a running meeting are shared out: what has to be seen, then the clock, then the rest by its worth.
struct RecordRows {
    /// The line that shows how much of the meeting has passed.
    private(set) var progress = 0
    /// Who speaks, the clock, and what it shows.
    private(set) var stage = 2
    /// The large clock; nil where there is only room for a line.
    private(set) var clock: BigText?
    /// The bar of the turn.
    private(set) var turn = 0
    /// Empty rows that part the clock, the facts and the words.
    private(set) var gap = 0
    /// Who is next; on the row of the facts where both fit.
    private(set) var next = 1
    private(set) var facts = 1
    /// The bar of everybody's share, and their names below it.
    private(set) var segments = 1
    private(set) var recording = 1
    private(set) var settings = 0
    private(set) var speakers = 0
    private(set) var note = 0
    /// Whether speakers and words stand side by side.
    private(set) var isBeside = false

    /// Below so many rows each one counts.
    private static let comfortable = 14
    /// From so many rows on, speakers and words stand side by side where the columns allow it.
    private static let roomy = 20

    /// Shares out the rows below the header.
    init(_ screen: RecordScreen, columns: Int, rows: Int) {
        let isChoosing = screen.selected != nil
        let isSmall = rows < Self.comfortable
        isBeside = columns >= 90 && rows >= Self.roomy
        turn = isSmall ? 0 : 1
        if Self.factColumns(screen.facts) + DisplayText(screen.next).width + 8 <= columns { next = 0 }
        if screen.noteField != nil { note = 1 }
        if isChoosing && !isBeside { speakers = min(screen.speakers.count, isSmall ? 3 : 6) }
        // Words keep some rows, unless a small window needs them for a choice or for what the lead types.
        var words = isSmall ? (isChoosing || note > 0 ? 0 : 1) : 2
        if isBeside { words = max(words, min(screen.speakers.count, 6)) }
        var spare = rows - turn - next - facts - segments - recording - speakers - note - words
        clock = BigText(
            screen.clock,
            fitting: Size(columns: columns - 4, rows: min(spare - (isSmall ? 1 : 2), max(rows / 2, 4))))
        if let clock { stage = clock.screenRows + (isSmall ? 1 : 2) }
        spare -= stage
        if spare < 0 { giveUp(-spare) }

        func take(_ wanted: Int, atLeast least: Int = 1) -> Int {
            let taken = min(wanted, spare)
            guard taken >= least else { return 0 }
            spare -= taken
            return taken
        }
        if isChoosing && !isBeside { speakers += take(screen.speakers.count - speakers) }
        if note == 0 && !screen.note.isEmpty {
            note = take(min(TextWrapping.lines(screen.note, columns: columns - 6).count, 2))
        }
        if isSmall { return }
        if Self.factColumns(screen.facts) > columns - 4 { facts += take(1) }
        progress = take(1)
        if !isBeside && !isChoosing {
            speakers = take(screen.speakers.count, atLeast: min(screen.speakers.count, 2))
        }
        if speakers == 0 { segments += take(1) }
        settings = screen.settings.isEmpty ? 0 : take(1)
        // Everybody beside the words is worth more than empty rows.
        if isBeside { _ = take(screen.speakers.count - words) }
        stage += take(2, atLeast: 2)
        gap = take(2, atLeast: 2) / 2
    }

    /// Takes rows back from what can be done without, in a window that is too small for everything.
    private mutating func giveUp(_ rows: Int) {
        var rows = rows
        for part in [\Self.recording, \.segments, \.facts, \.next] where rows > 0 {
            let taken = min(self[keyPath: part], rows)
            self[keyPath: part] -= taken
            rows -= taken
        }
    }

    /// How many columns facts take in one row.
    static func factColumns(_ facts: [Fact]) -> Int {
        facts.reduce(-3) { $0 + DisplayText($1.label).width + DisplayText($1.value).width + 4 }
    }
}
