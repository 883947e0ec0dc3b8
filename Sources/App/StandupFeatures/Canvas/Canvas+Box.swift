import MeetingModel

/// Lines and frames in box-drawing characters.
///
/// The renderer replaces them with ASCII on terminals without Unicode.
extension Canvas {
    /// The line style of a frame.
    package enum Border: Hashable, Sendable {
        /// Thin lines and round corners.
        case round
        /// Thin lines and square corners.
        case square
        /// Heavy lines, for the element with the focus.
        case heavy
        /// Double lines, for a dialog.
        case double

        fileprivate var characters: [Character] {
            switch self {
            case .round: ["╭", "─", "╮", "│", "╰", "╯"]
            case .square: ["┌", "─", "┐", "│", "└", "┘"]
            case .heavy: ["┏", "━", "┓", "┃", "┗", "┛"]
            case .double: ["╔", "═", "╗", "║", "╚", "╝"]
            }
        }
    }

    /// Draws a frame along the inner edge of an area and returns the area inside.
    ///
    /// The title is drawn into the top side. An area of fewer than two columns or rows is left unchanged.
    @discardableResult
    package mutating func box(
        _ area: Rect, style: Style = .plain, border: Border = .round, title: String = "", titleStyle: Style? = nil
    ) -> Rect {
        guard area.columns >= 2, area.rows >= 2 else { return area }
        let part = border.characters
        let (right, bottom) = (area.endColumn - 1, area.endRow - 1)
        fill(Rect(column: area.column, row: area.row, columns: area.columns, rows: 1), with: part[1], style)
        fill(Rect(column: area.column, row: bottom, columns: area.columns, rows: 1), with: part[1], style)
        fill(Rect(column: area.column, row: area.row, columns: 1, rows: area.rows), with: part[3], style)
        fill(Rect(column: right, row: area.row, columns: 1, rows: area.rows), with: part[3], style)
        for (character, column, row) in [
            (part[0], area.column, area.row), (part[2], right, area.row), (part[4], area.column, bottom),
            (part[5], right, bottom),
        ] {
            fill(Rect(column: column, row: row, columns: 1, rows: 1), with: character, style)
        }
        if !title.isEmpty && area.columns >= 6 {
            let width = min(DisplayText(title).width, area.columns - 6)
            write(" ", at: Point(area.column + 2, area.row), style: style)
            write(title, at: Point(area.column + 3, area.row), style: titleStyle ?? style, width: width)
            write(" ", at: Point(area.column + 3 + width, area.row), style: style)
        }
        return area.inset(columns: 1, rows: 1)
    }

    /// Draws a horizontal line through the first row of an area.
    package mutating func horizontalLine(_ area: Rect, style: Style = .dim) {
        fill(Rect(column: area.column, row: area.row, columns: area.columns, rows: min(area.rows, 1)), with: "─", style)
    }

    /// Draws a vertical line through the first column of an area.
    mutating func verticalLine(_ area: Rect, style: Style = .dim) {
        fill(Rect(column: area.column, row: area.row, columns: min(area.columns, 1), rows: area.rows), with: "│", style)
    }
}
