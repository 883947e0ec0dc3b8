/// Symbols that show the state of a row or line without color.
enum Mark {
    static let selected = "▸"
    /// Done, chosen, present.
    static let done = "✓"
    /// Not yet.
    static let waiting = "·"
    static let absent = "–"
    /// Has the meeting's page open.
    static let following = "@"
    static let playing = "▶"
    /// A marked passage.
    static let passage = "#"
    /// Changed, and not saved.
    static let changed = "*"
    static let attention = "!"
    /// The arrows of a choice with values to the left and right.
    static let choice = ("‹", "›")
    /// A selected and an unselected option.
    static let radio = (on: "(•)", off: "( )")
    static let check = (on: "[x]", off: "[ ]")
}
