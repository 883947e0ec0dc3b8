import MeetingModel
import Presentation

/// Labels and values in two aligned columns.
struct Facts {
    let facts: [Fact]
    private let labelColumns: Int
    private let columns: Int

    init(_ facts: [Fact], columns: Int) {
        self.facts = facts
        self.columns = columns
        let widest = facts.map { DisplayText($0.label).width }.max() ?? 0
        labelColumns = min(widest, max(columns * 9 / 20, 8))
    }

    private var valueColumns: Int { max(columns - labelColumns - 2, 1) }

    func rows(_ index: Int) -> Int {
        max(TextWrapping.lines(facts[index].value, columns: valueColumns, limit: 3).count, 1)
    }

    var rows: Int { facts.indices.reduce(0) { $0 + rows($1) } }

    func draw(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        canvas.write(facts[index].label, at: area.origin, style: .dim, width: labelColumns)
        canvas.writeWrapped(
            facts[index].value,
            in: Rect(
                column: area.column + labelColumns + 2, row: area.row, columns: valueColumns, rows: rows(index)))
    }

    /// Draws as many facts as fit.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var rest = area
        for index in facts.indices where rows(index) <= rest.rows {
            draw(index, on: &canvas, in: rest.takeTop(rows(index)))
        }
    }
}
