import ArgumentParser
import MeetingHistory
import MeetingModel

/// `standup stats`.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show who took how much time, and how many words, in the last meetings of a standup.",
        discussion: """
            For each person: in how many of the meetings they had a turn (MET); on average of those meetings the slot, \
            the time used, the time heard to speak and the overtime; words a minute of the time heard to speak (WPM); \
            and how much more than before was used in the last one (CHANGE). On a terminal with a chart of each \
            person's and each meeting's time.

            Examples:
              standup stats Daily
              standup stats Daily --last 50 --csv > daily.csv
              standup stats Daily --json
            """)

    @Argument(help: "A title, a unique start of one, or an id.", completion: .standup)
    var standup: String

    @Option(help: ArgumentHelp("How many of the last meetings to count.", valueName: "number"))
    var last = 20

    @Flag(help: "Print comma-separated values: a row for each person of each meeting.")
    var csv = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard (1...100_000).contains(last) else { throw ValidationError("last out of range, 1 to 100000") }
        guard !(csv && json.isOn) else { throw ValidationError("--csv and --json do not go together") }
    }

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let standup = try history.standup(standup)
        let report = try StandupReport(of: standup, last: last, in: history.store)
        if json.isOn { return try JSONOutput.write(StatsDocument(report)) }
        if csv { return try StandardOutput.write(report.csv) }
        guard !report.statistics.meetings.isEmpty else { return StandardOutput.note("No meetings yet.") }
        let lines = StatsText.lines(report, terminal: .standardOutput)
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    }
}
