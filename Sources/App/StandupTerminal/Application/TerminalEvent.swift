package import StandupFeatures

/// What happens on the terminal.
package enum TerminalEvent: Hashable, Sendable {
    /// A key was pressed, or text pasted.
    case key(Key)
    /// The mouse was pressed on something, or its wheel turned.
    case command(Command)
    /// The terminal has been taken over and has this size.
    case opened(Size)
    /// The terminal has another size; what was shown last is drawn in it already.
    case resized(Size)
    /// The process was stopped for a while and goes on.
    case resumed
    /// The process is asked to end: it should save what there is to save and call `finish`.
    ///
    /// After a hangup there is nobody left to ask.
    case ended(EndReason)
}
