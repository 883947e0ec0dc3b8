import ArgumentParser
import MeetingHistory
import MeetingModel

/// The `standup list` command.
struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the standups.",
        discussion: """
            Examples:
              standup list
              standup list --json
            """,
        aliases: ["ls"])

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let standups = try Composition(data: data).openHistory().store.standups()
        if json.isOn { return try JSONOutput.write(standups.map { StandupDocument($0) }) }
        guard !standups.isEmpty else {
            return StandardOutput.note("No standups yet. Create one: standup create Daily Ann Ben Cleo --length 15m")
        }
        var table = Table(
            ["TITLE", "LENGTH", "THEME", "ATTENDEES", "ID"], alignments: [.left, .right, .left, .left, .left])
        for (standup, id) in zip(standups, ShortID.texts(of: standups.map(\.id.rawValue))) {
            table.append([
                standup.title, Length(standup.length).description, standup.theme.rawValue,
                standup.attendees.map(\.name).joined(separator: ", "), id,
            ])
        }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }
}
