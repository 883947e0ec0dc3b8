import Foundation
import MeetingModel
import StandupSpeech
import Testing

@testable import Minutes

@Suite struct `An answer` {
    private func question(language: String = "en") -> AssistantQuestion {
        AssistantQuestion(
            subject: .turn(name: "Ann"),
            lines: ["I finished the login page and talked to Carla.", "Today I will write tests for Grafana.", "Hm."]
                .enumerated().map { number, text in
                    PromptLine(attendee: Meeting.ann, text: text, start: .seconds(number), end: .seconds(number + 1))
                },
            names: [Meeting.ann: "Ann", Meeting.ben: "Ben"], language: language, terms: ["Kubernetes"],
            openPoints: [
                Point(
                    id: .init(rawValue: "open"), attendee: Meeting.ann, kind: .plan, text: "Finish the login page",
                    start: .zero, end: .zero, maker: .rules)
            ])
    }

    private func answer(_ points: String..., language: String = "en") -> AssistantAnswer? {
        AssistantAnswer(#"{"points":[\#(points.joined(separator: ","))]}"#, to: question(language: language))
    }

    @Test func `has its points with the lines that they cite`() throws {
        let read = try #require(
            answer(
                ChatServer.point("done", "finished the\nlogin page", [1], continues: 1),
                ChatServer.point("plan", "Write tests for Grafana", [2, 1, 2])))
        #expect(
            read.points == [
                .init(kind: .done, text: "finished the login page", lines: [0], continues: .init(rawValue: "open")),
                .init(kind: .plan, text: "Write tests for Grafana", lines: [0, 1], continues: nil),
            ])
        #expect(read.rejected.isEmpty)
    }

    @Test(
        arguments: [
            (#"{"kind":"done"}"#, .malformed),
            (#"7"#, .malformed),
            (#"{"kind":"promise","text":"login page","lines":[1],"continues":0}"#, .malformed),
            (#"{"kind":"other","text":"login page","lines":[1],"continues":0}"#, .malformed),
            (#"{"kind":"done","text":"login page","lines":[1],"continues":0,"person":"Ben"}"#, .malformed),
            (#"{"kind":"done","text":"login page","lines":[1],"continues":0,"start":3600}"#, .malformed),
            (#"{"kind":"done","text":"login page","lines":"1","continues":0}"#, .malformed),
            (#"{"kind":"done","text":"login page","lines":[1.5],"continues":0}"#, .malformed),
            (ChatServer.point("done", "login page", []), .uncited),
            (ChatServer.point("done", "login page", [0]), .wrongCitation),
            (ChatServer.point("done", "login page", [1, 4]), .wrongCitation),
            (ChatServer.point("done", "login page", [-1]), .wrongCitation),
            (ChatServer.point("done", "login page", [.max]), .wrongCitation),
            (ChatServer.point("done", "login page", [1], continues: 2), .wrongCitation),
            (ChatServer.point("done", " \n\u{7} ", [1]), .text),
            (ChatServer.point("done", String(repeating: "login ", count: 60), [1]), .text),
            (ChatServer.point("done", "Die Anmeldeseite ist fertig", [1]), .unrelated),
            (ChatServer.point("done", "로그인 페이지를 끝냈습니다", [1]), .unrelated),
            (ChatServer.point("done", "login page", [3]), .unrelated),
            (ChatServer.point("done", "finished the login page with Ben", [1]), .strangeName),
            (ChatServer.point("done", "finished the login page with Zacharias", [1]), .strangeName),
            (ChatServer.point("done", "finished the login page with ben", [1]), .strangeName),
            (ChatServer.point("done", "BEN finished the login page", [1]), .strangeName),
            (ChatServer.point("done", "Ben: finished the login page", [1]), .strangeName),
            (ChatServer.point("done", "ben's login page is finished", [1]), .strangeName),
            (ChatServer.point("done", "Zebulon: finished the login page", [1]), .strangeName),
            (ChatServer.point("done", "Zebulon says finished the login page", [1]), .strangeName),
            (ChatServer.point("done", "Finished the login page. ZEBULON", [1]), .strangeName),
            (ChatServer.point("done", "Finished the login page. Zebulon!", [1]), .strangeName),
            (ChatServer.point("done", "finished the login page with zEBULON", [1]), .strangeName),
            (ChatServer.point("done", "talked to Carlos on the login page", [1]), .strangeName),
            (ChatServer.point("done", "finished the login page for the NASA", [1]), .strangeName),
        ] as [(String, PointRejection)])
    func `loses points that are not what was asked for, and counts them`(point: String, reason: PointRejection) throws {
        let read = try #require(answer(point, ChatServer.point("plan", "write tests", [2])))
        #expect(read.points.map(\.text) == ["write tests"])
        #expect(read.rejected == [reason: 1])
    }

    @Test(arguments: [
        "finished the login page with Ann", "finished the Login page", "talked to Carla", "login page on Kubernetes",
        "Fixed the login page", "Completed Login Page. Talked to Carla.", "Carla's login page is finished",
        "I finished the login page",
        "Yesterday finished the login page", "ANN finished the login page", "TALKED to carla", "finished the Pages",
    ])
    func `may name the person, what was said, and terms`(text: String) {
        #expect(answer(ChatServer.point("done", text, [1]))?.points.count == 1)
    }

    /// Whether a point with this text passes when somebody has said the line, and other attendees are Ben and 김민수.
    private func passes(_ text: String, _ said: String, language: String) -> Bool {
        var question = question(language: language)
        question.names[.init(rawValue: "c")] = "Zoë van der Berg"
        question.names[.init(rawValue: "d")] = "민수"
        question.lines[0] = PromptLine(attendee: Meeting.ann, text: said, start: .zero, end: .seconds(1))
        return AssistantAnswer(#"{"points":[\#(ChatServer.point("done", text, [1]))]}"#, to: question)?.points.count
            == 1
    }

    @Test(arguments: [
        ("Login-Seite repariert", true), ("Reparatur der Seite", false), ("Die Tests der Login-Seite", true),
        ("Login-Seite mit Erfolg repariert", true), ("Login-Seite mit Zebulon repariert", false),
        ("Login-Seite mit ben repariert", false), ("Bens Login-Seite repariert", false),
        ("Zoe repariert Login-Seite", false),
        ("Prüfung der Login-Seite", true), ("Seite bei Van repariert", false),
    ])
    func `in German may have ordinary nouns that nobody said, but no name`(text: String, isGood: Bool) {
        #expect(passes(text, "Ich habe die Login-Seite repariert und der Test läuft", language: "de-DE") == isGood)
    }

    @Test(arguments: [
        ("로그인 페이지를 완료했습니다", true), ("민수가 로그인 페이지를 완료했습니다", false), ("Ben이 로그인 페이지를 완료", false),
        ("Zebulon 로그인 페이지를 완료", true), ("로그인 페이지를 Zebulon과 완료", false), ("ben이 로그인 페이지를 완료", false),
    ])
    func `in other languages may have no attendee, and no capitals after the first word`(text: String, isGood: Bool) {
        #expect(passes(text, "로그인 페이지를 완료했습니다", language: "ko") == isGood)
    }

    @Test func `may name an attendee in the form in which they were named`() {
        #expect(passes("Zoe fixed the login page", "zoë fixed the login page", language: "en"))
        #expect(passes("민수와 로그인 페이지를 완료", "민수가 로그인 페이지를 완료했습니다", language: "ko"))
        #expect(!passes("fixed the login page with Benjamin", "fixed the login page with Ben", language: "en"))
    }

    @Test func `has each point once, and at most twenty`() throws {
        let one = ChatServer.point("plan", "write tests", [2])
        #expect(answer(one, ChatServer.point("plan", "Write tests.", [2]))?.rejected == [.duplicate: 1])
        let many = (0..<25).map { ChatServer.point("plan", "write tests \($0)", [2]) }.joined(separator: ",")
        let read = try #require(answer(many))
        #expect(read.points.count == 20)
        #expect(read.rejected == [.excess: 5])
    }

    @Test(arguments: [
        #"{"points":[]}"#, "  {\"points\":[]}\n", "```json\n{\"points\":[]}\n```", "```\n{\"points\":[]}```",
        "<think>The user {wants} points.</think>\n{\"points\":[]}", #"{"points":[],"note":"nothing"}"#,
        "Here are the points:\n\n```json\n{\"points\":[]}\n```\nThere are none.", "Points:\n```\n{\"points\":[]}```",
    ])
    func `may have a fence and thoughts around it`(text: String) {
        #expect(AssistantAnswer(text, to: question())?.points == [])
    }

    @Test(arguments: [
        "", "No points.", #"Here: {"points":[]}"#, #"{"points":{}}"#, "[]", "null", #"{"points":[}"#, "<think>…",
        "``````", "```", "Either ```json\n{\"points\":[]}\n``` or ```json\n{\"points\":[]}\n```",
        String(repeating: "[", count: 100_000),
    ])
    func `of something else is none`(text: String) {
        #expect(AssistantAnswer(text, to: question()) == nil)
    }

    @Test(
        arguments: [
            (
                #"{"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 9000"}}"#,
                8192
            ),
            (#"{"error":{"message":"too long","code":"context_length_exceeded"}}"#, nil),
            (#"{"error":{"code":500,"message":"x","type":"exceed_context_size_error","n_ctx":256}}"#, 256),
            (#"{"error":{"message":"the request exceeds the available context size"}}"#, nil),
        ] as [(String, Int?)])
    func `that the prompt is too long states the context`(body: String, context: Int?) {
        for status in [400, 500] {
            let response = HTTPResponse(status: status, body: Array(body.utf8), retryAfter: nil)
            #expect(ChatResponse(response, secret: nil) == .promptTooLong(context: context))
        }
    }
}
