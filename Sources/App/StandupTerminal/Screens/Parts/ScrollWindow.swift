/// Which of many items are in a window, and where, so that the one in focus is seen with as much around it as there is.
///
/// It follows from the focus and the height alone. Only the items that are seen, and as many again, are asked for their
/// rows, so ten thousand cost no more than ten.
struct ScrollWindow {
    /// An item that is seen, at least in part.
    struct Item: Hashable {
        /// The position among all items.
        let index: Int
        /// The first row in the window; below 0 where the beginning is cut.
        let row: Int
        /// How many rows it has.
        let rows: Int
    }

    /// What is seen, from the top.
    private(set) var items: [Item] = []
    /// How many items there are.
    let count: Int

    /// Whether nothing is left out.
    var isComplete: Bool { isAtTop && isAtBottom }
    /// Whether the first item begins in the window.
    private let isAtTop: Bool
    /// Whether the last item ends in the window.
    private let isAtBottom: Bool

    /// The window of a height around an item; without one, at the top.
    init(count: Int, focus: Int?, height: Int, rows: (Int) -> Int) {
        self.count = count
        guard count > 0, height > 0 else {
            (isAtTop, isAtBottom) = (true, count == 0)
            return
        }
        let focus = min(max(focus ?? 0, 0), count - 1)
        // The focus in the middle, its beginning at least in the window.
        var (first, row) = Self.upward(
            from: focus, row: max((height - rows(focus)) / 2, 0), to: 0, rows: rows)
        row = min(row, 0)
        var end = Self.end(from: first, row: row, count: count, height: height, rows: rows)
        if end.row < height {
            // There is room below the last item, so the last item ends at the bottom, or everything is seen.
            (first, row) = Self.upward(from: count, row: height, to: 0, rows: rows)
            row = min(row, 0)
            end = Self.end(from: first, row: row, count: count, height: height, rows: rows)
        }
        isAtTop = first == 0 && row == 0
        isAtBottom = end.index == count && end.row <= height
        for index in first..<end.index {
            let length = rows(index)
            items.append(Item(index: index, row: row, rows: length))
            row += length
        }
    }

    /// The item at the top of the window, if the one before `from` ends at `row`.
    private static func upward(from: Int, row: Int, to top: Int, rows: (Int) -> Int) -> (index: Int, row: Int) {
        var (index, row) = (from, row)
        while index > 0 && row > top {
            index -= 1
            row -= rows(index)
        }
        return (index, row)
    }

    /// The item after the last that is seen, and the row where it begins.
    private static func end(
        from: Int, row: Int, count: Int, height: Int, rows: (Int) -> Int
    ) -> (index: Int, row: Int) {
        var (index, row) = (from, row)
        while index < count && row < height {
            row += rows(index)
            index += 1
        }
        return (index, row)
    }
}

extension Canvas {
    /// Draws as many of some items as an area holds around the one in focus, with a scroll bar if not all are seen.
    ///
    /// The last column is kept for the scroll bar. `rows` says how high an item is, and `draw` draws it on a canvas of
    /// its own, of which only what is in the area comes onto this one.
    mutating func drawScrolling(
        count: Int, focus: Int?, in area: Rect, rows: (Int) -> Int,
        draw item: (inout Canvas, Int, Rect) -> Void
    ) {
        let window = ScrollWindow(count: count, focus: focus, height: area.rows, rows: rows)
        var inner = Canvas(Size(columns: area.columns - 1, rows: area.rows))
        for part in window.items {
            item(&inner, part.index, Rect(column: 0, row: part.row, columns: inner.size.columns, rows: part.rows))
        }
        draw(inner, at: area.origin)
        guard !window.isComplete, let first = window.items.first, let last = window.items.last else { return }
        drawScrollBar(
            Rect(column: area.endColumn - 1, row: area.row, columns: 1, rows: area.rows),
            seen: first.index..<last.index + 1, of: count)
    }

    /// Draws which part of a whole is seen.
    mutating func drawScrollBar(_ area: Rect, seen: Range<Int>, of count: Int) {
        guard count > 0 else { return }
        verticalLine(area)
        let length = max(area.rows * seen.count / count, 1)
        let start =
            seen.upperBound == count
            ? area.rows - length : min(area.rows * seen.lowerBound / count, area.rows - length)
        fill(
            Rect(column: area.column, row: area.row + max(start, 0), columns: 1, rows: length), with: "┃", .accent)
    }
}
