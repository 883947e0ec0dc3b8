import Foundation
import HTTPTransfer
import MeetingModel
import Testing

@testable import MeetingAssistant

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
        ] as [(String, PointRejection)])
    func `loses points that are not what was asked for, and counts them`(point: String, reason: PointRejection) throws {
        let read = try #require(answer(point, ChatServer.point("plan", "write tests", [2])))
        #expect(read.points.map(\.text) == ["write tests"])
        #expect(read.rejected == [reason: 1])
    }

    @Test(arguments: [
        "finished the login page with Ann", "finished the Login page", "talked to Carla", "login page on Kubernetes",
    ])
    func `may name the person, what was said, and terms`(text: String) {
        #expect(answer(ChatServer.point("done", text, [1]))?.points.count == 1)
    }

    @Test func `in German may have nouns that nobody said, but no attendee`() {
        let said = "finished the login page mit Erfolg"
        #expect(answer(ChatServer.point("done", said, [1]), language: "de-DE")?.points.count == 1)
        #expect(answer(ChatServer.point("done", said + " Ben", [1]), language: "de-DE")?.rejected == [.strangeName: 1])
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
    ])
    func `may have a fence and thoughts around it`(text: String) {
        #expect(AssistantAnswer(text, to: question())?.points == [])
    }

    @Test(arguments: [
        "", "No points.", #"Here: {"points":[]}"#, #"{"points":{}}"#, "[]", "null", #"{"points":[}"#, "<think>…",
        "``````", "```", String(repeating: "[", count: 100_000),
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
