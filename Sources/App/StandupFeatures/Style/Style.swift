package import MeetingModel

/// The style of text by its meaning; a `Palette` maps it to the terminal.
package struct Style: Hashable, Sendable {
    /// The foreground: the meaning that the text's color conveys.
    package enum Foreground: Hashable, Sendable {
        /// The background's own text color.
        case normal
        /// Less important text.
        case dim
        /// Highlighted text: headings, keys, the focus.
        case accent
        /// Success.
        case good
        /// A warning, such as a slot that ends soon.
        case warning
        /// Overtime.
        case alarm
        case error
        /// A theme's color as foreground, for bars and marks.
        case theme(Theme)
    }

    package enum Background: Hashable, Sendable {
        case terminal
        case theme(Theme)
        /// The selected or focused element.
        case selection
        /// A slot that ends soon.
        case warning
        /// Overtime.
        case alarm
        /// The track of a bar.
        case track
        /// A text field, over its whole width.
        case field
        /// White under black: a QR code, for a camera.
        case code
    }

    var foreground: Foreground
    var background: Background
    var isBold = false
    var isUnderlined = false
    /// Whether foreground and background are swapped.
    var isReversed = false

    package init(_ foreground: Foreground = .normal, on background: Background = .terminal) {
        self.foreground = foreground
        self.background = background
    }

    package static let plain = Style()
    package static let dim = Style(.dim)
    package static let accent = Style(.accent)
    package static let good = Style(.good)
    package static let warning = Style(.warning)
    package static let alarm = Style(.alarm)
    package static let error = Style(.error)
    package static let selection = Style(on: .selection)
    /// Text on a theme's color.
    package static func theme(_ theme: Theme) -> Style { Style(on: .theme(theme)) }

    package var bold: Style { changed { $0.isBold = true } }
    package var underlined: Style { changed { $0.isUnderlined = true } }
    /// This style for less important text; in a selected row all text is alike, which is read better.
    var dimmed: Style { background == .selection ? self : foreground(.dim) }
    package var reversed: Style { changed { $0.isReversed = true } }
    package func on(_ background: Background) -> Style { changed { $0.background = background } }
    func foreground(_ foreground: Foreground) -> Style { changed { $0.foreground = foreground } }

    private func changed(_ change: (inout Style) -> Void) -> Style {
        var style = self
        change(&style)
        return style
    }
}

extension Style: CustomStringConvertible {
    /// The name in golden files: `warning`, `dim on navy`, `normal on selection, bold`.
    package var description: String {
        var text = "\(foreground)"
        if background != .terminal { text += " on \(background)" }
        if isBold { text += ", bold" }
        if isUnderlined { text += ", underlined" }
        if isReversed { text += ", reversed" }
        return text
    }
}

extension Style.Foreground: CustomStringConvertible {
    /// The name in golden files.
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

extension Style.Background: CustomStringConvertible {
    /// The name in golden files.
    package var description: String {
        switch self {
        case .terminal: "terminal"
        case .theme(let theme): theme.rawValue
        case .selection: "selection"
        case .warning: "warning"
        case .alarm: "alarm"
        case .track: "track"
        case .field: "field"
        case .code: "code"
        }
    }
}
