import ArgumentParser
import MeetingHistory
import MeetingModel

struct MeetingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meeting",
        abstract: "Show a meeting: who spoke for how long, the transcript and the recording.",
        discussion: """
            Examples:
              standup meeting latest
              standup meeting Daily/2
              standup meeting 3f2a --json
              standup meeting latest --transcript 1
              standup meeting latest --numbers
            """)

    @Argument(help: MeetingChoice.help, completion: .meeting)
    var meeting: String?

    @Option(
        help: ArgumentHelp(
            "The number of the transcript. Default: the current one.", valueName: "number"))
    var transcript: Int?

    @Flag(help: "Number the utterances, for standup correct.")
    var numbers = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        var meeting = try history.meeting(meeting, asking: "Show which meeting?")
        if let transcript {
            meeting.transcript = try history.store.transcript(of: meeting.id, version: transcript).map(\.utterance)
        }
        if json.isOn { return try JSONOutput.write(history.document(meeting, isWhole: true)) }
        let lines = MeetingText.lines(
            meeting, recordingPath: try history.recordingPath(of: meeting), isNumbered: numbers,
            terminal: .standardOutput)
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    }
}
