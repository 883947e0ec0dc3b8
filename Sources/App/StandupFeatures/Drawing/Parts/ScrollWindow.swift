/// Finds the visible items of a long list, centered on the focused item.
///
/// The window depends only on the focus and the height.
///
/// Only the visible items, and about as many again, are measured, so ten thousand items cost no more than ten.
struct ScrollWindow {
    /// An item that is at least partly visible.
    struct Item: Hashable {
        /// The index among all items.
        let index: Int
        /// The first row in the window; negative if the top of the item is clipped.
        let row: Int
        let rows: Int
    }

    /// The visible items, top to bottom.
    private(set) var items: [Item] = []
    /// The number of all items.
    let count: Int

    /// Whether every item is completely visible.
    var isComplete: Bool { isAtTop && isAtBottom }
    /// Whether the first item starts inside the window.
    private let isAtTop: Bool
    /// Whether the last item ends inside the window.
    private let isAtBottom: Bool

    /// A window of `height` rows around the focused item; at the top without a focus.
    init(count: Int, focus: Int?, height: Int, rows: (Int) -> Int) {
        self.count = count
        guard count > 0, height > 0 else {
            (isAtTop, isAtBottom) = (true, count == 0)
            return
        }
        let focus = min(max(focus ?? 0, 0), count - 1)
        // Center the focused item, but keep its first row in the window.
        var (first, row) = Self.upward(
            from: focus, row: max((height - rows(focus)) / 2, 0), to: 0, rows: rows)
        row = min(row, 0)
        var end = Self.end(from: first, row: row, count: count, height: height, rows: rows)
        if end.row < height {
            // There is space below the last item: align its end with the bottom, or show everything.
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

    /// The topmost item of the window, if the item before `from` ends at `row`.
    private static func upward(from: Int, row: Int, to top: Int, rows: (Int) -> Int) -> (index: Int, row: Int) {
        var (index, row) = (from, row)
        while index > 0 && row > top {
            index -= 1
            row -= rows(index)
        }
        return (index, row)
    }

    /// The index after the last visible item, and the row at which it starts.
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
    /// Draws the items around the focused one, with a scroll bar if not all are visible.
    ///
    /// The last column is reserved for the scroll bar. `rows` returns an item's height. `draw` draws an item on its own
    /// canvas, which is clipped to the area.
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
