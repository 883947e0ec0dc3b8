extension Canvas {
    /// A canvas that shows only a centered text.
    static func notice(_ text: String, _ size: Size, style: Style = .plain) -> Canvas {
        var canvas = Canvas(size, style: style)
        let lines = TextWrapping.lines(text, columns: size.columns, limit: size.rows)
        canvas.writeWrapped(
            text,
            in: Rect(
                column: 0, row: (size.rows - lines.count) / 2, columns: size.columns, rows: lines.count),
            style: style, alignment: .center)
        return canvas
    }
}
