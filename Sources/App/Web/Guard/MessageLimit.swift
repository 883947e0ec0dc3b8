/// Which messages the server prints, so that nobody fills its log: each at most once in ten minutes, and only some others in
/// that time.
///
/// Instants are durations since any fixed one.
package struct MessageLimit: Sendable {
    /// How long the same message is left out.
    package static let interval = Duration.seconds(600)
    /// The number of different messages in that time.
    static let mostMessages = 32

    private var printed: [String: Duration] = [:]

    package init() {}

    /// The line to print for a message at an instant; nil to leave it out.
    package mutating func line(for message: String, at now: Duration) -> String? {
        printed = printed.filter { now - $0.value < Self.interval }
        guard printed[message] == nil, printed.count <= Self.mostMessages else { return nil }
        printed[message] = now
        return printed.count <= Self.mostMessages ? message : "more messages are left out for ten minutes"
    }
}
