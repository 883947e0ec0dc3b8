import ArgumentParser
import MeetingHistory
import MeetingModel
import StandupHistory
import Team

struct TeamCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "team",
        abstract: "Share standups with a team, over a PostgreSQL server.",
        discussion: """
            Each history stays on its machine and works without the server. What is shared goes there in the background, \
            while the application is open or a meeting is held: the words and times of the standups that are shared (standup edit TITLE --team), \
            never recordings and private notes. docs/team.md says what is shared, how conflicts end, and what an \
            administrator does.

            ADDRESS is postgres://USER@HOST/DATABASE, or the name of a service, as for psql. A password is read from ~/.pgpass, \
            never from the address.

            Examples:
              standup team init postgres://keeper@db.example.org/standup
              standup team join postgres://ann@db.example.org/standup
              standup edit Daily --team
              standup team status
              standup team lead Daily ben
            """,
        subcommands: [
            TeamInitCommand.self, TeamJoinCommand.self, TeamStatusCommand.self, TeamSyncCommand.self,
            TeamMembersCommand.self, TeamLeadCommand.self, TeamReplacedCommand.self, TeamLeaveCommand.self,
        ])
}

/// The argument and the work of `team init` and `team join`.
struct TeamAddress: ParsableArguments {
    @Argument(help: "postgres://USER@HOST/DATABASE or the name of a service. Default: what PGSERVICE or PGHOST say.")
    var address = ""

    /// Joins the team on the server, after making it or bringing it up to date with `isInit`, and exchanges everything.
    func join(_ data: DataOption, isInit: Bool) throws {
        let composition = try Composition(data: data)
        let store = try composition.openStore()
        if let membership = try store.membership() {
            return try meetAgain(membership, store, composition, isInit: isInit)
        }
        guard !address.isEmpty || !Environment.values(of: ["PGSERVICE", "PGHOST", "PGHOSTADDR"]).isEmpty else {
            throw TeamError.address(
                "which server? Give its address: postgres://USER@HOST/DATABASE, or the name of a service")
        }
        let server = try Composition.teamServer(at: address)
        defer { server.close() }
        if isInit { try prepare(server) }
        let identity = try self.identity(of: server)
        try store.join(identity, at: address, named: Composition.machineName)
        StandardOutput.note(
            "Joined the team on \(DisplayText(server.name)) as \(DisplayText(identity.member)).")
        try TeamReport.write(composition.makeSynchronizer(of: store).run())
        let own = try store.standups().filter { !$0.isShared }
        guard identity.mayWrite else { return }
        if let own = own.first {
            StandardOutput.note(
                "\(DisplayText(quoting: own.title)) and other standups of before are yours alone. To share one: standup edit TITLE --team"
            )
        } else if try store.standups().isEmpty {
            StandardOutput.note("No standup is shared yet. Share one: standup edit TITLE --team")
        }
    }

    private func identity(of server: any TeamServer) throws -> ServerIdentity {
        do { return try server.identity() } catch {
            guard case .unreachable(let name, let reason) = error else { throw error }
            throw Failure(
                .unavailable,
                "cannot reach the server \(DisplayText(name)) (\(DisplayText(reason))); no team is joined yet: check the address, "
                    + "and try again when it can be reached")
        }
    }

    private func prepare(_ server: any TeamServer) throws {
        var isNew = false
        do { _ = try server.identity() } catch TeamError.noTeam { isNew = true } catch {
            // The tables may be of an older version; what else is wrong, making them says.
        }
        try server.createTables()
        StandardOutput.note(
            isNew
                ? "Made the team on \(DisplayText(server.name))."
                : "The team's tables on \(DisplayText(server.name)) are those of this version.")
    }

    /// Brings the tables of the joined team's server up to date, or notes that it has another address now.
    private func meetAgain(
        _ membership: TeamMembership, _ store: SQLiteMeetingStore, _ composition: Composition, isInit: Bool
    ) throws {
        let isKnown = address.isEmpty || address == membership.address
        // Only joining moves a history to another address.
        guard isKnown || !isInit else {
            throw TeamError.joined(server: try Composition.teamServer(at: membership.address).name)
        }
        let server = try Composition.teamServer(at: isKnown ? membership.address : address)
        defer { server.close() }
        if isInit { try prepare(server) }
        guard try server.identity().id == membership.server else {
            throw TeamError.joined(server: try Composition.teamServer(at: membership.address).name)
        }
        if !isKnown {
            try store.move(to: address)
            StandardOutput.note("The team's server is at \(DisplayText(server.name)) from now on.")
        }
        try TeamReport.write(composition.makeSynchronizer(of: store).run())
    }
}

