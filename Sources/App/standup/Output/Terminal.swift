import Glibc

/// What standard output can show.
struct Terminal {
    /// The width in columns; nil where standard output is no terminal, and nothing needs to be cut.
    let columns: Int?
    /// Whether colours and bold may be used.
    let hasStyles: Bool

    /// What standard output is now: styles only on a terminal that can show them, and not where `NO_COLOR` is set.
    static var standardOutput: Terminal {
        guard isatty(STDOUT_FILENO) == 1 else { return Terminal(columns: nil, hasStyles: false) }
        var size = winsize()
        let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let allowed = (Environment["NO_COLOR"] ?? "").isEmpty && Environment["TERM"] != "dumb"
        return Terminal(columns: known ? Int(size.ws_col) : 80, hasStyles: allowed)
    }

    /// How many lines standard output shows; 24 where that is not known.
    static var rows: Int {
        var size = winsize()
        let known = ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0
        return known ? Int(size.ws_row) : 24
    }

    /// The same, with fewer columns where there is a width, for lines that are indented.
    func indented(by count: Int) -> Terminal {
        Terminal(columns: columns.map { max($0 - count, 1) }, hasStyles: hasStyles)
    }

    /// Whether a question can be asked: somebody sits at standard input and sees standard error.
    static var canAsk: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// Whether somebody sits at a terminal that the application could be shown on.
    static var canShowApplication: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    /// How a piece of text stands out.
    enum Style: String {
        /// Headings.
        case bold = "1"
        /// What matters less.
        case dim = "2"
        /// What is well.
        case green = "32"
        /// What wants attention.
        case yellow = "33"
        /// What is broken.
        case red = "31"
        /// What is spoken at this moment.
        case lit = "7"
    }

    /// The text in a style where styles may be used, else as it is.
    func styled(_ text: String, _ style: Style) -> String {
        hasStyles ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}
