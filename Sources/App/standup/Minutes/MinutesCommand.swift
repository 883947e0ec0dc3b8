import ArgumentParser
import MeetingEngine
import MeetingHistory
import MeetingModel
import Minutes
import StandupSpeech

struct MinutesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "minutes",
        abstract: "Show the points of a meeting: what is done, planned, blocked, decided and asked, by person.",
        discussion: """
            Rules find the points in the transcript, by the phrases of its language (English, German, Korean), on this \
            machine. Each has the words and the time of one sentence. They are made when the transcript is final; this \
            command makes them if the current transcript has none, or again with --again. A new run keeps the \
            states, and what a user has marked, edited, added or deleted.

            With --assistant, a language model finds them instead: one question a turn, with what was said, the \
            person's name, the standup's names and terms, and the person's open points, then one question for the \
            meeting. The server needs OpenAI's chat interface, as llama.cpp and Ollama have it. A point is used \
            only if it cites lines of the transcript and shares enough words with them; the rest are counted.

            Examples:
              standup minutes latest
              standup minutes Daily/2 --format md > minutes.md
              standup minutes latest --again
              standup minutes latest --versions
              standup minutes latest --choose 1
              standup minutes latest --assistant http://localhost:11434/v1 --assistant-model qwen3:4b
            """)

    @Argument(help: MeetingChoice.help, completion: .meeting)
    var meeting: String?

    @Option(
        help: ArgumentHelp("text, md, json or csv. Default: text.", valueName: "format"),
        completion: .list(MinutesFormat.allCases.map(\.rawValue)))
    var format: MinutesFormat?

    @Flag(help: "Make the points again from the current transcript.")
    var again = false

    @Flag(help: "List the versions of the points: each run, and each edit by a user, that changed them made one.")
    var versions = false

    @Option(help: ArgumentHelp("Make this version of the points current.", valueName: "number"))
    var choose: Int?

    @OptionGroup var assistant: AssistantOptions
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    private var shownFormat: MinutesFormat { format ?? (json.isOn ? .json : .text) }

    func validate() throws {
        try assistant.validate()
        guard !json.isOn || shownFormat == .json else {
            throw ValidationError("--json and --format exclude each other")
        }
        guard choose == nil || !(again || versions || assistant.isNamed) else {
            throw ValidationError("--choose cannot be combined with --again, --versions or an assistant")
        }
        guard !versions || !(again || assistant.isNamed) else {
            throw ValidationError("--versions cannot be combined with --again or an assistant")
        }
        guard !versions || shownFormat == .text || shownFormat == .json else {
            throw ValidationError("the format of --versions is text or json, not \(shownFormat.rawValue)")
        }
    }

    func run() throws {
        let composition = try Composition(data: data)
        let server = try assistant.server(composition.configuration)
        let history = try composition.openHistory()
        let id = try history.meetingID(meeting, asking: "Minutes of which meeting?", among: .ended)
        let minutes = Composition.makeMinutes(in: history.store)
        var held = try history.meeting(id: id)
        guard held.state != .live else {
            throw Failure(
                .failed,
                "\(DisplayText(quoting: held.title)) (\(id)) is still running; its minutes come when it has ended")
        }
        if versions { return try list(history.points(of: id), of: id) }
        if let choose {
            try history.store.choosePoints(of: id, version: choose)
            held = try history.meeting(id: id)
        } else if let server {
            try ask(server, about: held, in: history)
            held = try history.meeting(id: id)
        }
        if try choose == nil && (server == nil && again || !minutes.areMade(for: id)) {
            if try !history.store.hasFinalTranscript(held) {
                StandardOutput.note(
                    "standup: note: the transcript is not complete yet; more points may come when it is")
            }
            let now = Timestamp.now
            guard try minutes.make(of: id, at: now) || !held.points.isEmpty || !held.updates.isEmpty else {
                throw Failure(
                    .notFound,
                    "no rules for the language \(held.language) of \(DisplayText(quoting: held.title)); "
                        + "read the transcript with: standup meeting \(id.rawValue.prefix(8))")
            }
            held = try history.meeting(id: id)
        }
        if shownFormat == .text, held.points.isEmpty, held.updates.isEmpty {
            return StandardOutput.note("No points in this meeting.")
        }
        let transcript = MeetingTranscript(of: held, startedAt: LocalTime(held.startedAt))
        try StandardOutput.write(transcript.minutes(as: shownFormat, columns: Terminal.standardOutput.columns))
    }

    private func list(_ versions: [ListedPoints], of id: Meeting.ID) throws {
        if shownFormat == .json {
            return try JSONOutput.write(
                PointsDocument(meeting: id.rawValue, versions: versions.map(PointsDocument.Version.init)))
        }
        if versions.isEmpty { return StandardOutput.note("No points in this meeting.") }
        var table = Table(
            ["NUMBER", "MADE", "BY", "TRANSCRIPT", "POINTS", ""],
            alignments: [.right, .left, .left, .right, .right, .left])
        for listed in versions {
            let version = listed.version
            table.append([
                String(version.number), LocalTime(version.createdAt).minute, version.maker.rawValue,
                version.transcript.map(String.init) ?? "", String(listed.points), version.isCurrent ? "current" : "",
            ])
        }
        try StandardOutput.write(table.lines(for: .standardOutput).map { $0 + "\n" }.joined())
    }

    /// Asks an assistant for the points of a meeting, unless it has made the current ones.
    ///
    /// If the configured assistant fails, a note says why, and the points are the rules'; a named one has to answer.
    private func ask(_ server: AssistantServer, about meeting: Meeting, in history: History) throws {
        let assisted = AssistedMinutes(in: history.store, folder: history.folder, by: server, isAwaited: true)
        // The configured one leaves a version that the user has chosen.
        let isMade =
            try assistant.address == nil
            ? assisted.minutes.areMade(for: meeting.id) : assisted.minutes.areCurrent(for: meeting.id)
        guard again || !isMade else {
            if assistant.address != nil {
                StandardOutput.note(
                    "standup: note: an assistant made these points before; to ask \(server.address), add --again")
            }
            return
        }
        if !assisted.isAsking(about: meeting.id) {
            StandardOutput.note("Asking \(server.address) for the points of \(DisplayText(quoting: meeting.title))…")
        }
        do {
            guard case .made(let report) = try assisted.make(of: meeting.id, at: { .now }) else {
                let line =
                    "the assistant is being asked about \(DisplayText(quoting: meeting.title)) already; wait until that is done"
                guard assistant.address == nil else { throw Failure(.failed, line) }
                return StandardOutput.note("standup: note: \(line)")
            }
            for line in report.notes { StandardOutput.note("standup: note: \(line)") }
        } catch let error as AssistantError where assistant.address == nil {
            StandardOutput.note("standup: note: \(DisplayText("\(error)"))")
        }
    }
}

extension MinutesFormat: ExpressibleByArgument {}
