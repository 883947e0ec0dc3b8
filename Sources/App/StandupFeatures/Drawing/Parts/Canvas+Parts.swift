import MeetingModel

/// Parts shared by several screens: headers, headings, buttons, rows.
extension Canvas {
    /// Draws the heading of a screen: its title on the left, a summary on the right.
    mutating func drawHeading(_ title: String, summary: String, in area: Rect) {
        var area = area
        let right = area.takeRight(min(DisplayText(summary).width, area.columns / 2))
        write(summary, in: right, style: .dim)
        write(title, in: area.inset(right: 2), style: .accent)
    }

    /// Draws a header in a theme's color and returns the area below.
    ///
    /// The title is on the left. The other text is on the right if there is room.
    mutating func drawHeader(_ title: String, aside: String = "", theme: Theme, in area: Rect) -> Rect {
        var area = area
        let band = area.takeTop(1)
        fill(band, .theme(theme))
        var line = band.inset(columns: 2)
        if !aside.isEmpty {
            let text = DisplayText(aside)
            let aside = line.takeRight(min(text.width, line.columns / 2))
            write(text, at: aside.origin, style: .theme(theme), width: aside.columns, alignment: .trailing)
            _ = line.takeRight(2)
        }
        write(title, in: line, style: .theme(theme).bold)
        return area
    }

    /// Draws a section heading, followed by a line; a long one is wrapped if the area has several rows.
    mutating func drawHeading(_ text: String, in area: Rect) {
        var rest = area
        let lines = TextWrapping.lines(text, columns: area.columns, limit: max(area.rows, 1))
        for (index, line) in lines.enumerated() {
            var row = rest.takeTop(1)
            let used = write(line, at: row.origin, style: .accent)
            _ = row.takeLeft(used + 1)
            if index == lines.count - 1 { horizontalLine(row) }
        }
    }

    /// Draws a frame in the middle of an area around a few rows, and returns the area inside.
    ///
    /// Nil, and nothing drawn, without `rows` or if they need the whole area.
    mutating func frame(rows: Int?, in area: Rect) -> Rect? {
        guard let rows, area.columns >= 60, area.rows >= rows + 6 else { return nil }
        let frame = area.centered(Size(columns: min(area.columns - 4, 100), rows: rows + 4))
        return box(frame, style: .dim).inset(columns: 1, rows: 1)
    }

    /// Draws a clickable button and returns its width in columns.
    @discardableResult
    mutating func drawButton(
        _ text: String, in area: Rect, isSelected: Bool, style: Style = .plain, command: Command
    ) -> Int {
        let label = DisplayText(text).truncated(to: area.columns - 6)
        let style = isSelected ? style.on(.selection).foreground(.normal).bold : style
        let pieces = isSelected ? "\(Mark.selected) [ \(label) ]" : "  [ \(label) ]"
        write(pieces.prefix(2) + "", at: area.origin, style: isSelected ? .accent : .plain)
        let button = Rect(column: area.column + 2, row: area.row, columns: label.width + 4, rows: 1)
        write(String(pieces.dropFirst(2)), in: button, style: style)
        addRegion(button, command)
        return button.columns + 2
    }

    /// Draws the background of a selectable row and returns the area and style for its text.
    mutating func drawRow(_ area: Rect, isSelected: Bool, command: Command?) -> (area: Rect, style: Style) {
        let style: Style = isSelected ? .selection : .plain
        fill(area, style)
        if isSelected { write(Mark.selected, at: area.origin, style: style.bold) }
        if let command { addRegion(area, command) }
        return (area.inset(left: 2), style)
    }
}
