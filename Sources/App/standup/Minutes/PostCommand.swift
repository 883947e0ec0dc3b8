import ArgumentParser
import MeetingEngine
import MeetingHistory
import MeetingModel
import Minutes
import StandupFeatures

struct PostCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "post",
        abstract: "Send the minutes of a meeting to the destinations of its standup.",
        discussion: """
            The configuration names the destinations; see: standup help config. Minutes are sent by themselves when a \
            meeting has ended; this command sends them now: those that wait, were refused, or were never sent. What was \
            sent, or may have been because the answer was lost, is sent again only with --again. Minutes of a transcript \
            that is not complete yet are also sent only with --again.

            Only the title, the date, the length, and the updates and points with the names of their people are sent: \
            no sound, no transcript, no private note.

            Exit codes: 0 sent, 1 the transcript is not complete, 66 no destination or nothing to list, 69 not sent.

            Examples:
              standup post latest --dry-run
              standup post latest
              standup post Daily/2 --to slack --again
              standup post --list
            """)

    @Argument(help: MeetingChoice.help, completion: .meeting)
    var meeting: String?

    @Option(
        name: .customLong("to"),
        help: ArgumentHelp("Only the destination with this name. Default: all of the standup.", valueName: "name"))
    var destination: String?

    @Flag(help: "Send again what was sent or may have been, and before the transcript is complete.")
    var again = false

    @Flag(help: "Show what would be sent, and send nothing.")
    var dryRun = false

    @Flag(help: "List what was sent, what waits and what failed.")
    var list = false

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        if list, again || dryRun { throw ValidationError("--list sends nothing; leave out --again and --dry-run") }
        if json.isOn, !list { throw ValidationError("--json works only with --list") }
    }

    func run() throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        if list { return try writeList(of: history) }
        let id = try history.meetingID(meeting, asking: "Send the minutes of which meeting?", among: .ended)
        var held = try history.meeting(id: id)
        guard held.state != .live else {
            throw Failure(
                .failed,
                "\(DisplayText(quoting: held.title)) (\(id)) is still running; its minutes come when it has ended")
        }
        if !again, !dryRun, let lack = try Self.lack(of: held, in: history.store) {
            throw Self.failure(of: held, lacking: lack)
        }
        held = try Self.meetingWithPoints(held, in: history)
        let sender = PostSender(configuration: composition.configuration, folder: history.folder)
        let destinations = try Self.destinations(of: held, named: destination, composition.configuration)
        if dryRun { return try show(held, destinations, sender) }
        let poster = composition.makePoster(in: history.store, by: sender)
        var isComplete = true
        for destination in destinations {
            let result = try sender.post(held, to: destination, by: poster, in: history.store, again: again)
            StandardOutput.note(result.line)
            if result.post?.state != .sent { isComplete = false }
        }
        guard isComplete else { throw ExitCode(Failure.Code.unavailable.rawValue) }
    }

    /// A meeting with its points, which are made if they are not yet.
    static func meetingWithPoints(_ meeting: Meeting, in history: History) throws -> Meeting {
        let minutes = Composition.makeMinutes(in: history.store)
        guard try !minutes.areMade(for: meeting.id), try minutes.make(of: meeting.id, at: Timestamp.now) else {
            return meeting
        }
        return try history.meeting(id: meeting.id)
    }

    /// What will still be added to a meeting's transcript; nil if it is complete.
    static func lack(of meeting: Meeting, in store: any FinalMinutesStore) throws -> TranscriptLack? {
        if try store.hasFinalTranscript(meeting) { return nil }
        if meeting.awaitsTranscription { return .transcription }
        return try store.queuedTranscripts().contains { $0.meeting == meeting.id } ? .serverWords : .end
    }

    private static func failure(of meeting: Meeting, lacking lack: TranscriptLack) -> Failure {
        let id = meeting.id.rawValue.prefix(8)
        let lack =
            switch lack {
            case .transcription:
                "its recording is not transcribed to the end (do that with: standup transcribe \(id))"
            case .serverWords: "still waiting for the speech server"
            case .end: "the meeting was interrupted and can be resumed"
            }
        return Failure(
            .failed,
            "the transcript of \(DisplayText(quoting: meeting.title)) (\(id)) is not complete: \(lack); to send the "
                + "minutes as they are, add --again")
    }

    /// The destination with a name; all of the standup without one.
    static func destinations(
        of meeting: Meeting, named destination: String?, _ configuration: Configuration
    ) throws(Failure) -> [PostDestination] {
        let all = configuration.destinations(of: meeting)
        let title = DisplayText(quoting: meeting.title)
        guard !all.isEmpty else {
            throw Failure(
                .notFound,
                "no destination is configured for \(title); add one to post in the configuration, see: "
                    + "standup help config")
        }
        guard let destination else { return all }
        let found = all.filter { $0.name == destination }
        guard !found.isEmpty else {
            throw Failure(
                .notFound,
                "\(title) has no destination '\(DisplayText(quoting: destination))'; use one of: "
                    + all.map(\.name).joined(separator: ", "))
        }
        return found
    }

    /// Prints what each destination would get.
    private func show(_ meeting: Meeting, _ destinations: [PostDestination], _ sender: PostSender) throws {
        for destination in destinations {
            let content = try sender.content(of: meeting, for: destination)
            StandardOutput.note("To \(DisplayText(destination.summary)):")
            for line in content.lines { try StandardOutput.writeLine(DisplayText(line).description) }
        }
    }

    private func writeList(of history: History) throws {
        let id = try meeting.map { try MeetingLookup.find($0, in: history.store) }
        let posts = try history.store.posts(of: id).filter { destination == nil || $0.destination == destination }
        if json.isOn {
            try JSONOutput.write(posts.map(PostDocument.init))
        } else if !posts.isEmpty {
            for line in PostTable.table(posts).lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
        }
        guard posts.isEmpty else { return }
        StandardOutput.note("No minutes were sent or wait.")
        throw ExitCode(Failure.Code.notFound.rawValue)
    }
}

extension PostContent {
    var lines: [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0)
            .map(String.init)
    }
}
