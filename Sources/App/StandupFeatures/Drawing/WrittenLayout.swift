import MeetingModel
import Presentation

/// The layout of what attendees have written, among the rows of a transcript or of minutes.
///
/// Rows and written texts together are items, counted from the top.
struct WrittenLayout {
    /// A row of the transcript or the minutes, or something written, by index.
    enum Item {
        case row(Int)
        case written(Int)
    }

    /// The most rows of a text: what is written cannot be scrolled.
    private static let mostRows = 12

    private let written: [WrittenRow]
    /// The columns before the texts.
    private let indent: Int
    private let textColumns: Int
    /// Whether an empty row is above each name, also those of the rows.
    private let isSpacious: Bool

    init(_ written: [WrittenRow], indent: Int, textColumns: Int, isSpacious: Bool) {
        self.written = written.sorted { $0.row < $1.row }
        self.indent = indent
        self.textColumns = textColumns
        self.isSpacious = isSpacious
    }

    func item(ofRow row: Int) -> Int { row + written.count { $0.row <= row } }

    subscript(item: Int) -> Item {
        for (index, text) in written.enumerated() {
            if text.row + index == item { return .written(index) }
            if text.row + index > item { return .row(item - index) }
        }
        return .row(item - written.count)
    }

    /// The height of the name above a row; 0 if the name is empty.
    func rows(ofName name: String, aboveRow row: Int) -> Int {
        name.isEmpty ? 0 : isSpacious && item(ofRow: row) > 0 ? 2 : 1
    }

    /// Draws the name above a row, if there is one, at the top of the area, and takes that from it.
    func drawName(
        _ name: String, aboveRow row: Int, style: Style = .plain.bold, on canvas: inout Canvas, from area: inout Rect
    ) {
        guard !name.isEmpty else { return }
        var top = area.takeTop(rows(ofName: name, aboveRow: row)).inset(left: 2)
        canvas.write(name, in: top.takeBottom(1), style: style)
    }

    private func gap(_ index: Int) -> Int { isSpacious && written[index].row + index > 0 ? 1 : 0 }

    private func text(_ index: Int) -> String { written[index].lines.joined(separator: "\n") }

    func rows(_ index: Int) -> Int {
        gap(index) + 1 + TextWrapping.lines(text(index), columns: textColumns, limit: Self.mostRows).count
    }

    func draw(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        var area = area
        _ = area.takeTop(gap(index))
        canvas.write(written[index].name, in: area.takeTop(1).inset(left: 2), style: .plain.bold)
        var words = area.inset(left: indent)
        canvas.writeWrapped(text(index), in: words.takeLeft(textColumns))
    }
}
