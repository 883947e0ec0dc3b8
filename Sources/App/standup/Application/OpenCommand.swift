import ArgumentParser

/// `standup open`.
struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the full-screen application at a place.",
        discussion: """
            Without an address it opens where it was left, as standup alone does. A STANDUP in an address is a title, \
            a unique start of one, an id, or a number in the list.

            Addresses: standups, standups?filter=TEXT, standups?attendee=NAME, standups/add, standup/STANDUP, \
            standup/STANDUP/edit, standup/STANDUP/start, standup/STANDUP/record, standup/STANDUP/meeting/1, devices. A \
            dialog is opened by its name, as in standup/STANDUP?dialog=delete; docs/cli.md lists them. No address \
            starts a meeting.

            Examples:
              standup open
              standup open standup/Daily/start
            """)

    @Argument(
        help: ArgumentHelp("Which place, such as standup/3/edit.", valueName: "address"), completion: .address)
    var address: String?

    @OptionGroup var data: DataOption

    func run() async throws {
        try await FullScreen.open(address, data: data)
    }
}
