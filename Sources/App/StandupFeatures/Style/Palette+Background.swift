extension Palette {
    /// The attributes of text on a known background, with 256 colors or more at a contrast of 4.5 or more; nil if the
    /// background is unknown.
    func readable(_ foreground: Style.Foreground) -> Attributes? {
        if case .theme(let theme) = foreground { return Attributes(foreground: background(of: theme)) }
        return switch (depth, background) {
        case (.none, _), (_, .unknown): nil
        case (.indexed, .dark), (.direct, .dark): fixed(foreground, .onDark)
        case (.indexed, .light), (.direct, .light): fixed(foreground, .onLight)
        case (.sixteen, .dark): few(foreground, accent: 6, good: 2, warning: 3, red: 9)
        case (.eight, .dark): few(foreground, accent: 6, good: 2, warning: 3, red: nil)
        // Green and yellow of most palettes are too bright for a light background.
        case (.eight, .light), (.sixteen, .light): few(foreground, accent: 4, good: nil, warning: nil, red: 1)
        }
    }

    /// The track of a bar on a known background: the bar's colors differ from it by a contrast of 3 or more.
    var readableTrack: Color? {
        switch background {
        case .unknown: nil
        case .dark: fixed(FixedColors.onDark.track)
        case .light: fixed(FixedColors.onLight.track)
        }
    }

    /// The background of a text field; nil without 256 colors or a known background, where a line marks it.
    var readableField: Color? {
        switch (depth, background) {
        case (.indexed, .dark), (.direct, .dark): fixed(FixedColors.onDark.field)
        case (.indexed, .light), (.direct, .light): fixed(FixedColors.onLight.field)
        default: nil
        }
    }

    /// Text colors among the 256 of xterm.
    private struct FixedColors {
        let dim: Int
        let accent: Int
        let good: Int
        let warning: Int
        let red: Int
        let track: Int
        let field: Int

        static let onDark = Self(dim: 248, accent: 81, good: 77, warning: 221, red: 210, track: 240, field: 236)
        static let onLight = Self(dim: 240, accent: 24, good: 22, warning: 94, red: 124, track: 250, field: 254)
    }

    private func fixed(_ foreground: Style.Foreground, _ colors: FixedColors) -> Attributes? {
        switch foreground {
        case .normal: Attributes()
        case .dim: Attributes(foreground: fixed(colors.dim))
        case .accent: Attributes(foreground: fixed(colors.accent), isBold: true)
        case .good: Attributes(foreground: fixed(colors.good))
        case .warning: Attributes(foreground: fixed(colors.warning), isBold: true)
        case .alarm: Attributes(foreground: fixed(colors.red), isBold: true)
        case .error: Attributes(foreground: fixed(colors.red))
        case .theme: nil
        }
    }

    private func fixed(_ index: Int) -> Color { depth == .direct ? .direct(RGB(indexed: index)) : .indexed(index) }

    /// Text in the user's palette; attributes replace the colors that are hard to read.
    private func few(
        _ foreground: Style.Foreground, accent: Int, good: Int?, warning: Int?, red: Int?
    ) -> Attributes? {
        switch foreground {
        case .normal: Attributes()
        case .dim: hasDim ? Attributes(isDim: true) : Attributes()
        case .accent: Attributes(foreground: .ansi(accent), isBold: true)
        case .good: Attributes(foreground: good.map(Color.ansi))
        case .warning: Attributes(foreground: warning.map(Color.ansi), isBold: true, isUnderlined: warning == nil)
        case .alarm: Attributes(foreground: red.map(Color.ansi), isBold: true, isReversed: red == nil)
        case .error: Attributes(foreground: red.map(Color.ansi), isUnderlined: red == nil)
        case .theme: nil
        }
    }
}
