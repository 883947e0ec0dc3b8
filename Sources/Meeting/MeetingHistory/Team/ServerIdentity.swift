package import MeetingModel

package struct ServerIdentity: Hashable, Sendable {
    /// Its id, made with its tables.
    package let id: String
    /// Changes when an administrator says that the server was restored.
    package let epoch: Int64
    /// The user's name on it.
    package let member: String
    /// Whether the user may write.
    package let mayWrite: Bool
    /// Its clock when it answered; nil if it does not say.
    package let clock: Timestamp?

    package init(id: String, epoch: Int64, member: String, mayWrite: Bool, clock: Timestamp? = nil) {
        self.id = id
        self.epoch = epoch
        self.member = member
        self.mayWrite = mayWrite
        self.clock = clock
    }

    /// How far a clock may be from the server's; an answer can be late, too.
    static let clockTolerance = Duration.seconds(120)

    /// The problem if this machine's clock, which shows `now`, differs from that of the server with a name.
    package func clockProblem(at now: Timestamp, server name: String) -> TeamError? {
        guard let clock else { return nil }
        let ahead = now - clock
        return (Duration.zero - Self.clockTolerance...Self.clockTolerance).contains(ahead)
            ? nil : .clock(server: name, ahead: ahead)
    }
}
