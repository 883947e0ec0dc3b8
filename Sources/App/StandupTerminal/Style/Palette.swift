/// What styles look like on a terminal with so many colours.
package struct Palette: Hashable, Sendable {
    /// How many colours a terminal has.
    package enum Depth: Hashable, Sendable, CaseIterable {
        /// None, or none are wanted (`NO_COLOR`).
        case none
        /// The eight of ANSI.
        case eight
        /// The eight and their bright forms.
        case sixteen
        /// The 256 of xterm.
        case indexed
        /// Any, as red, green and blue.
        case direct
    }

    /// A colour as the terminal is told it.
    package enum Color: Hashable, Sendable {
        /// One of the user's own: 0 to 7, and 8 to 15 for the bright ones.
        case ansi(Int)
        /// One of the fixed colours 16 to 255.
        case indexed(Int)
        /// Red, green and blue.
        case direct(RGB)
    }

    /// A style as the terminal is told it; nil is the terminal's own colour.
    package struct Look: Hashable, Sendable {
        /// The colour of the text.
        package var foreground: Color?
        /// The colour behind it.
        package var background: Color?
        package var isBold = false
        package var isDim = false
        package var isUnderlined = false
        package var isReversed = false
    }

    /// How many colours there are.
    package let depth: Depth

    /// Whether the terminal can draw text in a weaker form of its own.
    package let hasDim: Bool

    /// The palette of a terminal.
    package init(_ depth: Depth, hasDim: Bool = true) {
        self.depth = depth
        self.hasDim = hasDim
    }

    /// What a style looks like.
    package func look(of style: Style) -> Look {
        var look = depth == .none ? Self.plainLook(of: style) : coloredLook(of: style)
        look.isBold = look.isBold || style.isBold
        look.isUnderlined = look.isUnderlined || style.isUnderlined
        look.isReversed = look.isReversed != style.isReversed
        return look
    }

    /// Without colours, attributes alone tell things apart.
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

    /// On the terminal's own background only the user's own colours can be trusted to be readable.
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

    /// On a coloured ground the text keeps the one colour that is readable there, and attributes tell it apart.
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
