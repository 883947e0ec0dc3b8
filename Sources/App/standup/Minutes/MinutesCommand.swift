import ArgumentParser
import MeetingExport
import MeetingHistory
import MeetingMinutes
import MeetingModel
import MeetingTiming

/// The `standup minutes` command.
struct MinutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "minutes",
        abstract: "Show the points of a meeting: what is done, planned, blocked, decided and asked, by person.",
        discussion: """
            Rules find the points in the transcript, by the phrases of its language (English, German, Korean), on this \
            machine. Each has the words and the time of one sentence. They are made when the transcript is final; this \
            command makes them if the current transcript has none, or again with --again. States, and points that are \
            no longer open, are kept then.

            Examples:
              standup minutes latest
              standup minutes Daily/2 --format md > minutes.md
              standup minutes latest --again
            """)

    @Argument(help: MeetingChoice.help, completion: .meeting)
    var meeting: String?

    @Option(
        help: ArgumentHelp("text, md, json or csv.", valueName: "format"),
        completion: .list(MinutesFormat.allCases.map(\.rawValue)))
    var format: MinutesFormat = .text

    @Flag(help: "Make the points again from the current transcript.")
    var again = false

    @OptionGroup var data: DataOption

    func run() throws {
        let history = try Composition(data: data).openHistory()
        let id = try history.meetingID(meeting, asking: "Minutes of which meeting?", among: .ended)
        let minutes = Composition.makeMinutes(in: history.store)
        var held = try history.meeting(id: id)
        guard held.state != .live else {
            throw Failure(
                .failed,
                "\(DisplayText(quoting: held.title)) (\(id)) is still running; its minutes come when it has ended")
        }
        if try again || !minutes.areCurrent(for: id) {
            let now = Timestamp(nanosecondsSince1970: Composition.clock.nanosecondsSince1970)
            guard try minutes.make(of: id, at: now) || !held.points.isEmpty else {
                throw Failure(
                    .notFound,
                    "no rules for the language \(held.language) of \(DisplayText(quoting: held.title)); "
                        + "read the transcript with: standup meeting \(id.rawValue.prefix(8))")
            }
            held = try history.meeting(id: id)
        }
        if format == .text, held.points.isEmpty { return StandardOutput.note("No points in this meeting.") }
        let transcript = MeetingTranscript(of: held, startedAt: LocalTime(held.startedAt))
        try StandardOutput.write(transcript.minutes(as: format, columns: Terminal.standardOutput.columns))
    }
}

extension MinutesFormat: ExpressibleByArgument {}
