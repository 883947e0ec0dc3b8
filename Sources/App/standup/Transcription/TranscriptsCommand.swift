import ArgumentParser
import MeetingHistory
import MeetingModel

struct TranscriptsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transcripts",
        abstract: "List, choose, compare or delete the transcripts of a meeting.",
        discussion: """
            Transcript 1 was made during the meeting. The current transcript is marked; meeting, export, play and \
            search use it.

            Examples:
              standup transcripts latest
              standup transcripts latest --choose 1
              standup transcripts latest --compare 1 2
              standup transcripts latest --delete 2
              standup meeting latest --transcript 2
            """)

    @Argument(help: MeetingChoice.help, completion: .meeting)
    var meeting: String?

    @Option(help: ArgumentHelp("Make this transcript current.", valueName: "number"))
    var choose: Int?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp("Compare two transcripts word by word, or one with the current one.", valueName: "number"))
    var compare: [Int] = []

    @Option(help: ArgumentHelp("Delete this transcript; this cannot be undone.", valueName: "number"))
    var delete: Int?

    @OptionGroup var yes: YesOption
    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard compare.count <= 2 else { throw ValidationError("--compare takes two numbers") }
        guard [choose != nil, !compare.isEmpty, delete != nil].count(where: { $0 }) <= 1 else {
            throw ValidationError("--choose, --compare and --delete cannot be combined")
        }
    }

    func run() throws {
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        let id = try meetingID(in: history)
        if let choose {
            try history.store.chooseTranscript(of: id, version: choose, at: .now)
            composition.makeMinutesWhenFinal(in: history.store)(id)
        } else if !compare.isEmpty {
            return try compare(in: history, id)
        } else if let delete {
            let item = DeletedItem.transcript(id, version: delete)
            let reach = history.deletionReach(of: item)
            guard try confirmDeletion(of: delete, of: id, in: history, reach) else { return }
            try history.remove(item, remakePoints: composition.makeMinutesWhenFinal(in: history.store))
            // Who was asked knows it.
            if yes.isOn, let reach { StandardOutput.note("Deleted \(reach).") }
        }
        try list(history.transcripts(of: id), of: id)
    }

    /// The meeting; what cannot be undone needs its name, with a number after a title.
    private func meetingID(in history: History) throws -> Meeting.ID {
        guard delete != nil else { return try history.meetingID(meeting, asking: "Transcripts of which meeting?") }
        guard let meeting else { throw Failure(.usage, "--delete needs the name of the meeting, such as latest") }
        return try MeetingLookup.find(meeting, in: history.store, needsNumber: true)
    }

    private func list(_ transcripts: [ListedTranscript], of id: Meeting.ID) throws {
        if json.isOn {
            let documents = transcripts.map(TranscriptsDocument.Transcript.init)
            return try JSONOutput.write(TranscriptsDocument(meeting: id.rawValue, transcripts: documents))
        }
        var table = Table(
            ["NUMBER", "MADE", "FROM", "UTTERANCES", "WORDS", ""],
            alignments: [.right, .left, .left, .right, .right, .left])
        for transcript in transcripts {
            table.append([
                String(transcript.version.number), LocalTime(transcript.version.createdAt).minute, transcript.origin,
                String(transcript.utterances), String(transcript.words), transcript.version.isCurrent ? "current" : "",
            ])
        }
        try StandardOutput.write(table.lines(for: .standardOutput).map { $0 + "\n" }.joined())
    }

    private func compare(in history: History, _ id: Meeting.ID) throws {
        guard let meeting = try history.store.meetingWithoutWords(id) else { throw HistoryError.noMeeting(id) }
        let versions = try history.store.transcriptVersions(of: id)
        let numbers = compare + (compare.count < 2 ? versions.filter(\.isCurrent).map(\.number) : [])
        guard let from = numbers.first, let to = numbers.dropFirst().first else { return }
        let texts = try [from, to].map { try history.store.transcript(of: id, version: $0).map(\.utterance) }
        let comparison = TranscriptComparison(from: texts[0], to: texts[1], turns: meeting.turns)
        if json.isOn { return try JSONOutput.write(ComparisonDocument(comparison, of: meeting, from: from, to: to)) }
        let lines = ComparisonText.lines(comparison, of: meeting, terminal: .standardOutput)
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
    }

    private func confirmDeletion(of number: Int, of id: Meeting.ID, in history: History, _ reach: String?) throws
        -> Bool
    {
        guard let listed = try history.transcripts(of: id).first(where: { $0.version.number == number }) else {
            throw HistoryError.noTranscript(id, version: number)
        }
        guard !listed.version.isCurrent else { throw HistoryError.transcriptInUse(id, version: number) }
        let question =
            "delete transcript \(number) (\(listed.origin), \(listed.words) words)" + (reach.map { ", \($0)" } ?? "")
        return try yes.isOn || Question.confirm(question, insteadUse: "--yes")
    }
}
