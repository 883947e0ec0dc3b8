import Glibc

/// The capabilities of an output stream.
struct Terminal {
    /// The width in columns; nil if the stream is not a terminal, so that nothing is cut.
    let columns: Int?
    /// Whether colors and bold are allowed.
    let hasStyles: Bool

    /// Styles need a terminal that supports them, and `NO_COLOR` must not be set.
    static var standardOutput: Terminal { Terminal(descriptor: STDOUT_FILENO) }

    /// The capabilities of standard error, for output besides the result.
    static var standardError: Terminal { Terminal(descriptor: STDERR_FILENO) }

    /// The same terminal with fewer columns, if it has a width, for indented lines.
    func indented(by count: Int) -> Terminal {
        Terminal(columns: columns.map { max($0 - count, 1) }, hasStyles: hasStyles)
    }

    /// Whether the user can answer a question: standard input and standard error are terminals.
    static var canAsk: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
    }

    /// Whether the user's terminal could show the application.
    static var canShowApplication: Bool {
        isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    enum Style: String {
        case bold = "1"
        /// Less important text.
        case dim = "2"
        /// Success.
        case green = "32"
        /// A warning.
        case yellow = "33"
        /// An error.
        case red = "31"
        /// The word being spoken.
        case lit = "7"
    }

    /// Applies a style to a text if styles are allowed.
    func styled(_ text: String, _ style: Style) -> String {
        hasStyles ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Terminal {
    private init(descriptor: CInt) {
        guard isatty(descriptor) == 1 else {
            self.init(columns: nil, hasStyles: false)
            return
        }
        var size = winsize()
        let known = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        let allowed = (Environment["NO_COLOR"] ?? "").isEmpty && Environment["TERM"] != "dumb"
        self.init(columns: known ? Int(size.ws_col) : 80, hasStyles: allowed)
    }
}
