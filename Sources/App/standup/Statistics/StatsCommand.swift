import ArgumentParser
import MeetingHistory
import MeetingModel

struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show how much each person spoke in the last meetings of a standup.",
        discussion: """
            For each person: the number of meetings with a turn (MET); the average slot, time used, time spoken and \
            overtime; the words per minute of speech (WPM); and how the time used in the last meeting differs from the \
            average before (CHANGE). On a terminal, charts show the time of each person and each meeting.

            Examples:
              standup stats Daily
              standup stats Daily --last 50 --csv > daily.csv
              standup stats Daily --json
            """)

    @Argument(help: "A title, the start of a title, or an id. Default: asks on a terminal.", completion: .standup)
    var standup: String?

    @Option(help: ArgumentHelp("The number of meetings to count.", valueName: "number"))
    var last = 20

    @Flag(help: "Print CSV: one row per person and meeting.")
    var csv = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard (1...100_000).contains(last) else { throw ValidationError("--last must be 1 to 100000, not \(last)") }
        guard !(csv && json.isOn) else { throw ValidationError("--csv and --json cannot be combined") }
    }

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let standup = try history.standup(standup, asking: "Statistics of which standup?")
        let report = try StandupReport(of: standup, last: last, in: history.store)
        if json.isOn { return try JSONOutput.write(StatsDocument(report)) }
        if csv { return try StandardOutput.write(report.csv) }
        guard !report.statistics.meetings.isEmpty else {
            let isHeld = try history.store.meetingCount(of: standup.id) > 0
            return StandardOutput.note(isHeld ? "No meeting with named speakers yet." : "No meetings yet.")
        }
        let lines = StatsText.lines(report, terminal: .standardOutput)
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    }
}
