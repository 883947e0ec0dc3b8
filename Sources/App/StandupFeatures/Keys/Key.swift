/// What someone pressed or pasted, as every face reports it.
package enum Key: Hashable, Sendable {
    /// A printable character, composed as far as the keyboard composes it.
    case character(Character)
    /// Text that was pasted: one piece, whatever is in it; of control characters only line feeds are left.
    case paste(String)
    /// A letter with the control key held, in lower case.
    case control(Character)
    /// A character with the alt key held.
    case alt(Character)
    /// F1 and so on.
    case function(Int)
    case enter
    case escape
    case tab
    case backTab
    case backspace
    case delete
    case up
    case down
    case left
    case right
    case home
    case end
    case pageUp
    case pageDown
}
