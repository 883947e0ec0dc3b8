import Assets
import Foundation
import MeetingModel
import Minutes
import Testing
import Web
import Yams

/// Rules for sentences of each language.
struct PointRulesTests {
    static let languages = ["en", "de", "ko"]

    struct Example: Decodable {
        let kind: Point.Kind
        let text: String
    }

    static func rules(_ language: String) throws -> PointRules {
        try PointRules(yaml: String(contentsOfFile: AssetFolder.locate("Phrases/\(language).yaml"), encoding: .utf8))
    }

    static func file(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Sentences/\(name).yaml")
    }

    static func examples(_ name: String) throws -> [Example] {
        try YAMLDecoder().decode([Example].self, from: String(contentsOf: file(name), encoding: .utf8))
    }

    @Test(arguments: languages)
    func theRulesSortNearlyAllSentencesTheyWereWrittenWith(language: String) throws {
        let rules = try Self.rules(language)
        let examples = try Self.examples("development.\(language)")
        let wrong = examples.filter { rules.kind(of: $0.text) != $0.kind }
        #expect(wrong.count * 10 <= examples.count, "\(wrong.map(\.text))")
    }

    @Test(arguments: [
        ("en", "were there errors", "Um, so,", "The printer, um,"),
        ("de", "wer hilft mir", "Ja, aber", "Der Drucker, ja,"),
    ])
    func aSentenceBeginsAfterItsFillers(language: String, question: String, fillers: String, subject: String) throws {
        let rules = try Self.rules(language)
        #expect(rules.kind(of: question) == .question)
        #expect(rules.kind(of: "\(fillers) \(question)") == .question)
        #expect(rules.kind(of: "\(subject) \(question)") != .question)
    }

    @Test(arguments: [
        ("en", "I did not finish the tests of the login page."), ("en", "I haven't deployed the search yet."),
        ("en", "The tests are not finished yet."), ("en", "I will not deploy today."),
        ("en", "Today I won't release the export."), ("en", "We're not going to test the search today."),
        ("de", "Ich habe die Tests der Loginseite nicht fertig geschrieben."),
        ("de", "Die Tests sind noch nicht fertig."),
        ("de", "Ich habe keine Tests geschrieben."), ("de", "Ich werde heute nicht deployen."),
        ("de", "Heute mache ich den Export nicht."), ("ko", "로그인 페이지 테스트를 완료하지 않았습니다."),
        ("ko", "아직 테스트를 안 끝냈습니다."), ("ko", "테스트를 끝내지 못했습니다."), ("ko", "오늘은 배포하지 않겠습니다."),
        ("ko", "오늘은 배포를 안 하겠습니다."), ("ko", "오늘은 배포하지 않을 예정입니다."),
    ])
    func whatIsDeniedIsNeitherDoneNorPlanned(language: String, sentence: String) throws {
        #expect(try ![.done, .plan].contains(Self.rules(language).kind(of: sentence)))
    }

    @Test(
        arguments: [
            ("en", "I finished the page that did not load.", .done),
            ("en", "I did not only write the tests but also merged them.", .done),
            ("en", "I didn't finish the tests, but today I will.", .plan),
            ("en", "Today I will fix the bug that does not go away.", .plan),
            ("de", "Ich habe den Fehler behoben, der nicht reproduzierbar war.", .done),
            ("de", "Heute prüfe ich, warum der Export nicht läuft.", .plan),
            ("ko", "로드되지 않는 페이지를 고쳤습니다.", .done), ("ko", "오늘은 안 나오는 화면을 고치겠습니다.", .plan),
        ] as [(String, String, Point.Kind)])
    func anotherClauseThatIsDeniedChangesNothing(language: String, sentence: String, kind: Point.Kind) throws {
        #expect(try Self.rules(language).kind(of: sentence) == kind)
    }

    @Test(arguments: [
        ("en", "Today I will write tests for e.g. the docs.", 1),
        ("en", "Today I will test versions 2.4.1 and e.g. 2.5.", 1),
        ("en", "Today I will test the search, the export etc. with Ben.", 1),
        ("en", "I tested the search, the export etc. Today I will test the import.", 2),
        ("en", "I fixed it until 5 p.m. Today I will test it.", 2),
        ("en", "I fixed it (i.e. The page) and merged version 2.4.1.", 1),
        ("de", "Heute werde ich z.B. Die Suche testen.", 1), ("de", "Heute werde ich z. B. die Suche testen.", 1),
        ("de", "Heute werde ich die Suche, den Export usw. testen.", 1),
    ])
    func anAbbreviationDoesNotEndASentence(language: String, said: String, count: Int) throws {
        let points = try Self.points(in: [.spoken(said, from: 0)], language)
        #expect(points.count == count)
        #expect(points.map(\.text).joined(separator: " ") == said)
    }

    @Test
    func aPointHasTheWordsAndTimeOfItsSentence() throws {
        let utterance = Utterance.spoken("Good morning. Yesterday I fixed the search. Today I'll test it.", from: 10)
        let points = try Self.points(in: [utterance])
        #expect(points.map(\.kind) == [.done, .plan])
        #expect(points.map(\.text) == ["Yesterday I fixed the search.", "Today I'll test it."])
        #expect(points.map(\.start) == [.seconds(12), .seconds(17)])
        #expect(points.map(\.end) == [.seconds(17), .seconds(21)])
        #expect(points.map(\.state) == [.done, .open])
        #expect(points.allSatisfy { $0.maker == .rules && $0.attendee == utterance.attendee })
    }

