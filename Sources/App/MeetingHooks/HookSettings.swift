/// What the user wants to happen outside the program while a meeting runs; from the user's own configuration only.
package struct HookSettings: Hashable, Sendable {
    /// The program that runs when a turn starts, with its arguments; empty for none.
    package var onTurn: [String]
    /// The program that runs when a meeting has ended, with its arguments; empty for none.
    package var onEnd: [String]
    /// The attendee who sits at this machine and is to be notified of their turn.
    package var me: String?

    /// Settings; nothing happens unless something is given.
    package init(onTurn: [String] = [], onEnd: [String] = [], me: String? = nil) {
        self.onTurn = onTurn
        self.onEnd = onEnd
        self.me = me
    }
}
