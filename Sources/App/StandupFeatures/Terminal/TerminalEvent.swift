package enum TerminalEvent: Hashable, Sendable {
    /// A key press or a paste.
    case key(Key)
    /// A key of a burst, which came faster than a person types.
    case burst(Key)
    /// A click on a region, a drag, or a step of the mouse wheel.
    case command(Command)
    /// The terminal was taken over and has this size.
    case opened(Size)
    /// The terminal was resized; the last content has been redrawn already.
    case resized(Size)
    /// The process was stopped and continued.
    case resumed
}