    @Test
    func aLongSentenceWithoutPunctuationIsSplitWhereAClauseBegins() throws {
        let said = "yesterday i finished the search page and today i'll start the export but i'm waiting for the keys"
        let points = try Self.points(in: [.spoken(said, from: 0)])
        #expect(points.map(\.kind) == [.done, .plan, .blocker])
        #expect(points.map(\.text).joined(separator: " ") == said)
    }

    @Test
    func `What nobody ends is cut, and each piece is asked for once`() throws {
        var asked: [Int] = []
        for length in [600, 1200] {
            var generator = SeededGenerator(seed: 1)
            let said = Array(repeating: "finished", count: length).joined(separator: " ")
            var count = 0
            let points = try Self.rules("en").points(in: [.spoken(said, from: 0)], using: &generator) {
                count += 1
                return true
            }
            #expect(points.allSatisfy { $0.text.split(separator: " ").count <= 60 })
            asked.append(count)
        }
        #expect(asked == [10, 20])
    }

    @Test
    func `Making points stops between two sentences`() throws {
        var generator = SeededGenerator(seed: 1)
        let rules = try Self.rules("en")
        var left = 1
        #expect(throws: CancellationError.self) {
            try rules.points(in: [.spoken("I fixed it. I tested it. I merged it.", from: 0)], using: &generator) {
                left -= 1
                return left >= 0
            }
        }
        #expect(left == -1)
    }

    @Test
    func theEndOfAKoreanClauseSplitsALongSentence() throws {
        let said = "어제는 로그인 페이지 작업을 모두 끝냈고 오늘은 검색 화면 테스트를 이어서 하겠습니다 그런데 서버가 없어서 기다리고 있어요"
        #expect(try Self.points(in: [.spoken(said, from: 0)], "ko").map(\.kind) == [.done, .plan, .blocker])
    }

    @Test
    func withoutTheTimesOfWordsASentenceHasItsShareOfTheUtterance() throws {
        let whole = Utterance(
            attendee: .init(rawValue: "a"), start: .seconds(100), end: .seconds(120),
            text: "I fixed it. I'm blocked by Ben.", recognizer: "test", words: [])
        let points = try Self.points(in: [whole])
        #expect(points.map(\.kind) == [.done, .blocker])
        #expect(points[0].start == .seconds(100) && points[0].end == points[1].start)
        #expect(points[1].end == .seconds(120))
    }

    @Test
    func wordsFromTheOtherSideOfACallAreNobodysPoint() throws {
        let interjection = Utterance(
            attendee: .init(rawValue: "a"), start: .zero, end: .seconds(2), text: "I finished the search.",
            recognizer: "test", words: [], channel: .call, isInterjection: true)
        #expect(try Self.points(in: [interjection]).isEmpty)
    }

    @Test(arguments: ["", "stem: 4", "[", "a: {b: c}"])
    func aFileThatIsNoCatalogueOfPhrasesIsAnErrorOfOneLine(yaml: String) {
        let error = #expect(throws: PhraseError.self) { try PointRules(yaml: yaml) }
        #expect(error?.description.contains("\n") == false)
    }

    /// The measured sentences are those that were written before the rules, and stay so.
    @Test(arguments: [
        ("en", "92c1eb8a105c2e081feeb2a0c5fdccfc1baac9a96de34d4781e52ad7a3188be6"),
        ("de", "59965f016337fccdf26c4271f0c1d76021dc156b52b43641c253cf103b9f0ab8"),
        ("ko", "78c08c0a4076943740e923062d879cfb97a4a7d85294275282e8d3264f447920"),
    ])
    func theMeasuredSentencesAreUnchanged(language: String, sum: String) throws {
        #expect(try SHA256.digits(of: Array(Data(contentsOf: Self.file(language)))) == sum)
        let examples = try Self.examples(language)
        for kind in Point.Kind.allCases { #expect(examples.count { $0.kind == kind } == 40) }
    }

    @Test(arguments: [
        ("en", "4f990204262020bdc4cca2a22aea510547d2ac9dc887a956cd2cbae81f1fd787"),
        ("de", "23f935e427b9ddacca9044f8ace22ff0f8810c5a0cfff77291311cacb3ae1761"),
    ])
    func `The measured turns are unchanged`(language: String, sum: String) throws {
        #expect(try SHA256.digits(of: Array(Data(contentsOf: Self.file("../Turns/\(language)")))) == sum)
    }

    private static func points(in transcript: [Utterance], _ language: String = "en") throws -> [Point] {
        var generator = SeededGenerator(seed: 1)
        return try rules(language).points(in: transcript, using: &generator)
    }
}

extension Utterance {
    /// An utterance of one word a second.
    static func spoken(_ text: String, from start: Int, by attendee: String = "a") -> Utterance {
        let words = text.split(separator: " ").enumerated()
            .map {
                Word(
                    text: String($1), start: .seconds(start + $0), end: .seconds(start + $0 + 1), confidence: 1)
            }
        return Utterance(
            attendee: .init(rawValue: attendee), start: .seconds(start), end: .seconds(start + words.count),
            text: text, recognizer: "test", words: words)
    }
}
