/// Maps styles to a terminal's colors and attributes.
package struct Palette: Hashable, Sendable {
    /// The number of colors a terminal supports.
    package enum Depth: Hashable, Sendable, CaseIterable {
        /// No colors, or colors are disabled (`NO_COLOR`).
        case none
        /// The eight ANSI colors.
        case eight
        /// The eight ANSI colors and their bright forms.
        case sixteen
        /// The 256 colors of xterm.
        case indexed
        /// Any RGB color.
        case direct
    }

    package enum Color: Hashable, Sendable {
        /// A color of the user's palette: 0 to 7, and 8 to 15 for the bright ones.
        case ansi(Int)
        /// A fixed color from 16 to 255.
        case indexed(Int)
        case direct(RGB)
    }

    /// The colors and attributes of a style; a nil color is the terminal's default.
    package struct Attributes: Hashable, Sendable {
        package var foreground: Color?
        package var background: Color?
        package var isBold = false
        package var isDim = false
        package var isUnderlined = false
        package var isReversed = false
    }

    /// What is known of the terminal's own background.
    package enum Background: String, Hashable, Sendable, CaseIterable {
        case unknown
        case dark
        case light

        /// The background of a color: light if black is more readable on it than white.
        package init(_ color: RGB) {
            self = color.contrast(with: .black) > color.contrast(with: .white) ? .light : .dark
        }
    }

    let depth: Depth

    let background: Background

    let hasDim: Bool

    package init(_ depth: Depth, hasDim: Bool = true, background: Background = .unknown) {
        self.depth = depth
        self.background = background
        self.hasDim = hasDim
    }

    package func attributes(of style: Style) -> Attributes {
        var attributes = depth == .none ? Self.plainAttributes(of: style) : coloredAttributes(of: style)
        attributes.isBold = attributes.isBold || style.isBold
        attributes.isUnderlined = attributes.isUnderlined || style.isUnderlined
        attributes.isReversed = attributes.isReversed != style.isReversed
        return attributes
    }

    /// The attributes without colors, which suffice to distinguish styles.
    private static func plainAttributes(of style: Style) -> Attributes {
        var attributes = Attributes()
        switch style.foreground {
        case .normal, .good, .theme: break
        case .dim: attributes.isDim = true
        case .accent: attributes.isBold = true
        case .warning: (attributes.isBold, attributes.isUnderlined) = (true, true)
        case .alarm: (attributes.isBold, attributes.isReversed) = (true, true)
        case .error: attributes.isUnderlined = true
        }
        switch style.background {
        case .terminal, .theme: break
        // A reversed bar would look empty.
        case .track: attributes = Attributes(isUnderlined: true)
        case .field: attributes.isUnderlined = true
        case .selection, .code: attributes.isReversed = true
        case .warning: (attributes.isBold, attributes.isUnderlined) = (true, true)
        case .alarm: (attributes.isBold, attributes.isReversed) = (true, true)
        }
        return attributes
    }

    private func coloredAttributes(of style: Style) -> Attributes {
        var attributes = Attributes()
        switch style.background {
        case .terminal: attributes = foreground(style.foreground)
        case .selection:
            attributes = foreground(style.foreground)
            attributes.isReversed = true
        case .theme(let theme):
            attributes.background = background(of: theme)
            attributes.foreground = text(on: theme)
            Self.emphasize(style.foreground, &attributes)
        case .warning, .alarm:
            (attributes.foreground, attributes.background) = signal(style.background)
            Self.emphasize(style.foreground, &attributes)
        case .code: (attributes.foreground, attributes.background) = code
        case .track:
            attributes = foreground(style.foreground)
            attributes.background = track
            attributes.isReversed = false
            if track == nil { attributes.isUnderlined = true }
        case .field:
            attributes = foreground(style.foreground)
            attributes.background = readableField
            if readableField == nil { attributes.isUnderlined = true }
        }
        return attributes
    }

    /// The attributes of text on the terminal's own background.
    ///
    /// If it is unknown, only the user's palette is likely to be readable.
    private func foreground(_ foreground: Style.Foreground) -> Attributes {
        if let attributes = readable(foreground) { return attributes }
        return switch foreground {
        case .normal: Attributes()
        case .dim: hasDim ? Attributes(isDim: true) : Attributes(foreground: track)
        case .accent: Attributes(foreground: .ansi(6), isBold: true)
        case .good: Attributes(foreground: .ansi(2))
        case .warning: Attributes(foreground: .ansi(3), isBold: true)
        case .alarm: Attributes(foreground: .ansi(1), isBold: true)
        case .error: Attributes(foreground: .ansi(1))
        case .theme(let theme): Attributes(foreground: background(of: theme))
        }
    }

    /// Emphasises text on a colored background by attributes, keeping the one text color readable there.
    private static func emphasize(_ foreground: Style.Foreground, _ attributes: inout Attributes) {
        switch foreground {
        case .normal, .good, .dim: break
        case .theme: break
        case .accent: attributes.isBold = true
        case .warning: (attributes.isBold, attributes.isUnderlined) = (true, true)
        case .alarm: (attributes.isBold, attributes.isReversed) = (true, true)
        case .error: attributes.isUnderlined = true
        }
    }
}
