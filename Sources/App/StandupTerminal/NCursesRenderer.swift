import CNCurses
import Foundation
import CTerminal
import Glibc
package import StandupFeatures

/// The terminal at standard input and output, driven by ncurses.
///
/// Only one can be open per process. While it is open, standard error is buffered in memory if it is the terminal, and
/// is written once the terminal has been restored. A crash restores the terminal too.
package final class NCursesRenderer: Renderer {
    private var description: TerminalDescription?
    private var palette = Palette(.none)
    private var encoder = GlyphEncoder(isUnicode: false) { _ in 1 }
    private var attributesByStyle: [Style: CellAttributes] = [:]
    private var decoder = KeyDecoder()
    private var presented: Canvas?
    private var signals: ProcessSignals.Registration?
    private var isOpen = false
    private var isGone = false
    private let questions: BackgroundQuestion

    /// A terminal that is not open yet.
    ///
    /// It is asked for its background unless that is given.
    package init(background: Palette.Background? = nil) {
        questions = BackgroundQuestion(known: background)
    }

    /// Why a screen that needs at least this size cannot be shown on this terminal; nil if it can.
    package static func obstacle(smallest: Size = .smallest) -> TerminalError? {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return .noTerminal }
        do throws(TerminalError) {
            try TerminalDescription.find(environmentVariable("TERM"), descriptor: STDOUT_FILENO)
        } catch {
            return error
        }
        return NCursesRenderer().size.holds(smallest) ? nil : .tooSmall
    }

    /// The window's size according to the system; 80 × 24 if it is unknown.
    package var size: Size { windowSize ?? Size(columns: 80, rows: 24) }

    private var windowSize: Size? {
        var size = winsize()
        guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return nil
        }
        // Limit implausible sizes, which would waste memory.
        return Size(columns: min(Int(size.ws_col), 1000), rows: min(Int(size.ws_row), 500))
    }

    // MARK: Lifecycle

    /// Takes over the terminal.
    ///
    /// Handlers for SIGINT, SIGTERM and SIGHUP must be installed before: ncurses installs its own for unhandled
    /// signals.
    package func open(report: @escaping @Sendable (RendererInput) -> Void) throws(TerminalError) {
        guard !isOpen else { return }
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        let type = environmentVariable("TERM") ?? ""
        let found = try TerminalDescription.find(type, descriptor: STDOUT_FILENO)
        if found != type {
            // It is read once the terminal is given back.
            let note = "the terminal type \(type) is not installed here; \(found) was used"
            TerminalOutput.write("standup: note: \(note)\n", to: STDERR_FILENO)
        }
        TerminalLocale.choose()
        standup_terminal_save(STDIN_FILENO)
        let signals = ProcessSignals.handle([SIGWINCH, SIGTSTP, SIGCONT]) { signal in
            if let input = Self.input(of: signal) { report(input) }
        }
        use_env(false)
        // ncurses 6.5 opens no terminal whose size the system gives as 0 × 0, as on a serial line.
        use_tioctl(windowSize != nil)
        guard unsafe standup_curses_open(found) else {
            signals.end()
            throw .unknown(type: type)
        }
        self.signals = signals
        leaveOnce()
        prepare()
        isOpen = true
    }

    /// Leaves the screen once, without visible effect; the first frame enters it again.
    ///
    /// Before the first leave, ncurses (6.4) treats the screen as not fully initialized and flushes after every cursor
    /// movement. That costs fifty writes a frame, each of which wakes the terminal.
    private func leaveOnce() {
        let output = standup_output_discard()
        guard output >= 0 else { return }
        endwin()
        standup_output_restore(output)
    }

    private func prepare() {
        let description = TerminalDescription(noColor: !(environmentVariable("NO_COLOR") ?? "").isEmpty)
        self.description = description
        palette = Palette(description.depth, hasDim: description.hasDim, background: questions.background)
        encoder = GlyphEncoder(isUnicode: TerminalLocale.isUnicode) { Int(standup_curses_width($0)) }
        decoder = KeyDecoder(described: description.keys)
        standup_curses_prepare()
        if description.depth != .none {
            start_color()
            use_default_colors()
        }
        guardTerminal()
        if isatty(STDERR_FILENO) == 1 { _ = standup_errors_hold() }
        write(description.beginReports)
        if description.depth != .none, questions.ask(type: environmentVariable("TERM") ?? "") {
            write(TerminalAnswer.question)
        }
        fitSize()
    }

    /// Restores the terminal and writes the buffered standard error.
    package func close() {
        guard isOpen else { return }
        isOpen = false
        awaitAnswers()
        // A stopped terminal must not delay the exit; it keeps its content.
        let output = takesOutput(within: 100) ? -1 : standup_output_discard()
        leave()
        if output >= 0 { standup_output_restore(output) }
        standup_terminal_reset()
        standup_errors_release()
        signals?.end()
    }

    /// Restores the terminal for the shell and stops the process.
    package func suspend() {
        awaitAnswers()
        leave()
        standup_terminal_reset()
        standup_terminal_stop(STDIN_FILENO)
        enter()
    }

    /// Reinitializes the terminal and redraws everything.
    package func redraw() {
        standup_terminal_await_foreground(STDIN_FILENO)
        endwin()
        enter()
    }

    private func leave() {
        guard let description else { return }
        standup_terminal_unguard()
        if !description.hasAlternateScreen { standup_curses_erase() }
        write(description.endReports)
        endwin()
        presented = nil
    }

    private func enter() {
        guard let description else { return }
        fitSize()
        let canvas = presented
        presented = nil
        if let canvas, canvas.size == size { put(canvas) }
        show(canvas?.cursor, everything: true)
        presented = canvas?.size == size ? canvas : nil
        write(description.beginReports)
        guardTerminal()
    }

    private func guardTerminal() {
        guard let description else { return }
        unsafe description.restore.withCString { text in
            unsafe standup_terminal_guard(text, description.restore.utf8.count)
        }
    }

    // MARK: Drawing

    /// Whether the terminal accepts output; false after Ctrl-S or on a stuck connection.
    package var takesOutput: Bool { takesOutput(within: 0) }

    private func takesOutput(within milliseconds: Int32) -> Bool { Self.takesOutput(within: milliseconds) }

    /// Releases a frame that is blocked by a stopped terminal, because the program must exit.
    ///
    /// Output that a stuck connection has not accepted is dropped. [any thread that may block for 0.2 s and blocks
    /// SIGTTOU]
    package static func releaseOutput() {
        if takesOutput(within: 100) { return }
        tcflow(STDOUT_FILENO, TCOON)
        if takesOutput(within: 100) { return }
        tcflush(STDOUT_FILENO, TCOFLUSH)
    }

    private static func takesOutput(within milliseconds: Int32) -> Bool {
        var state = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        return unsafe poll(&state, 1, milliseconds) > 0
    }

    /// Draws the changed rows; ncurses sends the differences.
    package func present(_ canvas: Canvas) {
        guard isOpen else { return }
        standup_errors_trim()
        if presented?.size != canvas.size { fitSize() }
        put(canvas)
        show(canvas.cursor, everything: false)
        presented = canvas
    }

    private func put(_ canvas: Canvas) {
        let before = presented?.size == canvas.size ? presented : nil
        var cells: [cchar_t] = []
        for row in 0..<canvas.size.rows where before?.row(row) != canvas.row(row) {
            cells.removeAll(keepingCapacity: true)
            append(canvas.row(row), to: &cells)
            unsafe standup_curses_put(Int32(row), cells, Int32(cells.count))
        }
    }

    private func append(_ row: ArraySlice<Cell>, to cells: inout [cchar_t]) {
        guard let first = row.first else { return }
        // Look up the style and colors once per run of cells with the same style.
        var style = first.style
        var attributes = attributes(of: style)
        var space = glyph([0x20], attributes)
        for cell in row where !cell.isContinuation {
            if cell.style != style {
                style = cell.style
                attributes = self.attributes(of: style)
                space = glyph([0x20], attributes)
            }
            if cell.width == 1, let ascii = cell.character.asciiValue, ascii >= 0x20 {
                cells.append(standup_curses_letter(space, UInt32(ascii)))
            } else {
                cells += encoder.encode(cell.character, width: cell.width).map { glyph($0, attributes) }
            }
        }
    }

    private func glyph(_ scalars: [UInt32], _ attributes: CellAttributes) -> cchar_t {
        var glyph = cchar_t()
        unsafe standup_curses_cell(
            &glyph, scalars, Int32(scalars.count), attributes.attributes, attributes.foreground, attributes.background)
        return glyph
    }

    private func attributes(of style: Style) -> CellAttributes {
        if let known = attributesByStyle[style] { return known }
        let attributes = CellAttributes(palette.attributes(of: style))
        attributesByStyle[style] = attributes
        return attributes
    }

    private func show(_ cursor: Point?, everything: Bool) {
        let bounds = Rect(size)
        let visible = cursor.flatMap { bounds.contains($0) ? $0 : nil }
        standup_curses_show(Int32(visible?.column ?? -1), Int32(visible?.row ?? 0), everything)
    }

    private func fitSize() {
        let size = size
        standup_curses_resize(Int32(size.columns), Int32(size.rows))
    }

    /// Gives a text to the terminal's clipboard by OSC 52 of xterm's control sequences; many terminals allow it.
    package func copy(_ text: String) {
        guard isOpen, takesOutput else { return }
        write("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}")
    }

    private func write(_ text: String) { TerminalOutput.write(text, to: STDOUT_FILENO) }

    // MARK: Input

    /// Standard input, while the terminal is open and connected.
    package var descriptors: [Int32] { isOpen && !isGone ? [STDIN_FILENO] : [] }

    package var sequenceTimeout: Duration? { decoder.sequenceTimeout }

    package func read(isLate: Bool) -> [RendererInput] {
        guard isOpen, !isGone else { return [] }
        var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&state, 1, 0) > 0 else { return isLate ? decoder.giveUp() : [] }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 && (errno == EINTR || errno == EAGAIN) { return [] }
        guard count > 0 else {
            isGone = true
            ProcessSignals.hangUp()
            return []
        }
        let inputs = decoder.feed(bytes[..<count])
        takeAnswers()
        return inputs
    }

    /// Draws with the colors of the background that the terminal has reported.
    private func takeAnswers() {
        var isNew = false
        for answer in decoder.takeAnswers() where questions.take(answer) { isNew = true }
        guard isNew, let description, isOpen else { return }
        palette = Palette(description.depth, hasDim: description.hasDim, background: questions.background)
        attributesByStyle = [:]
        guard let canvas = presented else { return }
        presented = nil
        present(canvas)
    }

    /// Reads the terminal's answers that are due, so that the shell does not get them; keys are dropped.
    private func awaitAnswers() {
        while let rest = questions.rest, !isGone {
            var state = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
            let milliseconds = Int32(rest / .milliseconds(1)) + 1
            guard unsafe poll(&state, 1, milliseconds) > 0 else { return }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            guard count > 0 else { return }
            _ = decoder.feed(bytes[..<count])
            takeAnswers()
        }
    }

    private static func input(of signal: Int32) -> RendererInput? {
        switch signal {
        case SIGWINCH: .resized
        case SIGTSTP: .suspend
        case SIGCONT: .resumed
        default: nil
        }
    }
}

/// A style in the form that ncurses expects.
private struct CellAttributes {
    let attributes: Int32
    let foreground: Int32
    let background: Int32

    init(_ style: Palette.Attributes) {
        var attributes = 0
        if style.isBold { attributes |= standup_bold }
        if style.isDim { attributes |= standup_dim }
        if style.isUnderlined { attributes |= standup_underline }
        if style.isReversed { attributes |= standup_reverse }
        self.attributes = Int32(attributes)
        foreground = Self.number(style.foreground)
        background = Self.number(style.background)
    }

    private static func number(_ color: Palette.Color?) -> Int32 {
        switch color {
        case nil: -1
        case .ansi(let index), .indexed(let index): Int32(index)
        // ncurses maps the lowest direct colors to the user's palette. Add a trace of red and green to avoid them.
        case .direct(let rgb): Int32(rgb.hex < 256 ? rgb.hex | 0x01_01_00 : rgb.hex)
        }
    }
}
