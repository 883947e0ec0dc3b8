extension ExportScreen {
    /// Draws the form, and the progress below it.
    func draw(on canvas: inout Canvas, in area: Rect) {
        var area = area
        if let progress, let progressText {
            var rows = area.takeBottom(2).inset(columns: 2)
            canvas.write(progressText, in: rows.takeTop(1), style: .accent)
            canvas.drawLineBar(rows, fraction: progress, style: .good)
        }
        form.draw(on: &canvas, in: area)
    }
}
