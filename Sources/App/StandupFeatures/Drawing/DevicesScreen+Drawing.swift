import MeetingModel

extension DevicesScreen {
    private enum Block {
        case heading(String)
        case device(Int)
        case level
        case gap
    }

    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = area.narrowed()
        canvas.write(title, in: area.takeTop(1).inset(columns: 1), style: .accent)
        if area.rows >= 14 { _ = area.takeTop(1) }
        if let state {
            let rows = TextWrapping.lines(state, columns: area.columns - 2, limit: 3).count
            canvas.writeWrapped(state, in: area.takeTop(rows).inset(columns: 1))
        }
        area = area.inset(left: 1)
        let blocks: [Block] =
            [.heading(inputsTitle)] + inputs.indices.map(Block.device) + [.level, .gap, .heading(callsTitle)]
            + calls.indices.map { .device(inputs.count + $0) } + [.gap, .heading(outputsTitle)]
            + outputs.indices.map { .device(inputs.count + calls.count + $0) }
            + (models.isEmpty ? [] : [.gap, .heading(modelsTitle)])
            + models.indices.map { .device(inputs.count + calls.count + outputs.count + $0) }
        let focus = blocks.firstIndex { if case .device(selected) = $0 { true } else { false } }
        let columns = area.columns - 5
        let rows = { (index: Int) in
            if case .level = blocks[index] {
                1 + TextWrapping.lines(levelText, columns: columns, limit: 2).count
            } else {
                1
            }
        }
        canvas.drawScrolling(count: blocks.count, focus: focus, in: area, rows: rows) { canvas, index, area in
            switch blocks[index] {
            case .heading(let text): canvas.drawHeading(text, in: area)
            case .device(let device): drawDevice(device, on: &canvas, in: area)
            case .level: drawLevel(on: &canvas, in: area.inset(left: 2, right: 1))
            case .gap: break
            }
        }
    }

    private func drawDevice(_ index: Int, on canvas: inout Canvas, in area: Rect) {
        let device = (inputs + calls + outputs + models)[index]
        var (row, style) = canvas.drawRow(area, isSelected: index == selected, command: .select(index))
        if device.isChosen { style = style.bold }
        let mark = device.isChosen ? Mark.radio.on : device.isMissing ? " \(Mark.waiting) " : Mark.radio.off
        canvas.write(mark, in: row.takeLeft(4), style: style)
        row = row.inset(right: 1)
        let detail = DisplayText(device.detail).truncated(to: row.columns / 2)
        canvas.write(
            detail, at: row.takeRight(detail.width).origin, style: index == selected ? style : .dim)
        canvas.write(device.label, in: row.inset(right: 1), style: style)
    }

    private func drawLevel(on canvas: inout Canvas, in area: Rect) {
        var area = area
        let line = area.takeTop(1)
        if let level { canvas.drawMeter(line, level: level) } else { canvas.horizontalLine(line) }
        canvas.writeWrapped(levelText, in: area, style: .dim)
    }
}
