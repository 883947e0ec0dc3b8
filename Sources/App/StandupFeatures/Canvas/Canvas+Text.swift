package import MeetingModel

/// The side to which a text shorter than its width is aligned.
package enum Alignment: Hashable, Sendable {
    /// Left.
    case leading
    /// Centered; an odd spare column goes to the right.
    case center
    /// Right.
    case trailing
}

extension Canvas {
    /// Writes one line and returns the number of columns written.
    ///
    /// With a width, exactly that many columns are written: a longer text is truncated with `…`, a shorter one is
    /// padded with spaces according to `alignment`. Text outside the canvas is clipped. A wide character that would be
    /// cut in half becomes a space.
    @discardableResult
    package mutating func write(
        _ text: DisplayText, at point: Point, style: Style = .plain, width: Int? = nil,
        alignment: Alignment = .leading
    ) -> Int {
        guard let width else { return put(text, at: point, style: style) }
        guard width > 0 else { return 0 }
        let text = text.truncated(to: width)
        let spare = width - text.width
        let before =
            switch alignment {
            case .leading: 0
            case .center: spare / 2
            case .trailing: spare
            }
        fill(Rect(column: point.column, row: point.row, columns: width, rows: 1), style)
        put(text, at: Point(point.column + before, point.row), style: style)
        return width
    }

    /// Writes one line of untrusted text, sanitised first.
    @discardableResult
    package mutating func write(
        _ text: String, at point: Point, style: Style = .plain, width: Int? = nil, alignment: Alignment = .leading
    ) -> Int {
        write(DisplayText(text), at: point, style: style, width: width, alignment: alignment)
    }

    /// Writes one line into the first row of an area, truncated, padded and aligned.
    package mutating func write(
        _ text: String, in area: Rect, style: Style = .plain, alignment: Alignment = .leading
    ) {
        guard !area.isEmpty else { return }
        write(text, at: area.origin, style: style, width: area.columns, alignment: alignment)
    }

    /// Writes pieces of different styles in sequence and returns the columns written.
    ///
    /// Text beyond the width is clipped.
    @discardableResult
    package mutating func write(_ pieces: [(text: String, style: Style)], at point: Point, width: Int) -> Int {
        var used = 0
        for piece in pieces {
            let text = DisplayText(piece.text)
            let fits = text.truncated(to: width - used)
            used += write(fits, at: Point(point.column + used, point.row), style: piece.style)
            if fits != text { break }
        }
        return used
    }

    /// Writes text into an area with word wrapping and returns the number of rows written.
    ///
    /// Line breaks in the text are kept. Text that does not fit is truncated with `…` in the last row.
    @discardableResult
    mutating func writeWrapped(
        _ text: String, in area: Rect, style: Style = .plain, alignment: Alignment = .leading
    ) -> Int {
        guard !area.isEmpty else { return 0 }
        let lines = TextWrapping.lines(text, columns: area.columns, limit: area.rows)
        for (index, line) in lines.enumerated() {
            write(
                line, at: Point(area.column, area.row + index), style: style, width: area.columns,
                alignment: alignment)
        }
        return lines.count
    }

    /// Fills an area with spaces in a style.
    package mutating func fill(_ area: Rect, _ style: Style) {
        fill(area, with: " ", style)
    }

    /// Where a wide character no longer fits, spaces are written.
    package mutating func fill(_ area: Rect, with character: Character, _ style: Style) {
        let area = area.intersection(bounds)
        let safe = DisplayText(String(character)).description.first { DisplayText.width(of: $0) > 0 } ?? " "
        let width = DisplayText.width(of: safe)
        for row in area.row..<area.endRow {
            var column = area.column
            while column < area.endColumn {
                let fits = column + width <= area.endColumn
                put(fits ? safe : " ", width: fits ? width : 1, style: style, column: column, row: row)
                column += fits ? width : 1
            }
        }
    }

    /// Draws another canvas onto this one, including its mouse regions and cursor.
    package mutating func draw(_ other: Canvas, at point: Point) {
        for row in 0..<other.size.rows where 0..<size.rows ~= row + point.row {
            for (offset, cell) in other.row(row).enumerated() where !cell.isContinuation {
                putClipped(
                    cell.character, width: cell.width, style: cell.style, column: point.column + offset,
                    row: row + point.row)
            }
        }
        for region in other.regions {
            addRegion(region.area.moved(by: point), region.command)
        }
        if let inner = other.cursor { cursor = Point(inner.column + point.column, inner.row + point.row) }
    }

    @discardableResult
    private mutating func put(_ text: DisplayText, at point: Point, style: Style) -> Int {
        var column = point.column
        for character in text.description {
            let width = DisplayText.width(of: character)
            // A combining mark without a base character has no separate cell.
            guard width > 0 else { continue }
            putClipped(character, width: width, style: style, column: column, row: point.row)
            column += width
        }
        return column - point.column
    }

    private mutating func putClipped(_ character: Character, width: Int, style: Style, column: Int, row: Int) {
        guard 0..<size.rows ~= row, column < size.columns, column + width > 0 else { return }
        if column >= 0 && column + width <= size.columns {
            put(character, width: width, style: style, column: column, row: row)
        } else {
            for visible in max(column, 0)..<min(column + width, size.columns) {
                put(" ", width: 1, style: style, column: visible, row: row)
            }
        }
    }
}
