import MeetingModel
import StandupFeatures

extension HelpScreen {
    private enum Line {
        case gap
        case title(String)
        case key(KeyHint)
    }

    /// Draws all keys in a box over an area: in columns where it is wide, scrolled by `offset` lines.
    func draw(on canvas: inout Canvas, in area: Rect) {
        canvas.fill(area, .plain)
        let inside = canvas.box(area, style: .accent, title: title, titleStyle: .accent).inset(columns: 1)
        let count = max(min(inside.columns / 38, sections.count), 1)
        let parts = inside.inset(right: 1).columns(count, gap: 3)
        let lines = columns(count)
        let most = lines.map(\.count).max() ?? 0
        let offset = max(min(self.offset, most - inside.rows), 0)
        for (part, lines) in zip(parts, lines) {
            let keyColumns = keyColumns(lines, of: part.columns)
            for (row, line) in lines.dropFirst(offset).prefix(part.rows).enumerated() {
                let area = Rect(column: part.column, row: part.row + row, columns: part.columns, rows: 1)
                switch line {
                case .gap: break
                case .title(let text): canvas.drawHeading(text, in: area)
                case .key(let hint):
                    canvas.write(hint.key, at: area.origin, style: .accent, width: keyColumns)
                    canvas.write(hint.text, in: area.inset(left: keyColumns + 2))
                }
            }
        }
        guard most > inside.rows else { return }
        canvas.drawScrollBar(
            Rect(column: area.endColumn - 1, row: inside.row, columns: 1, rows: inside.rows),
            seen: offset..<offset + inside.rows, of: most)
    }

    /// The sections in columns of about the same height, in their order.
    private func columns(_ count: Int) -> [[Line]] {
        let lines = sections.map { [.title($0.title)] + $0.keys.map(Line.key) }
        let total = lines.reduce(0) { $0 + $1.count + 1 }
        var columns: [[Line]] = []
        var used = 0
        for section in lines {
            let column = min(used * count / max(total, 1), count - 1)
            if columns.count <= column {
                columns.append(section)
            } else {
                columns[columns.count - 1] += [.gap] + section
            }
            used += section.count + 1
        }
        return columns
    }

    private func keyColumns(_ lines: [Line], of columns: Int) -> Int {
        let widest = lines.map { if case .key(let hint) = $0 { DisplayText(hint.key).width } else { 0 } }.max() ?? 0
        return min(widest, columns / 2)
    }
}
