import ArgumentParser
import MeetingHistory
import MeetingModel
import MeetingSocket
import Web

struct InviteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Print a link to a standup's pages, and its QR code.",
        discussion: """
            The web server has to run: standup serve. Whoever opens the link may do what the role allows: watch follows \
            the running meeting; speak also decides about the own turn, and reads and hears the history; lead may do \
            everything. Somebody who is no attendee needs --role watch or --role lead. The link ends with the meeting that is running or comes next, unless --until names another end.

            Examples:
              standup invite Daily
              standup invite Daily --for Ann
              standup invite Daily --for Ben --role lead --until 7d
            """)

    @Argument(help: "A title, the start of a title, or an id. Default: asks on a terminal.", completion: .standup)
    var standup: String?

    @Option(
        name: .customLong("for"),
        help: ArgumentHelp("The attendee, or the name of somebody else. Default: anybody.", valueName: "name"),
        completion: .attendeeOfStandup)
    var name: String?

    @Option(help: "What the link allows. Default: speak for an attendee, watch without --for.")
    var role: Role?

    @Option(help: ArgumentHelp("When the link ends: meeting, a day, or a length such as 8h or 7d.", valueName: "end"))
    var until = "meeting"

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        _ = try UntilArgument(until, now: .now)
    }

    func run() throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let standup = try history.standup(standup, asking: "Invite to which standup?")
        let invitee = try Invitee.find(name, in: standup, role: role)
        guard let server = WebServerFile.running(in: composition.folder) else {
            throw Failure(.unavailable, "the web server is not running; start it in another terminal: standup serve")
        }
        let now = Timestamp.now
        let end: Timestamp? =
            if case .instant(let instant) = try UntilArgument(until, now: now) { instant } else { nil }
        let issued = try IssuedInvitation(
            standup: standup.id, name: invitee.name, attendee: invitee.attendee, role: invitee.role, until: end,
            server: server, in: composition.folder)
        let (invitation, link) = (issued.invitation, issued.link)
        if json.isOn {
            return try JSONOutput.write(InvitationDocument(invitation, title: standup.title, link: link))
        }
        try StandardOutput.writeLine(link)
        try showCode(link)
        StandardOutput.note("standup: note: " + InvitationText(invitation, title: standup.title).description)
        if WebOrigin(server.url)?.isLoopback == true {
            StandardOutput.note(
                "standup: note: only browsers on this machine reach the link; for others: standup serve --stop; "
                    + "standup serve --listen 0.0.0.0:\(WebServerSettings.defaultPort)")
        }
    }

    /// Prints the QR code, black on white whatever the terminal's colors are, for a camera.
    private func showCode(_ link: String) throws {
        guard let columns = Terminal.standardOutput.columns else { return }
        guard let code = QRCode(link) else {
            return StandardOutput.note("standup: note: for a QR code, install the package libqrencode4")
        }
        let lines = code.lines
        guard let width = lines.first?.count, width <= columns else {
            return StandardOutput.note("standup: note: the terminal is too narrow for a QR code; make it wider")
        }
        for line in lines { try StandardOutput.writeLine("\u{1B}[38;5;16;48;5;231m\(line)\u{1B}[0m") }
    }
}

private struct Invitee {
    let name: String?
    let attendee: Attendee.ID?
    let role: Role

    private init(name: String?, attendee: Attendee.ID? = nil, role: Role) {
        self.name = name
        self.attendee = attendee
        self.role = role
    }

    /// An attendee of a standup, or somebody else, by what the user typed.
    static func find(_ text: String?, in standup: Standup, role: Role?) throws -> Invitee {
        guard let text else {
            guard role != .speak else {
                throw Failure(.usage, "the role speak is for one attendee; name them: --for NAME")
            }
            return Invitee(name: nil, role: role ?? .watch)
        }
        let names = standup.attendees.map(\.name)
        let index: Int
        do {
            index = try AttendeeLookup.index(of: text, in: names)
        } catch {
            guard case .noAttendee = error else { throw error }
            guard let role else {
                throw Failure(.notFound, "\(error); for somebody else, add a role: --role watch")
            }
            guard role != .speak else { throw error }
            let name = text.trimmedName
            guard !name.isEmpty, name.count <= Standup.longestName else {
                throw Failure(.usage, "--for needs a name of at most \(Standup.longestName) characters")
            }
            return Invitee(name: name, role: role)
        }
        let found = standup.attendees[index]
        return Invitee(name: found.name, attendee: found.id, role: role ?? .speak)
    }
}

extension Role: ExpressibleByArgument {}
