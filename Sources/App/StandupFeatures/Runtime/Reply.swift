/// What a feature wants done after a command or an outcome.
package struct Reply<Request: Sendable>: Sendable {
    /// What is to be done outside.
    package var effects: [Effect]
    /// What the feature asks of the one that shows it, such as to be closed.
    package var request: Request?

    /// Effects, and a request where there is one.
    package init(_ effects: [Effect] = [], request: Request? = nil) {
        self.effects = effects
        self.request = request
    }

    /// Takes over the effects of a feature that is shown, and returns what that one asks.
    package mutating func take<Other>(_ reply: Reply<Other>) -> Other? {
        effects += reply.effects
        return reply.request
    }
}
