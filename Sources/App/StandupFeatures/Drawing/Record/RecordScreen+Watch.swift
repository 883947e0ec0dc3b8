extension RecordScreen {
    /// Draws only who speaks, the time that is left as large as possible, and who is next.
    package func watchCanvas(_ size: Size) -> Canvas {
        var canvas = Canvas(size)
        var area = canvas.drawHeader(title, aside: place, theme: theme, rows: 1, in: canvas.bounds)
        let bottom = area.takeBottom(1).inset(columns: 2)
        canvas.drawTrack(area.takeBottom(1).inset(columns: 2), fraction: turnProgress, style: clockState.bar)
        let room = Size(columns: area.columns - 4, rows: area.rows - 2)
        drawStage(on: &canvas, in: area, clock: BigText(clock, fitting: room))
        canvas.write(next, in: bottom, style: .plain.bold)
        return canvas
    }
}
