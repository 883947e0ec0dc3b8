import ArgumentParser

/// `standup meeting`.
struct MeetingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meeting",
        abstract: "Show one meeting: who spoke and for how long, the transcript, the recording.",
        discussion: """
            Examples:
              standup meeting latest
              standup meeting Daily/2
              standup meeting 3f2a --json
            """)

    @Argument(help: "latest, TITLE/1 (1 is the newest), or the start of an id.", completion: .meeting)
    var meeting: String

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let meeting = try history.meeting(meeting)
        if json.isOn { return try JSONOutput.write(history.document(meeting, isWhole: true)) }
        let lines = MeetingText.lines(
            meeting, recordingPath: try history.recordingPath(of: meeting), terminal: .standardOutput)
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    }
}
