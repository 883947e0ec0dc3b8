import MeetingHistory
import MeetingModel

/// The output of `team status --json`.
struct TeamStatusDocument: Codable, Hashable {
    struct Shared: Codable, Hashable {
        var id: String
        var title: String
        var lead: String
    }

    /// A standup that is being held elsewhere.
    struct Held: Codable, Hashable {
        var standup: String
        var member: String
        var device: String
        var startedAt: String
    }

    var server: String
    var member: String
    var device: String
    var unsent: Int
    /// The number of received changes that wait for others.
    var waiting: Int
    /// What was received and refused, a line each.
    var aside: [String]
    var shared: [Shared]
    var held: [Held]
    /// Whether the user may only read: nothing is sent.
    var readsOnly = false
    /// Why the server cannot be used now; omitted if it can.
    var problem: String?
    /// How far this machine's clock is from the server's; omitted if they agree.
    var clock: String?

    /// The state of a copy; it asks the server whether it can be reached.
    init(
        _ membership: TeamMembership, _ store: any TeamCopy, shared: [(standup: Standup, lead: String?)],
        server: any TeamServer
    ) throws {
        let status = try store.teamStatus()
        self.server = server.name
        member = membership.member
        device = membership.deviceName
        unsent = status.unsent
        waiting = status.waiting
        aside = status.aside
        self.shared = shared.map {
            Shared(
                id: $0.standup.id.rawValue, title: $0.standup.title, lead: $0.lead ?? membership.member)
        }
        held = status.runningStandups.map {
            Held(
                standup: $0.standup.rawValue, member: $0.member, device: $0.deviceName,
                startedAt: LocalTime($0.startedAt).iso8601)
        }
        do {
            let identity = try server.identity()
            readsOnly = !identity.mayWrite
            clock = identity.clockProblem(at: .now, server: server.name)?.description
            problem = try TeamSync(store, with: server).problem()?.description
        } catch let error as TeamError { problem = error.description }
    }

    var lines: [String] {
        let toSend =
            readsOnly ? "nothing: you may only read" : TeamReport.count(unsent, "change", none: "nothing")
        var lines = [
            "server    \(DisplayText(server))",
            "you       \(DisplayText(member))\(readsOnly ? " (reader)" : "") on \(DisplayText(device))",
            "to send   \(toSend)",
            "shared    "
                + (shared.isEmpty
                    ? "no standup" + (readsOnly ? "" : "; share one: standup edit TITLE --team")
                    : shared.map { "\(DisplayText($0.title)) (lead: \(DisplayText($0.lead)))" }.joined(separator: ", ")),
        ]
        if waiting > 0 {
            lines.append(
                "waiting   \(waiting) received \(waiting == 1 ? "change waits" : "changes wait") for others")
        }
        for held in held {
            let title = shared.first { $0.id == held.standup }?.title ?? held.standup
            lines.append(
                "held now  \(DisplayText(title)) by \(DisplayText(held.member)) on \(DisplayText(held.device))")
        }
        for line in aside { lines.append("refused   a change by \(line)") }
        if let clock { lines.append("clock     \(DisplayText(clock))") }
        if let problem { lines.append("problem   \(DisplayText(problem))") }
        return lines
    }
}

/// A member in `team members --json`.
struct TeamMemberDocument: Codable, Hashable {
    struct Device: Codable, Hashable {
        var id: String
        var name: String
        var changes: Int64
        var lastSent: String?
    }

    var name: String
    /// `member`, `reader` or `former`.
    var role: String
    var devices: [Device]

    init(_ member: TeamMember) {
        name = member.name
        role = member.role.rawValue
        devices = member.devices.map {
            Device(
                id: $0.id.rawValue, name: $0.name, changes: $0.changes,
                lastSent: $0.lastSent.map { LocalTime($0).iso8601 })
        }
    }
}

/// A value in `team replaced --json`.
struct ReplacedValueDocument: Codable, Hashable {
    /// The item: `settings`, a person, a point, a passage.
    var what: String
    /// The meeting's id, and when it started; omitted for the standup itself.
    var meeting: String?
    var started: String?
    var field: String
    /// The value that was replaced.
    var value: String
    /// When that was written; omitted if it is not known.
    var written: String?
    /// The value now.
    var now: String

    init(_ replaced: ReplacedValue, of standup: Standup, _ meeting: Meeting?) {
        what = Self.what(replaced, standup)
        self.meeting = replaced.meeting?.rawValue
        started = meeting.map { LocalTime($0.startedAt).minute }
        field = replaced.field
        value = Self.text(replaced.value.value, field)
        let time = replaced.value.clock.time
        written = time > 0 ? LocalTime(Timestamp(nanosecondsSince1970: time)).minute : nil
        now = Self.text(replaced.present[field]?.value ?? .null, field)
    }

    private static func what(_ replaced: ReplacedValue, _ standup: Standup) -> String {
        let name = standup.attendees.first { replaced.item.hasSuffix("/\($0.id)") }?.name
        switch replaced.kind {
        case .standup, .lead: return "settings"
        case .attendee: return text(replaced.present["name"]?.value ?? .null, "name")
        case .update: return "update of \(name ?? "a former attendee")"
        case .point: return "point: " + text(replaced.present["text"]?.value ?? .null, "text")
        case .mark:
            let passage = replaced.meeting.flatMap { PassageMark(sharedID: replaced.item, in: $0) }
            return "passage at \(passage.map { Length($0.start).description } ?? "-")"
        case .meeting, .transcript, .shown: return "current transcript"
        }
    }

    private static func text(_ value: SharedValue, _ field: String) -> String {
        switch value {
        case .null: "-"
        case .boolean(let value): value ? "yes" : "no"
        case .integer(let value):
            // Positions are counted from 1 for people; the other numbers are times.
            field == "position" ? "\(Int128(value) + 1)" : Length(.nanoseconds(value)).description
        case .text(let text): text
        // An update is its text, and when it was written.
        case .list(let values) where field == "update": values.first.map { text($0, field) } ?? "-"
        case .list(let values): values.map { text($0, field) }.joined(separator: ", ")
        }
    }
}
