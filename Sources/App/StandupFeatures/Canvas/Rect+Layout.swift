/// Layout by cutting: take what a part needs from one side and continue with the rest.
extension Rect {
    /// Cuts up to `count` rows off the top and returns them.
    package mutating func takeTop(_ count: Int) -> Rect {
        let count = min(max(count, 0), rows)
        defer { self = Rect(column: column, row: row + count, columns: columns, rows: rows - count) }
        return Rect(column: column, row: row, columns: columns, rows: count)
    }

    /// Cuts up to `count` rows off the bottom and returns them.
    mutating func takeBottom(_ count: Int) -> Rect {
        let count = min(max(count, 0), rows)
        defer { self = Rect(column: column, row: row, columns: columns, rows: rows - count) }
        return Rect(column: column, row: endRow - count, columns: columns, rows: count)
    }

    /// Cuts up to `count` columns off the left and returns them.
    package mutating func takeLeft(_ count: Int) -> Rect {
        let count = min(max(count, 0), columns)
        defer { self = Rect(column: column + count, row: row, columns: columns - count, rows: rows) }
        return Rect(column: column, row: row, columns: count, rows: rows)
    }

    /// Cuts up to `count` columns off the right and returns them.
    mutating func takeRight(_ count: Int) -> Rect {
        let count = min(max(count, 0), columns)
        defer { self = Rect(column: column, row: row, columns: columns - count, rows: rows) }
        return Rect(column: endColumn - count, row: row, columns: count, rows: rows)
    }

    /// This rectangle, inset by columns on the left and right and by rows at the top and bottom.
    func inset(columns: Int = 0, rows: Int = 0) -> Rect {
        inset(left: columns, top: rows, right: columns, bottom: rows)
    }

    /// This rectangle, inset on each side; empty if the insets exceed its size.
    func inset(left: Int = 0, top: Int = 0, right: Int = 0, bottom: Int = 0) -> Rect {
        let (left, top) = (min(left, columns), min(top, rows))
        return Rect(
            column: column + left, row: row + top, columns: columns - left - right, rows: rows - top - bottom)
    }

    /// Columns of nearly equal width, side by side, with `gap` empty columns between them.
    package func columns(_ count: Int, gap: Int = 0) -> [Rect] {
        Self.parts(of: columns, count: count, gap: gap).map {
            Rect(column: column + $0.start, row: row, columns: $0.length, rows: rows)
        }
    }

    /// Rows of nearly equal height, stacked, with `gap` empty rows between them.
    package func rows(_ count: Int, gap: Int = 0) -> [Rect] {
        Self.parts(of: rows, count: count, gap: gap).map {
            Rect(column: column, row: row + $0.start, columns: columns, rows: $0.length)
        }
    }

    /// The middle of this rectangle, at most this many columns wide: long lines are hard to read.
    func narrowed(to limit: Int = 130) -> Rect {
        let spare = max(columns - limit, 0)
        return inset(left: spare / 2, right: spare - spare / 2)
    }

    /// A centered rectangle of the given size, clipped to this one.
    func centered(_ size: Size) -> Rect {
        let (width, height) = (min(size.columns, columns), min(size.rows, rows))
        return Rect(
            column: column + (columns - width) / 2, row: row + (rows - height) / 2, columns: width, rows: height)
    }

    private static func parts(of length: Int, count: Int, gap: Int) -> [(start: Int, length: Int)] {
        guard count > 0 else { return [] }
        let gap = max(gap, 0)
        let usable = max(length - gap * (count - 1), 0)
        return (0..<count).map { index in
            let (start, end) = (usable * index / count, usable * (index + 1) / count)
            return (min(start + gap * index, length), end - start)
        }
    }
}
