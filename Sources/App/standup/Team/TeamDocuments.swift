import MeetingModel
import TeamHistory

/// The output of `team status --json`.
struct TeamStatusDocument: Codable, Hashable {
    /// A standup that is shared.
    struct Shared: Codable, Hashable {
        var id: String
        var title: String
    }

    /// A standup that is being held elsewhere.
    struct Held: Codable, Hashable {
        var standup: String
        var meeting: String
        var member: String
        var device: String
        var startedAt: String
    }

    var server: String
    var member: String
    var device: String
    /// The number of items to send.
    var unsent: Int
    /// The number of received changes that wait for others.
    var waiting: Int
    /// What was received and refused, a line each.
    var aside: [String]
    var shared: [Shared]
    var held: [Held]
    /// Why the server cannot be used now; omitted if it can.
    var problem: String?

    /// The state of a copy; it asks the server whether it can be reached.
    init(_ membership: TeamMembership, _ status: TeamStatus, shared: [Standup], server: any TeamServer) {
        self.server = server.name
        member = membership.member
        device = membership.machine
        unsent = status.unsent
        waiting = status.waiting
        aside = status.aside
        self.shared = shared.map { Shared(id: $0.id.rawValue, title: $0.title) }
        held = status.holdings.map {
            Held(
                standup: $0.standup.rawValue, meeting: $0.meeting.rawValue, member: $0.member, device: $0.machine,
                startedAt: LocalTime($0.startedAt).iso8601)
        }
        do {
            let identity = try server.identity()
            if identity.id != membership.server {
                problem = TeamError.otherServer(server: server.name).description
            } else if identity.epoch != membership.epoch {
                problem = TeamError.olderServer(server: server.name).description
            } else if let count = membership.deletionsToConfirm {
                problem = TeamError.manyDeletions(count: count).description
            } else if !identity.mayWrite {
                problem = "you may only read; nothing is sent"
            }
        } catch { problem = error.description }
    }

    /// The state for people.
    var lines: [String] {
        var lines = [
            "server    \(DisplayText(server))", "you       \(DisplayText(member)) on \(DisplayText(device))",
            "to send   \(unsent == 0 ? "nothing" : "\(unsent) changes")",
            "shared    "
                + (shared.isEmpty
                    ? "no standup; share one: standup edit TITLE --team"
                    : shared.map { DisplayText($0.title).description }.joined(separator: ", ")),
        ]
        if waiting > 0 { lines.append("waiting   \(waiting) received changes wait for others") }
        for held in held {
            let title = shared.first { $0.id == held.standup }?.title ?? held.standup
            lines.append(
                "held now  \(DisplayText(title)) by \(DisplayText(held.member)) on \(DisplayText(held.device))")
        }
        for line in aside { lines.append("refused   a change by \(line)") }
        if let problem { lines.append("problem   \(DisplayText(problem))") }
        return lines
    }
}

/// A member in `team members --json`.
struct TeamMemberDocument: Codable, Hashable {
    /// A device of a member.
    struct Device: Codable, Hashable {
        var name: String
        var changes: Int64
        var lastSeen: String?
    }

    var name: String
    /// `member` or `reader`.
    var role: String
    var devices: [Device]

    init(_ member: TeamMember) {
        name = member.name
        role = member.mayWrite ? "member" : "reader"
        devices = member.machines.map {
            Device(name: $0.name, changes: $0.changes, lastSeen: $0.lastSeen.map { LocalTime($0).iso8601 })
        }
    }
}
