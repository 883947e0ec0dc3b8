import MeetingModel
import Presentation

/// Allocates a running meeting's rows: essentials first, then the clock, then the rest by importance.
struct RecordRows {
    /// The speaker, the clock, and the clock's label.
    private(set) var stage = 2
    /// The large clock; nil if there is room only for a line of text.
    private(set) var clock: StageClock?
    private(set) var turn = 0
    /// Empty rows between the clock, the facts and the words.
    private(set) var gap = 0
    /// The next speaker; shares the row of the facts if both fit.
    private(set) var next = 1
    private(set) var facts = 1
    /// The bar of all speakers' shares, with their names below.
    private(set) var segments = 1
    private(set) var recording = 1
    private(set) var speakers = 0
    private(set) var note = 0
    /// Whether the speakers and the words are side by side.
    private(set) var isBeside = false

    /// The height below which rows are scarce.
    private static let comfortable = 14
    /// The minimum height for speakers and words side by side, if the width allows it.
    private static let roomy = 20

    init(_ screen: RecordScreen, columns: Int, rows: Int) {
        let isChoosing = screen.selected != nil
        let isSmall = rows < Self.comfortable
        isBeside = columns >= 90 && rows >= Self.roomy
        turn = isSmall ? 0 : 1
        if Self.factColumns(screen.facts) + Self.nextColumns(screen) + 8 <= columns { next = 0 }
        // The note covers the last row of words, so that nothing moves when it is opened.
        if screen.noteField != nil { note = 1 }
        if isChoosing && !isBeside { speakers = min(screen.speakers.count, isSmall ? 3 : 6) }
        // Words keep some rows, unless a small window needs them for a selection or the note field.
        var words = isSmall ? (isChoosing && note == 0 ? 0 : 1) : 2
        if isBeside { words = max(words, min(screen.speakers.count, 6)) }
        var spare = rows - turn - next - facts - segments - recording - speakers - words
        clock = StageClock(
            screen.clock,
            fitting: Size(columns: columns - 4, rows: min(spare - (isSmall ? 1 : 2), max(rows / 2, 4))))
        if let clock { stage = clock.rows + (isSmall ? 1 : 2) }
        spare -= stage
        if spare < 0 { giveUp(-spare) }

        func take(_ wanted: Int, atLeast least: Int = 1) -> Int {
            let taken = min(wanted, spare)
            guard taken >= least else { return 0 }
            spare -= taken
            return taken
        }
        if isChoosing && !isBeside { speakers += take(screen.speakers.count - speakers) }
        if isSmall { return }
        if Self.factColumns(screen.facts) > columns - 4 { facts += take(1) }
        if !isBeside && !isChoosing {
            speakers = take(screen.speakers.count, atLeast: min(screen.speakers.count, 2))
        }
        if speakers == 0 { segments += take(1) }
        // With speakers beside the words, showing all speakers has priority over empty rows.
        if isBeside { _ = take(screen.speakers.count - words) }
        stage += take(2, atLeast: 2)
        gap = take(2, atLeast: 2) / 2
    }

    /// Takes back optional rows in a window too small for everything.
    private mutating func giveUp(_ rows: Int) {
        var rows = rows
        for part in [\Self.recording, \.segments, \.facts, \.next] where rows > 0 {
            let taken = min(self[keyPath: part], rows)
            self[keyPath: part] -= taken
            rows -= taken
        }
    }

    /// The width of the next speaker's name with its label, whoever of the speakers is next.
    ///
    /// It stays the same during a meeting, so that the facts stay in their row.
    private static func nextColumns(_ screen: RecordScreen) -> Int {
        let label = screen.nextLabel.isEmpty ? 0 : DisplayText(screen.nextLabel).width + 2
        let names = screen.speakers.map { label + DisplayText($0.name).width }
        return max(DisplayText(screen.next).width, names.max() ?? 0)
    }

    /// The width of facts in one row, in columns.
    static func factColumns(_ facts: [Fact]) -> Int {
        facts.reduce(-3) { $0 + DisplayText($1.label).width + DisplayText($1.value).width + 4 }
    }
}
