/// The signs that say without colour what a row or a line is.
enum Mark {
    /// The row that the keys work on.
    static let selected = "▸"
    /// Done, chosen, present.
    static let done = "✓"
    /// Not yet.
    static let waiting = "·"
    /// Not there.
    static let absent = "–"
    /// Wants attention.
    static let attention = "!"
    /// A choice goes on to the left and to the right.
    static let choice = ("‹", "›")
    /// One of several that is chosen, and one that is not.
    static let radio = (on: "(•)", off: "( )")
    /// On and off.
    static let check = (on: "[x]", off: "[ ]")
}
