package import MeetingModel

/// How text stands out, by what it means; a `Palette` says what that looks like on a terminal.
package struct Style: Hashable, Sendable {
    /// What the text says by its colour.
    package enum Ink: Hashable, Sendable {
        /// The ground's own text colour.
        case normal
        /// What matters less.
        case dim
        /// What is pointed out: headings, keys, the focus.
        case accent
        /// What is well.
        case good
        /// A slot that ends soon; what wants attention.
        case warning
        /// Overtime.
        case alarm
        /// What went wrong.
        case error
        /// A theme's colour as the colour of text, for bars and marks.
        case theme(Theme)
    }

    /// What the text stands on.
    package enum Ground: Hashable, Sendable {
        /// The terminal's own background.
        case terminal
        /// A standup's theme.
        case theme(Theme)
        /// What is selected, or has the focus.
        case selection
        /// A slot that ends soon.
        case warning
        /// Overtime.
        case alarm
        /// The track of a bar.
        case track
    }

    /// What it says by its colour.
    package var ink: Ink
    /// What it stands on.
    package var ground: Ground
    /// Whether it is bold.
    package var isBold = false
    /// Whether it is underlined.
    package var isUnderlined = false
    /// Whether text and ground change places.
    package var isReversed = false

    /// A colour on a ground.
    package init(_ ink: Ink = .normal, on ground: Ground = .terminal) {
        self.ink = ink
        self.ground = ground
    }

    /// The terminal's own text.
    package static let plain = Style()
    /// What matters less.
    package static let dim = Style(.dim)
    /// What is pointed out.
    package static let accent = Style(.accent)
    /// What is well.
    package static let good = Style(.good)
    /// What wants attention.
    package static let warning = Style(.warning)
    /// Overtime.
    package static let alarm = Style(.alarm)
    /// What went wrong.
    package static let error = Style(.error)
    /// What is selected.
    package static let selection = Style(on: .selection)
    /// Text on a theme's colour.
    package static func theme(_ theme: Theme) -> Style { Style(on: .theme(theme)) }

    /// The same in bold.
    package var bold: Style { changed { $0.isBold = true } }
    /// The same, underlined.
    package var underlined: Style { changed { $0.isUnderlined = true } }
    /// The same with text and ground changed.
    package var reversed: Style { changed { $0.isReversed = true } }
    /// The same colour on another ground.
    package func on(_ ground: Ground) -> Style { changed { $0.ground = ground } }
    /// Another colour on the same ground.
    package func ink(_ ink: Ink) -> Style { changed { $0.ink = ink } }

    private func changed(_ change: (inout Style) -> Void) -> Style {
        var style = self
        change(&style)
        return style
    }
}

extension Style: CustomStringConvertible {
    /// Its name in golden files: `warning`, `dim on navy`, `normal on selection, bold`.
    package var description: String {
        var text = "\(ink)"
        if ground != .terminal { text += " on \(ground)" }
        if isBold { text += ", bold" }
        if isUnderlined { text += ", underlined" }
        if isReversed { text += ", reversed" }
        return text
    }
}

extension Style.Ink: CustomStringConvertible {
    /// Its name.
    package var description: String {
        switch self {
        case .normal: "normal"
        case .dim: "dim"
        case .accent: "accent"
        case .good: "good"
        case .warning: "warning"
        case .alarm: "alarm"
        case .error: "error"
        case .theme(let theme): theme.rawValue
        }
    }
}

extension Style.Ground: CustomStringConvertible {
    /// Its name.
    package var description: String {
        switch self {
        case .terminal: "terminal"
        case .theme(let theme): theme.rawValue
        case .selection: "selection"
        case .warning: "warning"
        case .alarm: "alarm"
        case .track: "track"
        }
    }
}
