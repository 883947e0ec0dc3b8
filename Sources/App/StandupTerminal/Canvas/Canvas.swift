package import StandupFeatures

/// What a screen looks like: a grid of styled cells, where the mouse can press what, and where the cursor is.
///
/// It is a value and knows no terminal. Text gets onto it only as `DisplayText`, so no cell ever holds a control
/// character. A character of two columns is one cell and a `continuation` behind it, never one without the other:
/// what overwrites a half leaves a space in place of the other half.
package struct Canvas: Hashable, Sendable {
    /// The columns and rows of the grid.
    package let size: Size
    /// The cells, row by row.
    package private(set) var cells: [Cell]
    /// Where a press of the mouse means a command; a later one lies above an earlier one.
    package private(set) var regions: [Region] = []
    /// Where the terminal's cursor stands, for a text field; nil hides it.
    package var cursor: Point?

    /// A part of the canvas that the mouse can press.
    package struct Region: Hashable, Sendable {
        /// The cells of it that are on the canvas.
        package let area: Rect
        /// What pressing it means.
        package let command: Command
    }

    /// A canvas of spaces.
    package init(_ size: Size, style: Style = .plain) {
        self.size = size
        cells = [Cell](repeating: .space(style), count: size.columns * size.rows)
    }

    /// The whole canvas.
    package var bounds: Rect { Rect(size) }

    /// A cell; outside of the canvas a plain space.
    package subscript(column: Int, row: Int) -> Cell {
        bounds.contains(Point(column, row)) ? cells[row * size.columns + column] : .space(.plain)
    }

    /// The cells of a row, which has to exist.
    package func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }

    /// Says that pressing an area means a command; what is outside of the canvas does not count.
    package mutating func addRegion(_ area: Rect, _ command: Command) {
        let area = area.intersection(bounds)
        if !area.isEmpty { regions.append(Region(area: area, command: command)) }
    }

    /// What pressing a place means: the command of the region that lies on top there.
    package func command(at point: Point) -> Command? {
        regions.last { $0.area.contains(point) }?.command
    }

    /// Forgets what the mouse could press so far, for what lies under a dialog.
    package mutating func removeRegions() {
        regions = []
    }

    /// Puts a character of a width into a cell and those behind it; all of them have to be in the grid.
    ///
    /// This is the only place that writes cells, and keeps wide characters whole.
    mutating func put(_ character: Character, width: Int, style: Style, column: Int, row: Int) {
        let start = row * size.columns
        clearHalves(from: column, to: column + width, start: start)
        cells[start + column] = Cell(character: character, width: width, style: style)
        for offset in 1..<max(width, 1) { cells[start + column + offset] = .continuation(style) }
    }

    /// Gives cells another style.
    package mutating func restyle(_ area: Rect, _ change: (Style) -> Style) {
        let area = area.intersection(bounds)
        for row in area.row..<area.endRow {
            for index in row * size.columns + area.column..<row * size.columns + area.endColumn {
                cells[index].style = change(cells[index].style)
            }
        }
    }

    /// Puts spaces in place of characters that begin before or end after a stretch of a row that is written anew.
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

/// What is in one place of a canvas.
package struct Cell: Hashable, Sendable {
    /// The character, with all its combining marks.
    package let character: Character
    /// How many columns it takes; 0 for the continuation of a wide one to the left.
    package let width: Int
    /// How it stands out.
    package fileprivate(set) var style: Style

    /// Whether the cell belongs to a wide character to the left of it.
    package var isContinuation: Bool { width == 0 }

    static func space(_ style: Style) -> Cell { Cell(character: " ", width: 1, style: style) }
    static func continuation(_ style: Style) -> Cell { Cell(character: " ", width: 0, style: style) }
}
