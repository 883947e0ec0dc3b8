/// A place on a canvas, counted from its upper left corner.
package struct Point: Hashable, Sendable {
    /// Columns from the left edge.
    package var column: Int
    /// Rows from the upper edge.
    package var row: Int

    /// The place in a column and a row.
    package init(_ column: Int, _ row: Int) {
        self.column = column
        self.row = row
    }
}

/// How large a canvas or a terminal is.
package struct Size: Hashable, Sendable {
    /// The number of columns, at least 0.
    package let columns: Int
    /// The number of rows, at least 0.
    package let rows: Int

    /// A size; what is negative becomes 0.
    package init(columns: Int, rows: Int) {
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// The smallest size that the application is drawn in.
    package static let smallest = Size(columns: 40, rows: 12)
}

/// A rectangle of cells.
package struct Rect: Hashable, Sendable {
    /// The first column.
    package let column: Int
    /// The first row.
    package let row: Int
    /// How many columns it has, at least 0.
    package let columns: Int
    /// How many rows it has, at least 0.
    package let rows: Int

    /// A rectangle; a negative extent becomes 0.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = max(columns, 0)
        self.rows = max(rows, 0)
    }

    /// The rectangle of a size at the origin.
    package init(_ size: Size) {
        self.init(column: 0, row: 0, columns: size.columns, rows: size.rows)
    }

    /// Its upper left corner.
    package var origin: Point { Point(column, row) }
    /// Its extent.
    package var size: Size { Size(columns: columns, rows: rows) }
    /// The column after its last one.
    package var endColumn: Int { column + columns }
    /// The row after its last one.
    package var endRow: Int { row + rows }
    /// Whether it has no cell.
    package var isEmpty: Bool { columns == 0 || rows == 0 }

    /// Whether a place lies in it.
    package func contains(_ point: Point) -> Bool {
        column..<endColumn ~= point.column && row..<endRow ~= point.row
    }

    /// What it has in common with another one.
    package func intersection(_ other: Rect) -> Rect {
        let (left, top) = (max(column, other.column), max(row, other.row))
        return Rect(
            column: left, row: top, columns: min(endColumn, other.endColumn) - left,
            rows: min(endRow, other.endRow) - top)
    }

    /// The same rectangle, as seen from a place that lies at `point`.
    package func moved(by point: Point) -> Rect {
        Rect(column: column + point.column, row: row + point.row, columns: columns, rows: rows)
    }
}
