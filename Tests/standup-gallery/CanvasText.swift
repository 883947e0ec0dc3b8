import StandupFeatures

/// Formats a canvas as text with escape sequences for its colors.
struct CanvasText {
    let palette: Palette

    /// The rows of a canvas with their styles; each row ends with a line break.
    func text(of canvas: Canvas) -> String {
        var text = ""
        for index in 0..<canvas.size.rows {
            var attributes: Palette.Attributes?
            for cell in canvas.row(index) where !cell.isContinuation {
                let next = palette.attributes(of: cell.style)
                if next != attributes {
                    text += sequence(for: next)
                    attributes = next
                }
                text.append(cell.character)
            }
            text += "\u{1b}[0m\n"
        }
        return text
    }

    private func sequence(for attributes: Palette.Attributes) -> String {
        var codes = ["0"]
        if attributes.isBold { codes.append("1") }
        if attributes.isDim { codes.append("2") }
        if attributes.isUnderlined { codes.append("4") }
        if attributes.isReversed { codes.append("7") }
        if let color = attributes.foreground { codes.append(code(color, base: 30)) }
        if let color = attributes.background { codes.append(code(color, base: 40)) }
        return "\u{1b}[" + codes.joined(separator: ";") + "m"
    }

    /// The SGR code of a color; `base` is 30 for the foreground and 40 for the background.
    private func code(_ color: Palette.Color, base: Int) -> String {
        switch color {
        case .ansi(let index): "\(index < 8 ? base + index : base + 60 + index - 8)"
        case .indexed(let index): "\(base + 8);5;\(index)"
        case .direct(let rgb): "\(base + 8);2;\(rgb.red);\(rgb.green);\(rgb.blue)"
        }
    }
}
