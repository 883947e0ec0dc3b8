import ArgumentParser
import MeetingHistory
import MeetingModel
import StandupFeatures

struct SearchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "search",
        abstract: "Search transcripts, updates, titles, notes and names, or points.",
        discussion: """
            Finds texts with all the words, in any order and case, with or without accents:

              log*             words that start with log; the last word needs no *
              login OR logout  either word
              '"login page"'   a phrase; the outer quotes are for the shell

            The best hits come first. A title or name that several meetings share is listed once, with the newest \
            meeting. With --points, it finds points instead, the newest first; an assistant's points may be worded \
            differently from what was said.

            If nothing is found, the exit code is 66. On a terminal, without words, it opens the search of the \
            application, where hits come as you type.

            Examples:
              standup search login page
              standup search '"login page" OR logout' --speaker Ann --since 2026-01-31
              standup search deploy* --standup Daily --since 14d --json
              standup search login --hit 2
              standup search deploy --points --speaker Ann
            """)

    @Argument(help: ArgumentHelp("The words to search for.", valueName: "text"))
    var words: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only meetings of this standup: a title, the start of a title, or an id.", valueName: "standup"),
        completion: .standup)
    var standup: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Only what this person said; part of a name is enough.", valueName: "name"),
        completion: .person)
    var speaker: String?

    @Option(
        help: ArgumentHelp(
            "Only from this day on: 2026-01-31, today, yesterday or 14d (14 days ago).", valueName: "day"),
        transform: DayArgument.init)
    var since: DayArgument?

    @Option(
        help: ArgumentHelp("Only up to and including this day.", valueName: "day"), transform: DayArgument.init)
    var until: DayArgument?

    @Flag(help: "Search the points of meetings instead: what is done, planned, blocked, decided and asked.")
    var points = false

    @Flag(help: "Find texts with any of the words, not all.")
    var any = false

    @Option(parsing: .unconditional, help: ArgumentHelp("The maximum number of hits.", valueName: "number"))
    var limit = 20

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("The number of hits to skip.", valueName: "number"))
    var skip = 0

    @Flag(help: "Play the first hit.")
    var play = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Play the hit with this number.", valueName: "number"))
    var hit: Int?

    @OptionGroup var data: DataOption
    @OptionGroup var json: JSONOption

    func validate() throws {
        guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be 1 to 10000, not \(limit)") }
        guard (0...1_000_000).contains(skip) else { throw ValidationError("--skip must be 0 to 1000000, not \(skip)") }
        guard hit.map({ $0 > 0 }) ?? true else { throw ValidationError("--hit must be 1 or more") }
        guard !(plays && json.isOn) else {
            throw ValidationError("\(play ? "--play" : "--hit") and --json cannot be combined")
        }
    }

    /// Whether to play a hit instead of listing them.
    private var plays: Bool { play || hit != nil }

    func run() async throws {
        guard !words.isEmpty else { return try await openSearch() }
        let query = try SearchQuery(words.joined(separator: " "), matching: any ? .any : .all)
        let composition = try Composition(data: data)
        let history = try composition.openHistory()
        var request = SearchRequest(query)
        request.standup = try standup.map { try history.standup($0).id }
        request.attendees = try speaker.map { try SpeakerLookup.find($0, in: history.store.people()) }
        request.since = since?.start
        request.until = until?.end
        if plays { return try await play(request, in: history, composition: composition) }
        (request.limit, request.offset) = (limit + 1, skip)
        let hits = try search(request, in: history)
        if json.isOn {
            try JSONOutput.write(hits.prefix(limit).map(SearchHitDocument.init))
        } else {
            let lines = SearchList.lines(Array(hits.prefix(limit)), from: skip + 1, terminal: .standardOutput)
            try StandardOutput.write(lines.map { $0 + "\n" }.joined())
        }
        guard !hits.isEmpty else {
            let likely = skip > 0 ? nil : try history.store.likelyWords(words.joined(separator: " "), in: request)
            StandardOutput.note(
                skip > 0
                    ? "Nothing more found."
                    : "Nothing found"
                        + (likely.map { "; did you mean: standup search " + $0.joined(separator: " ") } ?? "."))
            throw ExitCode(Failure.Code.notFound.rawValue)
        }
        if hits.count > limit { StandardOutput.note("More hits: --skip \(skip + limit)") }
        if !json.isOn, Terminal.standardOutput.columns != nil {
            StandardOutput.note(hits.count == 1 ? "Hear it: add --play" : "Hear one: add --hit NUMBER")
        }
    }

    private func search(_ request: SearchRequest, in history: History) throws -> [SearchHit] {
        points ? try history.store.searchPoints(request) : try history.store.search(request)
    }

    /// Opens the search in the application; without a terminal, or with options that it does not have, words are needed.
    private func openSearch() async throws {
        let composition = try Composition(data: data)
        guard !plays, !json.isOn, composition.terminalObstacle == nil else {
            throw Failure(.usage, "missing expected argument '<text> ...'; see: standup search --help")
        }
        let place = Place(
            .searching(
                PlaceInSearch(
                    standup: standup, person: speaker, since: since?.text, until: until?.text, matchesAny: any,
                    findsPoints: points)))
        try await FullScreen.open(place.address, data: data, leaves: true)
    }

    /// Plays a hit from its start.
    private func play(_ request: SearchRequest, in history: History, composition: Composition) async throws {
        var request = request
        let number = hit ?? skip + 1
        (request.limit, request.offset) = (1, number - 1)
        guard let hit = try search(request, in: history).first else {
            let text = DisplayText(quoting: words.joined(separator: " "))
            throw Failure(
                .notFound,
                number == 1
                    ? "nothing found for '\(text)'; search for fewer words"
                    : "no hit \(number) for '\(text)'; list the hits without --\(self.hit == nil ? "play" : "hit")")
        }
        for line in SearchList.lines([hit], from: number, terminal: .standardError) { StandardOutput.note(line) }
        try await PlayCommand.play(
            history.meeting(hit.meeting.rawValue), from: hit.offset, in: history, composition: composition)
    }
}
