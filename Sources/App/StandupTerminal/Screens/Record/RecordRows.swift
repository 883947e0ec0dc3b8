import MeetingModel
import StandupFeatures

/// How the rows of a running meeting are shared out: first what has to be seen, then the clock, then the rest.
struct RecordRows {
    private(set) var progress = 0
    private(set) var stage = 1
    /// The large clock; nil where there is only room for a line.
    private(set) var clock: BigText?
    let turn = 1
    private(set) var gap = 0
    private(set) var next = 1
    private(set) var facts = 1
    private(set) var segments = 1
    private(set) var recording = 1
    private(set) var settings = 0
    private(set) var speakers = 0
    private(set) var note = 0
    /// Whether speakers and words stand side by side.
    private(set) var isBeside = false

    /// Shares out the rows below the header.
    init(_ screen: RecordScreen, columns: Int, rows: Int) {
        let isChoosing = screen.selected != nil
        let words = isChoosing ? 0 : rows >= 14 ? 2 : 1
        if isChoosing { speakers = min(screen.speakers.count, rows >= 14 ? 6 : 3) }
        if rows >= 14 {
            progress = 1
            settings = screen.settings.isEmpty ? 0 : 1
            facts = Self.factRows(screen.facts, columns: columns - 4)
            note = screen.note.isEmpty ? 0 : min(TextWrapping.lines(screen.note, columns: columns - 6).count, 2)
            segments = 2
        }
        let fixed = progress + turn + next + facts + segments + recording + settings + note + words + speakers
        var spare = rows - fixed - 2
        // The clock takes up to half of the rows; with its name above it and its label below it is the stage.
        let room = Size(columns: columns - 4, rows: min(spare, max(rows / 2, 4)))
        if let big = BigText(screen.clock, fitting: room) {
            clock = big
            stage = big.screenRows + 2
        } else {
            clock = nil
            stage = 2
        }
        spare -= stage - 2
        if spare >= 8 {
            stage += 2
            gap = 1
            spare -= 4
        }
        isBeside = columns >= 90 && spare + words >= 4 && !isChoosing
        if !isChoosing && !isBeside && spare >= 2 { speakers = min(screen.speakers.count, spare) }
        if isBeside || speakers > 0 { segments = 1 }
        if spare < 0 { shrink(by: -spare) }
    }

    /// What can be done without goes first.
    private mutating func shrink(by rows: Int) {
        var rows = rows
        for part in [\Self.settings, \.note, \.progress, \.facts, \.recording, \.next] where rows > 0 {
            let taken = min(self[keyPath: part], rows)
            self[keyPath: part] -= taken
            rows -= taken
        }
    }

    private static func factRows(_ facts: [Fact], columns: Int) -> Int {
        let needed = facts.reduce(-3) { $0 + DisplayText($1.label).width + DisplayText($1.value).width + 4 }
        return needed > columns ? 2 : 1
    }
}
