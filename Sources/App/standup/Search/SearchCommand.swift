import ArgumentParser
import MeetingHistory
import MeetingModel

/// `standup search`.
struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Find what was said, and titles, notes and names; play it.",
        discussion: """
            It finds texts with all the words, in any order; case and accents make no difference. A phrase stands in \
            double quotes of its own, which a shell wants to be quoted too. log* finds login and logout; the last word \
            is taken so by itself, and words in Hangul always are. login OR logout finds either.

            What fits best comes first, of equals what is newer. What fits is marked in colour on a terminal, by [ ] \
            elsewhere. Titles and names that many meetings have are found once, with the newest meeting.

            Examples:
              standup search login page
              standup search '"login page" OR logout' --speaker Ann --since 2026-01-31
              standup search deploy* --standup Daily --since 14d --json
              standup search login --play --hit 2
            """)

    @Argument(help: ArgumentHelp("What to look for.", valueName: "text"))
    var words: [String]

    @Option(
        help: ArgumentHelp(
            "Only in meetings of this standup: a title, a unique start of one, or an id.", valueName: "standup"),
        completion: .standup)
    var standup: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only what people of this name, or with this in their name, said.", valueName: "name"),
        completion: .person)
    var speaker: String?

    @Option(
        help: ArgumentHelp(
            "Only from this day on: 2026-01-31, today, yesterday, or 14d for so many days ago.", valueName: "day"),
        transform: DayArgument.init)
    var since: DayArgument?

    @Option(
        help: ArgumentHelp("Only up to this day, which is included.", valueName: "day"), transform: DayArgument.init)
    var until: DayArgument?

    @Flag(help: "Find texts with one of the words, not all.")
    var any = false

    @Option(parsing: .unconditional, help: ArgumentHelp("How many hits at most.", valueName: "number"))
    var limit = 20

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Leave out so many of the best hits, for the next page.", valueName: "number"))
    var skip = 0

    @Flag(help: "Play the first hit.")
    var play = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Which hit to play, by its number in the list.", valueName: "number"))
    var hit: Int?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("limit out of range, 1 to 10000") }
        guard (0...1_000_000).contains(skip) else { throw ValidationError("skip out of range, 0 to 1000000") }
        guard hit.map({ $0 > 0 }) ?? true else { throw ValidationError("no such hit, they are numbered from 1") }
        guard hit == nil || play else { throw ValidationError("--hit says what to play, it needs --play") }
        guard !(play && json.isOn) else { throw ValidationError("--play and --json do not go together") }
    }

    func run() async throws {
        let query = try SearchQuery(words.joined(separator: " "), matching: any ? .any : .all)
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        var request = SearchRequest(query)
        request.standup = try standup.map { try history.standup($0).id }
        request.attendees = try speaker.map { try SpeakerLookup.find($0, in: history.store.people()) }
        request.since = since?.start
        request.until = until?.end
        if play { return try await play(request, in: history, composition: composition) }
        (request.limit, request.offset) = (limit + 1, skip)
        let hits = try history.store.search(request)
        if json.isOn {
            try JSONOutput.write(hits.prefix(limit).map(SearchHitDocument.init))
        } else {
            let lines = SearchList.lines(Array(hits.prefix(limit)), from: skip + 1, terminal: .standardOutput)
            try StandardOutput.write(lines.map { $0 + "\n" }.joined())
        }
        if hits.isEmpty { StandardOutput.note(skip == 0 ? "Nothing found." : "Nothing more found.") }
        if hits.count > limit { StandardOutput.note("There is more: --skip \(skip + limit)") }
    }

    /// Plays one hit from where it was said.
    private func play(_ request: SearchRequest, in history: History, composition: Composition) async throws {
        var request = request
        let number = hit ?? skip + 1
        (request.limit, request.offset) = (1, number - 1)
        guard let hit = try history.store.search(request).first else {
            let text = DisplayText(quoting: words.joined(separator: " "))
            throw Failure(
                .notFound,
                number == 1
                    ? "nothing found to play, \(text), search for fewer words"
                    : "no hit \(number), \(text), see them without --play")
        }
        for line in SearchList.lines([hit], from: number, terminal: .standardError) { StandardOutput.note(line) }
        try await PlayCommand.play(
            history.meeting(hit.meeting.rawValue), from: hit.offset, in: history, composition: composition)
    }
}