struct TeamInitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Make a team on a PostgreSQL server, and join it.",
        discussion: """
            Creates the schema standup, the roles standup_member and standup_reader, and the rules for who may do what. It \
            needs a login who may create roles, of no person: it owns the tables. Members need only standup_member. Where \
            there is a team already, it brings its tables up to date, also if you have joined it.
            """)

    @OptionGroup var address: TeamAddress
    @OptionGroup var data: DataOption

    func run() throws { try address.join(data, isInit: true) }
}

struct TeamJoinCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join the team on a server: its standups and meetings appear here.",
        discussion: "If the server of your team has another address now, join it again at that.")

    @OptionGroup var address: TeamAddress
    @OptionGroup var data: DataOption

    func run() throws { try address.join(data, isInit: false) }
}

struct TeamSyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Exchange everything with the team now.",
        discussion: """
            Programs do so by themselves while they run. Two questions are answered here: whether to delete many meetings that \
            others have deleted, and whether to give a server that was restored from a backup back what it lost.
            """)

    @Flag(help: "Delete what others have deleted, however much it is.")
    var acceptDeletions = false

    @Flag(help: "Give a server that was restored from a backup back what it lost.")
    var restoreServer = false

    @Flag(help: "Get back what you deleted only here.")
    var restoreHidden = false

    @OptionGroup var data: DataOption

    func run() throws {
        let composition = try Composition(data: data)
        var consent: TeamSync.Consent = []
        if acceptDeletions { consent.insert(.deletions) }
        if restoreServer { consent.insert(.restoring) }
        if restoreHidden { consent.insert(.hidden) }
        try TeamReport.write(composition.makeSynchronizer(of: composition.openStore()).run(consent: consent))
    }
}

struct TeamStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show the team, what is still to be sent, and what is wrong.")

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let store = try Composition(data: data).openStore()
        guard let membership = try store.membership() else { throw TeamError.notJoined }
        let server = try Composition.teamServer(at: membership.address)
        defer { server.close() }
        let document = try TeamStatusDocument(
            membership, store,
            shared: try store.standups().filter(\.isShared).map { ($0, try store.lead(of: $0.id)) }, server: server)
        if json.isOn { return try JSONOutput.write(document) }
        for line in document.lines { try StandardOutput.writeLine(line) }
    }
}

struct TeamMembersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "members", abstract: "List the members of the team with their devices.")

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let composition = try Composition(data: data)
        guard let membership = try composition.openStore().membership() else { throw TeamError.notJoined }
        let server = try Composition.teamServer(at: membership.address)
        defer { server.close() }
        let members = try server.members()
        if json.isOn { return try JSONOutput.write(members.map(TeamMemberDocument.init)) }
        var table = Table(
            ["MEMBER", "ROLE", "DEVICE", "CHANGES", "LAST SENT"], alignments: [.left, .left, .left, .right, .left])
        for member in members {
            let role = member.role.rawValue
            if member.devices.isEmpty { table.append([member.name, role, "-", "0", "-"]) }
            for device in member.devices {
                let isThis = device.id == membership.device
                let isAmbiguous = member.devices.count { $0.name == device.name } > 1
                let name =
                    device.name
                    + (isThis ? " (this device)" : isAmbiguous ? " (\(device.id.rawValue.prefix(8)))" : "")
                table.append([
                    member.name, role, name, "\(device.changes)",
                    device.lastSent.map { LocalTime($0).minute } ?? "-",
                ])
            }
        }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }
}

struct TeamLeadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lead",
        abstract: "Show who leads a shared standup, or hand it on.",
        discussion: """
            The lead of a standup may delete it and any of its meetings for the whole team. It is who shared the standup first, until \
            that member hands it on; the server has to be reached for that.

            Examples:
              standup team lead Daily
              standup team lead Daily ben
            """)

    @Argument(help: "A title, the start of a title, or an id.", completion: .standup)
    var standup: String

    @Argument(help: "The member who is to lead it, as standup team members lists them.")
    var member: String?

    @OptionGroup var data: DataOption

    func run() throws {
        let composition = try Composition(data: data)
        let store = try composition.openStore()
        guard let membership = try store.membership() else { throw TeamError.notJoined }
        let standup = try StandupLookup.find(standup, in: store.standups())
        guard standup.isShared else { throw TeamError.notShared(title: standup.title) }
        if let member { try composition.makeSynchronizer(of: store).handOn(standup, to: member) }
        let lead = try store.lead(of: standup.id) ?? membership.member
        try StandardOutput.writeLine("\(DisplayText(standup.title)) is led by \(DisplayText(lead))")
    }
}

