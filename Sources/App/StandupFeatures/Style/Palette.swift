/// Maps styles to a terminal's colours and attributes.
package struct Palette: Hashable, Sendable {
    /// The number of colours a terminal supports.
    package enum Depth: Hashable, Sendable, CaseIterable {
        /// No colours, or colours are disabled (`NO_COLOR`).
        case none
        /// The eight ANSI colours.
        case eight
        /// The eight ANSI colours and their bright forms.
        case sixteen
        /// The 256 colours of xterm.
        case indexed
        /// Any RGB colour.
        case direct
    }

    /// A terminal colour.
    package enum Color: Hashable, Sendable {
        /// A colour of the user's palette: 0 to 7, and 8 to 15 for the bright ones.
        case ansi(Int)
        /// A fixed colour from 16 to 255.
        case indexed(Int)
        /// An RGB colour.
        case direct(RGB)
    }

    /// The colours and attributes of a style; a nil colour is the terminal's default.
    package struct Look: Hashable, Sendable {
        /// The text colour.
        package var foreground: Color?
        /// The background colour.
        package var background: Color?
        package var isBold = false
        package var isDim = false
        package var isUnderlined = false
        package var isReversed = false
    }

    /// The number of colours.
    package let depth: Depth

    /// Whether the terminal supports the dim attribute.
    package let hasDim: Bool

    /// A palette for a terminal.
    package init(_ depth: Depth, hasDim: Bool = true) {
        self.depth = depth
        self.hasDim = hasDim
    }

    /// The look of a style.
    package func look(of style: Style) -> Look {
        var look = depth == .none ? Self.plainLook(of: style) : coloredLook(of: style)
        look.isBold = look.isBold || style.isBold
        look.isUnderlined = look.isUnderlined || style.isUnderlined
        look.isReversed = look.isReversed != style.isReversed
        return look
    }

    /// The look without colours: attributes alone distinguish styles.
    private static func plainLook(of style: Style) -> Look {
        var look = Look()
        switch style.ink {
        case .normal, .good, .theme: break
        case .dim: look.isDim = true
        case .accent: look.isBold = true
        case .warning: (look.isBold, look.isUnderlined) = (true, true)
        case .alarm: (look.isBold, look.isReversed) = (true, true)
        case .error: look.isUnderlined = true
        }
        switch style.ground {
        case .terminal, .theme, .track: break
        case .selection: look.isReversed = true
        case .warning: (look.isBold, look.isUnderlined) = (true, true)
        case .alarm: (look.isBold, look.isReversed) = (true, true)
        }
        return look
    }

    private func coloredLook(of style: Style) -> Look {
        var look = Look()
        switch style.ground {
        case .terminal: look = ink(style.ink)
        case .selection:
            look = ink(style.ink)
            look.isReversed = true
        case .theme(let theme):
            look.background = background(of: theme)
            look.foreground = text(on: theme)
            Self.emphasize(style.ink, &look)
        case .warning, .alarm:
            (look.foreground, look.background) = signal(style.ground)
            Self.emphasize(style.ink, &look)
        case .track:
            look = ink(style.ink)
            look.background = track
        }
        return look
    }

    /// The look of text on the terminal's own background, where only the user's palette is sure to be readable.
    private func ink(_ ink: Style.Ink) -> Look {
        switch ink {
        case .normal: Look()
        case .dim: hasDim ? Look(isDim: true) : Look(foreground: track)
        case .accent: Look(foreground: .ansi(6), isBold: true)
        case .good: Look(foreground: .ansi(2))
        case .warning: Look(foreground: .ansi(3), isBold: true)
        case .alarm: Look(foreground: .ansi(1), isBold: true)
        case .error: Look(foreground: .ansi(1))
        case .theme(let theme): Look(foreground: background(of: theme))
        }
    }

    /// Emphasises text on a coloured background by attributes, keeping the one text colour readable there.
    private static func emphasize(_ ink: Style.Ink, _ look: inout Look) {
        switch ink {
        case .normal, .good, .dim: break
        case .theme: break
        case .accent: look.isBold = true
        case .warning: (look.isBold, look.isUnderlined) = (true, true)
        case .alarm: (look.isBold, look.isReversed) = (true, true)
        case .error: look.isUnderlined = true
        }
    }
}
