import ArgumentParser
import MeetingHistory
import MeetingModel
import MeetingSocket
import Web

struct InvitationsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invitations",
        abstract: "List the invitations to a standup's pages, or revoke some.",
        discussion: """
            A revoked link no longer opens, and the browsers that opened it are signed out at once. The links themselves \
            are not kept, so they cannot be listed.

            Examples:
              standup invitations
              standup invitations Daily
              standup invitations --revoke 3f2a91c0
            """)

    @Argument(help: "A title, the start of a title, or an id. Default: all standups.", completion: .standup)
    var standup: String?

    @Option(
        parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Revoke the invitation with this id, or its first characters; repeatable.", valueName: "id"))
    var revoke: [String] = []

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let standup = try standup.map { try history.standup($0) }
        let invitations = InvitationStore(folder: composition.folder)
        if !revoke.isEmpty { return try revoke(in: invitations) }
        let list = try invitations.change { book in
            try book.removeEnded(at: .now, meetingEnd: history.store.firstEnd(of:after:))
            // The owner's own count once they are opened: each start of the server makes one.
            return book.invitations.filter { !$0.isOwner || $0.opened > 0 }
        }
        try show(list.filter { standup == nil || $0.standup == standup?.id }, titles: history.store.standups())
    }

    private func revoke(in invitations: InvitationStore) throws {
        try invitations.change { (book) throws(Failure) in
            for text in revoke {
                let found = book.invitations.map(\.id).filter { $0.rawValue.hasPrefix(text.lowercased()) }
                guard let id = found.first, found.count == 1, text.count >= StandupLookup.shortestID else {
                    throw Failure(
                        .notFound,
                        "\(found.count > 1 ? "several invitations match" : "no invitation matches") "
                            + "'\(DisplayText(quoting: text))'; see: standup invitations")
                }
                book.revoke(id)
            }
        }
    }

    private func show(_ list: [Invitation], titles standups: [Standup]) throws {
        func title(_ invitation: Invitation) -> String? {
            standups.first { $0.id == invitation.standup }?.title
        }
        if json.isOn {
            return try JSONOutput.write(list.map { InvitationDocument($0, title: title($0)) })
        }
        guard !list.isEmpty else {
            return StandardOutput.note("No invitations. Invite somebody: standup invite STANDUP --for NAME")
        }
        var table = Table(
            ["ID", "STANDUP", "FOR", "ROLE", "UNTIL", "BROWSERS"],
            alignments: [.left, .left, .left, .left, .left, .right])
        for (invitation, id) in zip(list, ShortID.texts(of: list.map(\.id.rawValue))) {
            table.append([
                id, invitation.isOwner ? "all" : title(invitation) ?? "deleted",
                invitation.isOwner ? "you" : invitation.name ?? "anybody", invitation.role.rawValue,
                invitation.until.map { LocalTime($0).minute } ?? "meeting", "\(invitation.opened)",
            ])
        }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }
}
