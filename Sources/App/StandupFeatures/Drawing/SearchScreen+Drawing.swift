import MeetingModel
import Presentation

extension SearchScreen {
    /// The window's columns from which a hit has one row, with its place in columns.
    private static let wide = 120

    /// Draws the words, the filters with their keys, and the hits: one row each in a wide window, otherwise two.
    func draw(on canvas: inout Canvas, in area: Rect, keys: [KeyHint]) {
        var area = area
        canvas.drawHeading(title, summary: summary, in: area.takeTop(1).inset(columns: 1))
        if area.rows >= 14 { _ = area.takeTop(1) }
        canvas.addRegion(field.drawWithLabel(on: &canvas, in: area.takeTop(1).inset(columns: 1)), .find)
        let filterRows = min(rowsOfFilters(columns: area.columns - 2, keys), area.rows >= 14 ? 2 : 1)
        drawFilters(on: &canvas, in: area.takeTop(filterRows).inset(columns: 1), keys)
        if !dayHint.isEmpty {
            canvas.write(dayHint, in: area.takeTop(1).inset(columns: 1), style: .dim)
        } else if area.rows >= 10 {
            canvas.horizontalLine(area.takeTop(1).inset(columns: 1))
        }
        guard !hits.isEmpty else {
            canvas.writeWrapped(empty ?? "", in: area.inset(columns: 1, rows: area.rows >= 6 ? 1 : 0), style: .dim)
            return
        }
        let widths = area.columns >= Self.wide ? placeWidths(columns: area.columns) : nil
        canvas.drawScrolling(count: hits.count, focus: selected, in: area.inset(left: 1)) { _ in
            widths == nil ? 2 : 1
        } draw: { canvas, index, area in
            draw(
                hits[index], widths, on: &canvas, in: area, isSelected: index == selected, command: .select(index))
        }
    }

    /// The widths of the columns of the places: as wide as their widest text.
    private func placeWidths(columns: Int) -> [Int] {
        hits.reduce([]) { widths, hit in
            hit.place.enumerated().map { index, text in
                let width = min(DisplayText(text).width, columns / 5)
                return widths.indices.contains(index) ? max(widths[index], width) : width
            }
        }
    }

    /// The filters with their keys, as pieces, and the commands that change them.
    private func filterPieces(_ keys: [KeyHint]) -> [(pieces: [(text: String, style: Style)], command: Command)] {
        zip(filters, [Command.filterStandup, .filterPerson, .filterTime, .matchAny, .findPoints]).map { fact, command in
            let key = keys.first { $0.command == command }.map { $0.key + " " } ?? ""
            return ([(key, .accent), (fact.label + " ", .dim), (fact.value, .plain)], command)
        }
    }

    private static let filterGap = 2

    private func rowsOfFilters(columns: Int, _ keys: [KeyHint]) -> Int {
        guard day == nil else { return 1 }
        var (rows, left) = (1, columns)
        for (pieces, _) in filterPieces(keys) {
            let width = pieces.reduce(0) { $0 + DisplayText($1.text).width }
            if width > left, left < columns { (rows, left) = (rows + 1, columns) }
            left -= width + Self.filterGap
        }
        return rows
    }

    private func drawFilters(on canvas: inout Canvas, in area: Rect, _ keys: [KeyHint]) {
        if let day {
            _ = day.drawWithLabel(on: &canvas, in: area)
            return
        }
        var rest = area
        var line = rest.takeTop(1)
        for (pieces, command) in filterPieces(keys) {
            let width = pieces.reduce(0) { $0 + DisplayText($1.text).width }
            if width > line.columns, line.columns < area.columns, !rest.isEmpty { line = rest.takeTop(1) }
            let used = canvas.write(pieces, at: line.origin, width: line.columns)
            canvas.addRegion(line.takeLeft(used), command)
            _ = line.takeLeft(Self.filterGap)
        }
    }

    private func draw(
        _ hit: Hit, _ widths: [Int]?, on canvas: inout Canvas, in area: Rect, isSelected: Bool, command: Command
    ) {
        var (rows, style) = canvas.drawRow(area, isSelected: isSelected, command: command)
        if let widths {
            for (text, width) in zip(hit.place, widths) {
                canvas.write(text, in: rows.takeLeft(width), style: style.dimmed)
                _ = rows.takeLeft(2)
            }
        } else {
            canvas.write(hit.place.joined(separator: " · "), in: rows.takeTop(1), style: style.dimmed)
        }
        let pieces = hit.visiblePieces(columns: rows.columns - 1)
        canvas.write(
            pieces.map { ($0.text, $0.isMatch ? style.bold.underlined : style) }, at: rows.origin,
            width: rows.columns)
    }
}

extension SearchScreen.Hit {
    /// The pieces that fit, so that the first match is seen: the beginning, else what is around it.
    fileprivate func visiblePieces(columns: Int) -> [SearchScreen.Piece] {
        guard let first = pieces.firstIndex(where: \.isMatch), first > 0 else { return pieces }
        let before = pieces[..<first].reduce(0) { $0 + DisplayText($1.text).width }
        let room = columns - DisplayText(pieces[first].text).width - 2
        guard before > room else { return pieces }
        // Shown from a third of the width before the match.
        let lead = pieces[..<first].map(\.text).joined()
        var width = 0
        let tail = lead.reversed().prefix { character in
            width += DisplayText.width(of: character)
            return width <= max(min(columns / 3, room), 0)
        }
        return [SearchScreen.Piece(text: "…" + String(tail.reversed()), isMatch: false)] + pieces[first...]
    }
}
