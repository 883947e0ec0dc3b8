package import MeetingModel

/// Why a history and its team's server cannot meet; `description` is one line: what, which, what to do.
///
/// No case holds a password or another secret.
package enum TeamError: Error, Hashable, Sendable {
    case noLibrary(String, package: String)
    /// The address of the server cannot be used as it is written.
    case address(String)
    /// The server cannot be reached, or the connection was cut.
    case unreachable(server: String, reason: String)
    /// The server did not answer in time.
    case slow(server: String)
    /// The server does not accept the user or the password.
    case login(server: String, reason: String)
    /// The connection is not safe: no TLS, or the wrong certificate.
    case unsafe(server: String, reason: String)
    /// The server asks for the password in a way that would give it to whoever listens on a port of this machine.
    case exposed(server: String)
    /// The server's disk is full.
    case full(server: String)
    /// The server or the member may only read.
    case readOnly(server: String)
    /// There is no team's history on the server.
    case noTeam(server: String)
    /// A newer version of the program has changed the tables of the server.
    case newer(server: String)
    /// The user is not a member of the team.
    case notMember(server: String, user: String)
    /// Nobody of this name may write to the team's history.
    case noMember(String, server: String)
    case notLead(title: String, lead: String)
    case notShared(title: String)
    /// The server is not the one that this history knows.
    case otherServer(server: String)
    /// The server has lost changes: it was restored from a backup.
    case olderServer(server: String)
    /// One pull would delete many meetings.
    case manyDeletions(count: Int)
    /// Changes would not be sent any more.
    case unsent(count: Int, reason: String)
    case noDatabase(server: String, reason: String)
    /// The server refused a statement for another reason.
    case refused(server: String, reason: String)
    /// This machine's clock is ahead of the server's by a duration, or behind by a negative one. Nothing is held up by it.
    case clock(server: String, ahead: Duration)
    case notJoined
    case joined(server: String)
    /// Another program is synchronizing this history.
    case busy

    /// Whether it lasts until somebody decides or mends something, and does not pass by itself.
    package var needsSomebody: Bool {
        switch self {
        case .unreachable, .slow, .busy, .notJoined: false
        default: true
        }
    }
}

extension TeamError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .noLibrary(let name, let package): "\(name) is missing: install the package \(package)"
        case .address(let reason): reason
        case .unreachable(let server, let reason):
            "cannot reach the team's server \(DisplayText(server)) (\(DisplayText(reason))); "
                + "nothing is lost: changes are sent when it can be reached"
        case .slow(let server):
            "the team's server \(DisplayText(server)) does not answer in time; changes are sent later"
        case .login(let server, let reason):
            "the team's server \(DisplayText(server)) refuses the login (\(DisplayText(reason))); "
                + "check the user, and the line HOST:PORT:DATABASE:USER:PASSWORD in ~/.pgpass, or ask its administrator"
        case .unsafe(let server, let reason):
            "the connection to the team's server \(DisplayText(server)) is not safe (\(DisplayText(reason))); "
                + "check its certificate, or name its authority with sslrootcert"
        case .exposed(let server):
            "no password was sent to \(DisplayText(server)): any program of this machine could listen there and read it; "
                + "connect over the server's socket, or with sslmode=verify-full, and use scram-sha-256 in its pg_hba.conf"
        case .full(let server):
            "the disk of the team's server \(DisplayText(server)) is full; tell its administrator: changes are kept here"
        case .readOnly(let server):
            "the team's server \(DisplayText(server)) lets you only read; ask its administrator for the role "
                + "standup_member"
        case .noTeam(let server):
            "there is no team on the server \(DisplayText(server)); if there was one, ask its administrator; "
                + "a new one is made with: standup team init"
        case .newer(let server):
            "the team's server \(DisplayText(server)) was changed by a newer version of standup; install that version"
        case .notMember(let server, let user):
            "\(DisplayText(quoting: user)) is not a member of the team on \(DisplayText(server)); "
                + "its administrator can grant the role standup_member"
        case .noMember(let member, let server):
            "\(DisplayText(quoting: member)) is not a member who may write to the team on \(DisplayText(server)); "
                + "choose one of: standup team members"
        case .notLead(let title, let lead):
            "\(DisplayText(quoting: title)) is led by \(DisplayText(lead)), who can hand it on; "
                + "if they have left, ask the server's administrator"
        case .notShared(let title):
            "\(DisplayText(quoting: title)) is not shared with the team; share it first: standup edit TITLE --team"
        case .otherServer(let server):
            "the server \(DisplayText(server)) is not the one that this history has joined; "
                + "leave that team first (standup team leave), then join this one"
        case .olderServer(let server):
            "the server \(DisplayText(server)) lacks changes that this history has: it was restored from a backup, or is not the team's "
                + "current one; give it back what it lost with: standup team sync --restore-server"
        case .manyDeletions(let count):
            "others in the team have deleted at least \(count) meetings, more than a tenth of this history; "
                + "if that is right, run: standup team sync --accept-deletions"
        case .unsent(let count, let reason):
            "\(count) \(count == 1 ? "change has" : "changes have") not been sent (\(DisplayText(reason))); try again later, "
                + "or leave without sending them: standup team leave --without-sending"
        case .noDatabase(let server, let reason):
            "the team's server \(DisplayText(server)) cannot be used (\(DisplayText(reason))); check the address"
        case .refused(let server, let reason):
            "the team's server \(DisplayText(server)) refuses (\(DisplayText(reason))); "
                + "show this to its administrator"
        case .clock(let server, let ahead):
            "this machine's clock is \(Length(.seconds(60 * (ahead.nanoseconds.magnitude / 60_000_000_000)))) "
                + "\(ahead < .zero ? "behind" : "ahead of") that of the team's server \(DisplayText(server)); "
                + "set it, because of two changes the later one wins"
        case .notJoined: "this history has not joined a team; join one with: standup team join postgres://..."
        case .joined(let server):
            "this history has already joined the team on \(DisplayText(server)); leave it first with: standup team leave"
        case .busy: "another program is synchronizing this history; try again when it has finished"
        }
    }
}

extension TeamError: ProgramError {
    package var exitCode: Failure.Code {
        switch self {
        case .noLibrary, .unreachable, .slow, .login, .exposed, .unsafe: .unavailable
        case .address, .joined, .notJoined, .notShared: .usage
        case .full, .readOnly: .cannotWrite
        case .noTeam, .notMember, .noMember, .noDatabase: .notFound
        case .newer, .otherServer, .olderServer, .manyDeletions, .refused, .notLead, .unsent, .busy, .clock: .failed
        }
    }
}
