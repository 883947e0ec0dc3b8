import MeetingModel

extension Screen {
    /// Draws as many key hints as fit, most important first; those for help and for leaving are always drawn.
    func drawKeys(on canvas: inout Canvas, in area: Rect) {
        var area = area.inset(columns: 1)
        let keys = keys(fitting: area.columns)
        func draw(_ hint: KeyHint, in area: Rect) {
            canvas.write(
                [(hint.key, .accent), (" ", .plain), (hint.text, .plain)], at: area.origin, width: area.columns)
            // One more click than meant, where the way back is on other screens, must not end the program.
            if let command = hint.command, command != .quit { canvas.addRegion(area, command) }
        }
        // The way to the keys and the way out have their room first.
        let last = keys.filter { [.back, .quit, .end].contains($0.command) }.prefix(1)
        let fixed = keys.filter { $0.command == .help } + (area.columns >= 50 ? Array(last) : [])
        for hint in fixed {
            draw(hint, in: area.takeRight(min(hint.columns, area.columns)))
            _ = area.takeRight(2)
        }
        for hint in keys where !fixed.contains(hint) {
            guard hint.columns <= area.columns else { continue }
            draw(hint, in: area.takeLeft(hint.columns))
            _ = area.takeLeft(2)
        }
    }

    /// The keys, shorter if the one that ends a meeting had no room otherwise.
    private func keys(fitting columns: Int) -> [KeyHint] {
        guard columns < 50, let end = keys.firstIndex(where: { $0.command == .end }) else { return keys }
        func fit(_ keys: [KeyHint]) -> Bool {
            let named = keys[...end] + keys[(end + 1)...].filter { $0.command == .help }
            return named.reduce(-2) { $0 + $1.columns + 2 } <= columns
        }
        guard !fit(keys) else { return keys }
        let signs = keys.map { KeyHint(key: $0.sign ?? $0.key, text: $0.text, binding: $0.binding) }
        guard !fit(signs) else { return signs }
        let shortest = signs.map { $0.command == .help ? KeyHint(key: $0.key, text: "", binding: $0.binding) : $0 }
        return fit(shortest) ? shortest : keys
    }
}

extension KeyHint {
    var columns: Int { DisplayText(key).width + (text.isEmpty ? 0 : 1 + DisplayText(text).width) }
}

extension Notice {
    private var line: String { (kind == .information ? "• " : Mark.attention + " ") + text }

    /// The height in rows: more than one only if the text would be truncated.
    func rows(columns: Int) -> Int {
        TextWrapping.lines(line, columns: columns - 2, limit: 4).count
    }

    func draw(on canvas: inout Canvas, in area: Rect) {
        let style: Style =
            switch kind {
            case .information: .accent
            case .warning: .warning
            case .error: .error.bold
            }
        canvas.fill(area, .plain)
        canvas.writeWrapped(line, in: area.inset(columns: 1), style: style)
    }
}
