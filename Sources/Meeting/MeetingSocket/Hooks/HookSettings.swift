/// The user's hook settings, read only from the user's own configuration.
package struct HookSettings: Hashable, Sendable {
    /// The program to run when a turn starts, with its arguments; empty for none.
    package var onTurn: [String]
    /// The program to run when a meeting has ended, with its arguments; empty for none.
    package var onEnd: [String]
    /// The attendee at this machine, who is notified when their turn starts.
    package var me: String?

    package init(onTurn: [String] = [], onEnd: [String] = [], me: String? = nil) {
        self.onTurn = onTurn
        self.onEnd = onEnd
        self.me = me
    }
}
