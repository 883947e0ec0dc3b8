import MeetingModel

/// A table with aligned columns for a terminal.
struct Table {
    enum Alignment {
        case left
        case right
    }

    private let header: [DisplayText]
    private let alignments: [Alignment]
    private var rows: [[DisplayText]] = []

    /// Creates a table with these columns; the default alignment is left.
    init(_ header: [String], alignments: [Alignment]? = nil) {
        self.header = header.map { DisplayText($0) }
        self.alignments = alignments ?? header.map { _ in .left }
    }

    /// Adds a row with a cell for each column; escapes the cells for a terminal.
    mutating func append(_ cells: [String]) {
        precondition(cells.count == header.count, "a row has a cell for each column")
        rows.append(cells.map { DisplayText($0) })
    }

    /// The lines of the table, the header first; cut to the width of a terminal, uncut elsewhere.
    func lines(for terminal: Terminal) -> [String] {
        let widths = columnWidths(fitting: terminal.columns)
        let head = line(header, widths)
        return [terminal.styled(head, .bold)] + rows.map { line($0, widths) }
    }

    private static let gap = 2

    /// The widths of the columns; reduces the widest columns until the table fits.
    private func columnWidths(fitting columns: Int?) -> [Int] {
        var widths = header.indices.map { column in
            ([header] + rows).map { $0[column].width }.max() ?? 0
        }
        guard let columns else { return widths }
        var excess = widths.reduce(0, +) + Self.gap * (widths.count - 1) - columns
        while excess > 0, let widest = widths.max(), widest > 4 {
            for column in widths.indices where widths[column] == widest && excess > 0 {
                widths[column] -= 1
                excess -= 1
            }
        }
        return widths
    }

    private func line(_ cells: [DisplayText], _ widths: [Int]) -> String {
        var line = ""
        for (column, cell) in cells.enumerated() {
            let text = cell.truncated(to: widths[column])
            let padding = String(repeating: " ", count: max(widths[column] - text.width, 0))
            if column > 0 { line += String(repeating: " ", count: Self.gap) }
            line += alignments[column] == .right ? padding + text.description : text.description + padding
        }
        while line.last == " " { line.removeLast() }
        return line
    }
}
