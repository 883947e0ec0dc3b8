import ArgumentParser
import MeetingHistory
import MeetingModel

struct MeetingsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meetings",
        abstract: "List the meetings of a standup or of all, newest first.",
        discussion: """
            Examples:
              standup meetings
              standup meetings Daily
              standup meetings Daily --json
            """)

    @Argument(help: "A title, the start of a title, or an id. Default: all standups.", completion: .standup)
    var standup: String?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let standup = try standup.map { try history.standup($0) }
        if json.isOn {
            return try JSONOutput.write { try history.forEachPage(of: standup?.id, $0) }
        }
        try history.adviseOnInterrupted(of: standup?.id)
        let names = try history.store.currentNames()
        let meetings = try history.store.meetings(of: standup?.id).map { $0.named(names) }
        guard !meetings.isEmpty else { return StandardOutput.note("No meetings yet.") }
        let table = MeetingTable.table(meetings, withTitle: standup == nil)
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }
}
