/// A key press or a paste, as every front end reports it.
package enum Key: Hashable, Sendable {
    /// A printable character, as composed by the keyboard.
    case character(Character)
    /// A paste as one piece; line feeds are its only control characters.
    case paste(String)
    /// A letter with the Control key, in lower case.
    case control(Character)
    /// A character with the Alt key.
    case alt(Character)
    /// A function key: 1 for F1.
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
    /// The left arrow with the Control or Alt key.
    case wordLeft
    /// The right arrow with the Control or Alt key.
    case wordRight
    case home
    case end
    case pageUp
    case pageDown
}
