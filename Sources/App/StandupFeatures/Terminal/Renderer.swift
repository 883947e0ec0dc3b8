package import MeetingModel

/// Draws canvases and reports input: a terminal, or a test double.
///
/// All methods are called on one queue and must not block.
package protocol Renderer: AnyObject {
    /// The size for the next canvas.
    var size: Size { get }

    /// Opens the display and starts reporting events that are not read from a descriptor. [`report`: any thread]
    func open(report: @escaping @Sendable (RendererInput) -> Void) throws(TerminalError)

    /// The descriptors that become readable when `read` has input; each `read` may change them.
    ///
    /// A caller may wait on one for a moment after `close`, because descriptors are not closed.
    var descriptors: [Int32] { get }

    /// The input since the last call.
    ///
    /// Once `sequenceTimeout` has passed without another call, it is called with `isLate`, and an incomplete sequence is
    /// treated as complete.
    func read(isLate: Bool) -> [RendererInput]

    /// The timeout for the rest of an incomplete sequence; nil if none is pending.
    var sequenceTimeout: Duration? { get }

    /// Whether writing would not block.
    ///
    /// Output to a stopped terminal blocks the writer.
    var takesOutput: Bool { get }

    /// Displays a canvas; only changed cells are sent.
    func present(_ canvas: Canvas)

    /// Gives a text to the terminal's clipboard, if it lets programs do that.
    func copy(_ text: String)

    /// Takes over the terminal, whatever its state, and redraws the last canvas completely.
    func redraw()

    /// Restores the terminal for the shell, stops this process until SIGCONT, and takes the terminal over again.
    func suspend()

    /// Restores the terminal; further calls do nothing.
    func close()
}

extension Renderer {
    /// True by default: output never blocks.
    package var takesOutput: Bool { true }

    /// Nothing by default: there is no clipboard.
    package func copy(_ text: String) {}
}

package enum RendererInput: Hashable, Sendable {
    /// A key press or a paste.
    case key(Key)
    /// The main mouse button was pressed at a point.
    case press(Point)
    /// The mouse was moved to a point with its main button pressed.
    case drag(Point)
    /// The main mouse button was released at a point.
    case release(Point)
    /// The mouse wheel moved one step at a point.
    case wheel(Wheel, Point)
    case resized
    /// The process was asked to stop until it is continued (SIGTSTP).
    case suspend
    /// The process was stopped and continued from outside; the terminal shows other content.
    case resumed

    package enum Wheel: Hashable, Sendable {
        case up
        case down
    }
}

/// Why the application cannot draw on the terminal.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Standard input or output is not a terminal.
    case noTerminal
    /// The drawing library is not installed.
    case noLibrary
    /// TERM is not set.
    case noType
    /// The terminal does not support cursor movement.
    case dumb(type: String)
    /// The terminal's description is not installed.
    case unknown(type: String)
    case tooSmall

    /// The reason, without the alternatives.
    package var reason: String { reason(for: "the application", smallest: .smallest) }

    /// The reason why something that needs at least this size cannot be shown.
    package func reason(for program: String, smallest: Size) -> String {
        switch self {
        case .noTerminal: "\(program) needs a terminal on standard input and output"
        case .noLibrary: "libncursesw is missing: install the package libncursesw6"
        case .noType: "TERM is not set"
        case .dumb(let type): "the terminal type \(type) cannot move the cursor"
        case .unknown(let type): "the terminal type \(type) is unknown"
        case .tooSmall: "\(program) needs a window of at least \(smallest.columns)×\(smallest.rows)"
        }
    }

    /// The reason, and the alternatives to the full-screen application.
    package var description: String {
        reason + "; without the application, use: standup list, standup start STANDUP"
    }
}

extension TerminalError: ProgramError {
    package var exitCode: Failure.Code { .usage }
}
