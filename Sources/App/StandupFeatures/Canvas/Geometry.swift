/// A position on a canvas, counted from the top left corner.
package struct Point: Hashable, Sendable {
    package var column: Int
    package var row: Int

    package init(_ column: Int, _ row: Int) {
        self.column = column
        self.row = row
    }
}

package struct Size: Hashable, Sendable {
    /// The number of columns, at least 0.
    package let columns: Int
    /// The number of rows, at least 0.
    package let rows: Int

    /// A size; negative values become 0.
    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// The smallest window in which the application is drawn.
    package static let smallest = Size(columns: 40, rows: 12)

    /// Whether it has at least the columns and rows of another size.
    package func holds(_ other: Size) -> Bool { columns >= other.columns && rows >= other.rows }
}

package struct Rect: Hashable, Sendable {
    package let column: Int
    package let row: Int
    /// The number of columns, at least 0.
    package let columns: Int
    /// The number of rows, at least 0.
    package let rows: Int

    /// A rectangle; a negative extent becomes 0.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// The rectangle of this size at the origin.
    package init(_ size: Size) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// The top left corner.
    package var origin: Point { Point(column, row) }
    package var size: Size { Size(columns: columns, rows: rows) }
    /// The column after the last one.
    var endColumn: Int { column + columns }
    /// The row after the last one.
    var endRow: Int { row + rows }
    package var isEmpty: Bool { columns == 0 || rows == 0 }

    package func contains(_ point: Point) -> Bool {
        column..<endColumn ~= point.column && row..<endRow ~= point.row
    }

    func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(column, other.column), max(row, other.row))
        return Rect(
            column: left, row: top, columns: min(endColumn, other.endColumn) - left,
            rows: min(endRow, other.endRow) - top)
    }

    func moved(by point: Point) -> Rect {
        Rect(column: column + point.column, row: row + point.row, columns: columns, rows: rows)
    }
}
