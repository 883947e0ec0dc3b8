import ArgumentParser
import MeetingHistory
import MeetingModel

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a standup: its settings, attendees and meetings.",
        discussion: """
            Examples:
              standup show Daily
              standup show dai --json
            """)

    @Argument(help: "A title, the start of a title, or an id. Default: asks on a terminal.", completion: .standup)
    var standup: String?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let standup = try find(in: history)
        if json.isOn {
            return try JSONOutput.write(
                StandupDocument(
                    standup, updates: history.store.waitingUpdates(of: standup.id),
                    meetings: history.documents(of: standup.id)))
        }
        try history.adviseOnInterrupted(of: standup.id)
        let lines = StandupText.lines(
            standup, updates: try history.store.waitingUpdates(of: standup.id),
            meetings: try history.store.meetings(of: standup.id),
            list: try TermList(for: standup.language, composition.configuration).summary, terminal: .standardOutput)
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    }

    /// Finds the standup; for a meeting, the error names the command that shows it.
    private func find(in history: History) throws -> Standup {
        do {
            return try history.standup(standup, asking: "Show which standup?")
        } catch LookupError.noStandup(let text, let near) {
            guard (try? MeetingLookup.find(text, in: history.store)) != nil else {
                throw LookupError.noStandup(text, near: near)
            }
            throw Failure(
                .notFound,
                "'\(DisplayText(quoting: text))' is a meeting; see it with: \(SuggestedCommand("meeting", text))")
        }
    }
}
