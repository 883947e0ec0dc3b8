package import StandupFeatures

/// Something that shows canvases and reports what is typed and pressed: a terminal, or a test's stand-in.
///
/// All of it is called on one queue, and nothing waits.
package protocol Renderer: AnyObject {
    /// How large the next canvas should be.
    var size: Size { get }

    /// Begins to show and to listen.
    func open() throws(TerminalError)

    /// What becomes readable when there is something to `read`; it may change with each call of that.
    ///
    /// Whoever waits for one may do so for a moment after `close`: none is freed.
    var descriptors: [Int32] { get }

    /// What was typed and pressed since the last call.
    ///
    /// When `patience` has passed without another call, it is called with `isLate`: what is begun is not continued then.
    func read(isLate: Bool) -> [RendererInput]

    /// How long to wait for the rest of what is begun; nil if nothing is.
    var patience: Duration? { get }

    /// Whether a canvas can be shown now; a stopped terminal takes nothing, and whoever writes to it waits.
    var takesOutput: Bool { get }

    /// Shows a canvas in place of the one before; only what changed is sent.
    func present(_ canvas: Canvas)

    /// Takes the terminal, whatever state others left it in, and draws the presented canvas anew.
    func redraw()

    /// Gives the terminal back to the shell, stops this process until it is told to go on, and takes the terminal again.
    func suspend()

    /// Gives the terminal back as it was; more calls do nothing.
    func close()
}

extension Renderer {
    /// Unless it says otherwise, it takes everything.
    package var takesOutput: Bool { true }
}

/// What a renderer reports.
package enum RendererInput: Hashable, Sendable {
    /// A key, or text that was pasted.
    case key(Key)
    /// The main button was pressed at a place.
    case press(Point)
    /// The wheel was turned by one step over a place.
    case wheel(Wheel, Point)
    /// The size is another one.
    case resized
    /// Somebody asks the process to stop until it is told to go on.
    case suspend
    /// The process was stopped by others and goes on, on a terminal that shows something else.
    case resumed
    /// Somebody asks the process to end.
    case ended(EndReason)

    /// The direction of the wheel.
    package enum Wheel: Hashable, Sendable {
        case up
        case down
    }
}

/// Who asks the process to end.
package enum EndReason: Hashable, Sendable {
    /// SIGINT.
    case interrupt
    /// SIGTERM.
    case terminate
    /// SIGHUP, or the terminal is gone.
    case hangup
}

/// Why there is no terminal to draw on.
package enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Standard input or output is no terminal.
    case noTerminal
    /// TERM is not set.
    case noType
    /// The terminal cannot move its cursor.
    case dumb(type: String)
    /// There is no description of the terminal here.
    case unknown(type: String)
    /// The window is smaller than the application.
    case tooSmall

    /// What is wrong.
    package var reason: String {
        switch self {
        case .noTerminal: "the application needs a terminal on standard input and output"
        case .noType: "TERM is not set, so nothing is known about this terminal"
        case .dumb(let type): "the terminal type \(type) cannot move the cursor"
        case .unknown(let type): "the terminal type \(type) is not known here"
        case .tooSmall: "the application needs a window of at least \(Size.smallest.columns)×\(Size.smallest.rows)"
        }
    }

    /// What is wrong, and what can be used in place of the application.
    package var description: String {
        reason + "; these commands do without: standup list, standup start STANDUP"
    }
}