struct TeamReplacedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replaced",
        abstract: "List the values of a shared standup that later changes replaced.",
        discussion: """
            Where two members change the same setting, person, point or update, the later change wins. What it replaced is \
            listed here, until the standup or the meeting is deleted.
            """)

    @Argument(help: "A title, the start of a title, or an id.", completion: .standup)
    var standup: String

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let standup = try history.standup(standup)
        let values = try (history.store as? any TeamCopy)?.replacedValues(of: standup.id) ?? []
        let documents = try values.map { value in
            let meeting = try value.meeting.flatMap { try history.store.meeting($0) }
            return ReplacedValueDocument(value, of: standup, meeting)
        }
        if json.isOn { return try JSONOutput.write(documents) }
        guard !documents.isEmpty else { return StandardOutput.note("Nothing was replaced.") }
        var table = Table(["WRITTEN", "MEETING", "WHAT", "FIELD", "VALUE", "NOW"])
        for document in documents {
            table.append([
                document.written ?? "-", document.started ?? "-", document.what, document.field, document.value,
                document.now,
            ])
        }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }
}

struct TeamLeaveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave",
        abstract: "Leave the team: nothing more is sent or received.",
        discussion: """
            What is here stays here, as your own, and what you sent stays with the team. What was not sent yet is sent first. To take a meeting of yours away from the team, delete it before you leave.
            """)

    @Flag(help: "Delete the meetings here that others recorded.")
    var onlyMine = false

    @Flag(help: "Leave even if something has not been sent: the team will not get it.")
    var withoutSending = false

    @OptionGroup var yes: YesOption
    @OptionGroup var data: DataOption

    func run() throws {
        let composition = try Composition(data: data)
        let store = try composition.openStore()
        guard let membership = try store.membership() else { throw TeamError.notJoined }
        let synchronizer = composition.makeSynchronizer(of: store)
        if !withoutSending, try store.teamStatus().unsent > 0 {
            do { _ = try synchronizer.run() } catch {
                throw TeamError.unsent(count: try store.teamStatus().unsent, reason: Failure(error).message)
            }
        }
        let others = onlyMine ? try store.meetingsOfOthers() : []
        let led = try store.standups().filter { try $0.isShared && store.lead(of: $0.id) == membership.member }
        var question = "leave the team"
        if !others.isEmpty { question += ", and delete \(TeamReport.count(others.count, "meeting")) of others here" }
        if !led.isEmpty {
            let titles = led.map { DisplayText(quoting: $0.title).description }.joined(separator: ", ")
            question += ", although you lead \(titles) (to hand it on first: standup team lead)"
        }
        let isHarmless = others.isEmpty && led.isEmpty
        guard try isHarmless || yes.isOn || Question.confirm(question, insteadUse: "--yes") else { return }
        try synchronizer.alone { try store.leave() }
        for meeting in others { try PermanentDeletion.remove(.meeting(meeting), from: store, in: composition.folder) }
        StandardOutput.note(
            "Left the team as \(DisplayText(membership.member))."
                + (onlyMine ? " Deleted here: \(TeamReport.count(others.count, "meeting")) of others." : ""))
        for standup in led {
            StandardOutput.note(
                "standup: note: you still lead \(DisplayText(quoting: standup.title)) for the team; to hand it on, join again and "
                    + "run: standup team lead")
        }
    }
}

/// What a synchronization did, for people.
enum TeamReport {
    static func write(_ summary: TeamSync.Summary) throws {
        if summary.isNewDevice {
            StandardOutput.note(
                "standup: note: this history was copied or restored from a backup; the team sees it as a new device")
        }
        if let problem = summary.clockProblem { StandardOutput.note("standup: note: \(problem)") }
        if summary.isReadOnly { StandardOutput.note("standup: note: you may only read; nothing was sent") }
        if summary.refused > 0 {
            StandardOutput.note(
                "standup: note: the team's server refused \(count(summary.refused, "change")); see: standup team status"
            )
        }
        var parts = ["sent \(count(summary.sent, "change"))", "received \(summary.received)"]
        if summary.deleted > 0 { parts.append("deleted \(count(summary.deleted, "meeting")) that others deleted") }
        StandardOutput.note("In step with the team: \(parts.joined(separator: ", ")).")
    }

    /// A number of things; `none` if there are none.
    static func count(_ number: Int, _ noun: String, none: String? = nil) -> String {
        number == 0 ? none ?? "0 \(noun)s" : "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
