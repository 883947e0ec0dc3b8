/// A grid of styled cells, with mouse regions and a cursor position.
///
/// It is a value and independent of any terminal.
///
/// Text is written only as `DisplayText`, so no cell ever contains a control character. A wide character is one cell
/// followed by a `continuation` cell; overwriting one half replaces the other half with a space.
package struct Canvas: Hashable, Sendable {
    package let size: Size
    /// The cells in row-major order.
    package private(set) var cells: [Cell]
    /// The mouse regions; a later one is above an earlier one.
    private(set) var regions: [Region] = []
    /// The position of the terminal's cursor, for a text field; nil hides it.
    package var cursor: Point?
    /// The first line that is shown of what scrolls by lines; nil if nothing does.
    var firstLine: Int?

    /// An area that performs a command when clicked.
    package struct Region: Hashable, Sendable {
        /// The part of the area inside the canvas.
        let area: Rect
        package let command: Command
    }

    /// A canvas filled with spaces.
    package init(_ size: Size, style: Style = .plain) {
        self.size = size
        cells = [Cell](repeating: .space(style), count: size.columns * size.rows)
    }

    package var bounds: Rect { Rect(size) }

    /// The cell at a position; outside the canvas, a plain space.
    subscript(column: Int, row: Int) -> Cell {
        bounds.contains(Point(column, row)) ? cells[row * size.columns + column] : .space(.plain)
    }

    /// The cells of a row, which must exist.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Adds a mouse region, clipped to the canvas.
    package mutating func addRegion(_ area: Rect, _ command: Command) {
        let area = area.intersection(bounds)
        if !area.isEmpty { regions.append(Region(area: area, command: command)) }
    }

    /// The command of the topmost region at a point.
    package func command(at point: Point) -> Command? {
        regions.last { $0.area.contains(point) }?.command
    }

    /// Removes all mouse regions, for content below a dialog.
    mutating func removeRegions() {
        regions = []
    }

    /// Puts a character into the cells it takes up, all of which must be in the grid.
    ///
    /// This is the only place that writes cells. It keeps wide characters whole.
    mutating func put(_ character: Character, width: Int, style: Style, column: Int, row: Int) {
        let start = row * size.columns
        clearHalves(from: column, to: column + width, start: start)
        cells[start + column] = Cell(character: character, width: width, style: style)
        for offset in 1..<max(width, 1) { cells[start + column + offset] = .continuation(style) }
    }

    mutating func restyle(_ area: Rect, _ change: (Style) -> Style) {
        let area = area.intersection(bounds)
        for row in area.row..<area.endRow {
            for index in row * size.columns + area.column..<row * size.columns + area.endColumn {
                cells[index].style = change(cells[index].style)
            }
        }
    }

    /// Clears wide characters that straddle either end of a segment before it is overwritten.
    private mutating func clearHalves(from: Int, to: Int, start: Int) {
        if cells[start + from].isContinuation {
            var column = from
            while column > 0 {
                column -= 1
                let wasHead = !cells[start + column].isContinuation
                cells[start + column] = .space(cells[start + column].style)
                if wasHead { break }
            }
        }
        var column = to
        while column < size.columns, cells[start + column].isContinuation {
            cells[start + column] = .space(cells[start + column].style)
            column += 1
        }
    }
}

package struct Cell: Hashable, Sendable {
    /// The character, including all combining marks.
    package let character: Character
    /// The width in columns; 0 for the continuation of a wide character to the left.
    package let width: Int
    package fileprivate(set) var style: Style

    package var isContinuation: Bool { width == 0 }

    static func space(_ style: Style) -> Cell { Cell(character: " ", width: 1, style: style) }
    static func continuation(_ style: Style) -> Cell { Cell(character: " ", width: 0, style: style) }
}
