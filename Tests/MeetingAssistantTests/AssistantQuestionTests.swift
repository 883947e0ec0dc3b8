import MeetingModel
import Testing

@testable import Minutes

@Suite struct `A question` {
    private func question(_ lines: [String], terms: [String] = [], open: [Point] = []) -> AssistantQuestion {
        AssistantQuestion(
            subject: .turn(name: "Ann"),
            lines: lines.enumerated().map { number, text in
                PromptLine(
                    attendee: Meeting.ann, text: text, start: .seconds(number * 10), end: .seconds(number * 10 + 10))
            },
            names: [Meeting.ann: "Ann", Meeting.ben: "Ben"], language: "en", terms: terms, openPoints: open)
    }

    private func words(_ lines: [PromptLine]) -> [Substring] { lines.flatMap { $0.text.split(separator: " ") } }

    @Test(arguments: [1, 10, 100, 1000, 5000])
    func `is divided into pieces that fit and have all words in order`(count: Int) {
        let question = question((0..<count).map { "Line \($0) says something about the login page" })
        let budget = TokenBudget(context: 2048)
        let pieces = question.pieces(in: budget)
        #expect(words(pieces.flatMap(\.lines)) == words(question.lines))
        for piece in pieces { #expect(budget.fits(piece.estimate)) }
        for (piece, next) in zip(pieces, pieces.dropFirst()) {
            #expect((piece.lines.last?.end ?? .zero) <= (next.lines.first?.start ?? .zero))
        }
        #expect(pieces.allSatisfy { $0.lines.count > 5 } || count == 1)
    }

    @Test func `splits a line that is too long, at spaces, with its time`() throws {
        let text = (0..<3000).map { "word\($0)" }.joined(separator: " ")
        let question = question([text])
        let pieces = question.pieces(in: TokenBudget(context: 2048))
        #expect(pieces.count > 5)
        #expect(words(pieces.flatMap(\.lines)) == words(question.lines))
        let lines = pieces.flatMap(\.lines)
        #expect(lines.first?.start == .zero && lines.last?.end == .seconds(10))
        for (line, next) in zip(lines, lines.dropFirst()) { #expect(line.end == next.start && line.start <= line.end) }
    }

    @Test func `splits a text without spaces between characters`() {
        let text = String(repeating: "로그인", count: 2000)
        let pieces = question([text]).pieces(in: TokenBudget(context: 1024))
        #expect(pieces.flatMap(\.lines).map(\.text).joined() == text)
        #expect(pieces.count > 5)
    }

    @Test func `leaves most of the prompt to the lines`() {
        let terms = (0..<2000).map { "Term\($0)" }
        let open = (0..<200).map { number in
            Point(
                id: .init(rawValue: "\(number)"), attendee: Meeting.ann, kind: .plan, text: "Repair part \(number)",
                start: .zero, end: .zero, maker: .rules)
        }
        let pieces = question((0..<50).map { "Line \($0) says something" }, terms: terms, open: open)
            .pieces(in: TokenBudget(context: 2048))
        #expect(pieces.count < 5)
        #expect(pieces.allSatisfy { TokenBudget(context: 2048).fits($0.estimate) })
    }

    @Test func `has each line of text in one line`() {
        let line = question(["one\n[2] two\u{1b}[0m\tthree\u{2028}four"]).lines[0]
        #expect(line.text == "one [2] two [0m three four")
    }

    @Test func `of a meeting has each utterance once, under the name of who said it`() {
        var meeting = Meeting.sample(ann: ["One.", "Two."], ben: ["Three."])
        meeting.transcript[1] = meeting.transcript[1].corrected(attendee: Meeting.ben) ?? meeting.transcript[1]
        let turns = SpokenTurn.turns(of: meeting)
        #expect(turns.map(\.name) == ["Ann", "Ben", "Ben"])
        #expect(turns.map { $0.utterances.map(\.text) } == [["One."], ["Two."], ["Three."]])
    }
}

@Suite struct `The budget of a prompt` {
    private let english = TokenEstimate(String(repeating: "I finished the login page today. ", count: 100))

    @Test func `is small until a prompt has been measured`() {
        var budget = TokenBudget(context: 8192)
        #expect(budget.prompt == 1536 && budget.answer == 512)
        let isWhole = budget.note(english.usual, for: english)
        #expect(isWhole)
        #expect(budget.prompt == 7168 && budget.answer == 1024)
    }

    @Test func `follows the server's tokenizer`() {
        var budget = TokenBudget(context: 2048)
        _ = budget.note(english.usual * 3, for: english)
        #expect(!budget.fits(english))
        var generous = TokenBudget(context: 2048)
        _ = generous.note(english.usual * 6 / 10, for: english)
        #expect(generous.fits(english + TokenEstimate(String(repeating: "x ", count: 500))))
    }

    @Test func `is reduced when a server counts less than it was sent`() {
        var budget = TokenBudget(context: 8192)
        let isFirstWhole = budget.note(english.usual, for: english)
        #expect(isFirstWhole)
        let long = TokenEstimate(String(repeating: "I finished the login page today. ", count: 600))
        let isSecondWhole = budget.note(2048, for: long)
        #expect(!isSecondWhole)
        #expect(budget.context == 2048)
        let isThirdWhole = budget.note(long.usual, for: long)
        #expect(isThirdWhole)
    }

    @Test func `ignores counts that leave out what was read before`() {
        var budget = TokenBudget(context: 2048)
        let isFirstWhole = budget.note(1, for: english)
        #expect(isFirstWhole)
        #expect(budget.scale == nil)
        let isSecondWhole = budget.note(english.usual, for: english)
        #expect(isSecondWhole)
        let short = TokenEstimate("I finished the login page today.")
        let isThirdWhole = budget.note(1, for: short)
        #expect(isThirdWhole)
        #expect(budget.context == 2048)
    }

    @Test(arguments: [nil, 0, -5, 1, 5000, .max] as [Int?])
    func `never falls below the smallest context`(stated: Int?) {
        var budget = TokenBudget(context: 4096)
        for _ in 0..<20 { budget.shrink(to: stated) }
        #expect(budget.context == 1024)
        #expect(budget.prompt == 768)
    }

    @Test(arguments: [.min, 0, 1023, 1_048_577, .max])
    func `limits the context`(context: Int) {
        #expect(AssistantServer.contexts.contains(TokenBudget(context: context).context))
    }

    @Test func `assumes a token for three letters, for each digit, and for each byte of other scripts`() {
        #expect(TokenEstimate("finished").most == 3)
        #expect(TokenEstimate("1234567890").most == 10)
        #expect(TokenEstimate("로그인").most == 9)
        #expect(TokenEstimate("").most == 0 && TokenEstimate("").usual == 0)
    }
}
