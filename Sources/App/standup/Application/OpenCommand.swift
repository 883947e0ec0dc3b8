import ArgumentParser

struct OpenCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "open",
        abstract: "Open the full-screen application at an address.",
        discussion: """
            Without an address, it opens where you left it. STANDUP is a title, the start of a title, an id, or a \
            number in the list.

            Addresses: standups, standups?filter=TEXT, standups?attendee=NAME, standups/add, standup/STANDUP, \
            standup/STANDUP/edit, standup/STANDUP/start, standup/STANDUP/record, standup/STANDUP/meeting/1, devices. \
            To open a dialog, add its name: standup/STANDUP?dialog=delete. See docs/cli.md. No address starts \
            a meeting.

            Examples:
              standup open
              standup open standup/Daily/start
            """)

    @Argument(
        help: ArgumentHelp("The address of a screen, such as standup/3/edit.", valueName: "address"),
        completion: .address)
    var address: String?

    @OptionGroup var data: DataOption

    func run() async throws {
        try await FullScreen.open(address, data: data)
    }
}
