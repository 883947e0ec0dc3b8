import Assets
import Foundation
import MeetingHistory
import MeetingModel
import Testing

@testable import Minutes

/// A meeting with points that try to be markup, JSON, a mention or a control sequence.
func sampleMeeting(points count: Int = 2, text: String = "done <!channel> @here \"x\" \\ & *y*\u{1b}[31m\nnext")
    -> Meeting
{
    let ann = Attendee.ID(rawValue: "a")
    return Meeting(
        id: .init(rawValue: "m"), standupID: .init(rawValue: "s"), title: "Daily <1>",
        startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished,
        duration: .seconds(60),
        attendees: [
            MeetingAttendee(id: ann, name: "Ann @all", slot: .seconds(30), state: .spoke),
            MeetingAttendee(id: .init(rawValue: "b"), name: "Ben", slot: .seconds(30), state: .spoke),
        ], note: "PRIVATE",
        points: (0..<count).map { number in
            Point(
                id: Point.ID(rawValue: "p\(number)"), attendee: ann, kind: number == 0 ? .done : .plan,
                text: text, start: .seconds(number), end: .seconds(number + 1), maker: .rules)
        })
}

/// The minutes of the sample.
func sampleMessage(points count: Int = 2, text: String? = nil) -> PostMessage {
    let meeting = text.map { sampleMeeting(points: count, text: $0) } ?? sampleMeeting(points: count)
    return PostMessage(
        of: MeetingTranscript(of: meeting, startedAt: LocalTime(meeting.startedAt, secondsAheadOfUTC: 0)))
}

/// The template of a service among the assets.
func standardTemplate(of service: PostService) throws -> PostTemplate {
    let path = try AssetFolder.locate(service.templateName)
    return try PostTemplate(String(contentsOfFile: path, encoding: .utf8))
}

/// The content of a message by the standard templates.
func standardContent(_ message: PostMessage, for service: PostService) throws -> PostContent {
    try PostContent(
        message, for: service, by: standardTemplate(of: service), plain: standardTemplate(of: .command))
}

@Suite struct `A template for minutes` {
    private func text(_ template: String, _ message: PostMessage = sampleMessage(text: "x")) throws -> String? {
        try PostTemplate(template).text(message, escaping: .plain, limit: 10_000)
    }

    @Test func `writes values, lists, conditions and comments`() throws {
        let template = """
            {{title}} of {{date}}{{! a comment }}
            {{! another, in a line of its own }}
            {{#people}}
              {{name}}: {{#points}}{{kind}} {{at}} {{text}}{{^last}}; {{/last}}{{/points}}
            {{#blocker}}
              blocked: {{text}}
            {{/blocker}}
            {{/people}}
            {{^people}}nobody{{/people}}{{#omitted}}more{{/omitted}}
            """
        #expect(
            try text(template) == """
                Daily <1> of 1970-01-01
                  Ann @\u{2060}all: done 0:00 x; plan 0:01 x

                """)
        #expect(try text("{{^people}}nobody{{/people}}", sampleMessage(points: 0)) == "nobody")
    }

    @Test func `has the lines that somebody wrote for the meeting, in every service's template`() throws {
        var message = sampleMessage(points: 1, text: "x")
        message.people[0].update = ["back \"on\" Monday", "<b> @all"]
        #expect(
            try text("{{#people}}{{#update}}{{name}}: {{text}}{{^last}}; {{/last}}{{/update}}{{/people}}", message)
                == "Ann @\u{2060}all: back \"on\" Monday; Ann @\u{2060}all: <b> @\u{2060}all")
        for service in PostService.allCases {
            let content = try standardContent(message, for: service)
            #expect(content.text.contains("Monday") && (service == .json || !content.text.contains("@all")))
            #expect(!content.text.contains("<b>") || [.json, .command, .mattermost].contains(service))
        }
        #expect(message.limited(to: 1).people.map(\.update) == [["back \"on\" Monday"]])
        #expect(message.limited(to: 1).omitted == 2)
    }

    @Test(arguments: [
        (
            "{{nme}}",
            "line 1, column 1: no value 'nme' here; use one of: meeting, title, date, start, duration, omitted"
        ),
        ("a\r\nb {{text}}", "line 2, column 3: no value 'text' here; use one of:"),
        ("{{#people}}\n  {{#people}}", "line 2, column 3: no section 'people' here; use one of: blocker,"),
        ("{{#people}}\n", "line 1, column 1: the section 'people' has no end; add {{/people}}"),
        ("x{{/people}}", "line 1, column 2: 'people' ends here, but no section is open; correct it"),
        ("{{#people}}{{#done}}{{/people}}", "line 1, column 21: 'people' ends here, but {{/done}} comes first"),
        ("한국 {{title", "line 1, column 4: {{ has no }} in its line; add it"),
        (String(repeating: "{{#omitted}}", count: 17), "line 1, column 193: more than 16 sections inside each other"),
        (String(repeating: " ", count: 65_537), "line 1, column 1: the template is larger than 64 KB"),
        ("", "line 1, column 1: the template is empty"), (" \n", "line 1, column 1: the template is empty"),
    ])
    func `tells the line and column of a mistake`(template: String, problem: String) {
        let error = #expect(throws: PostTemplateError.self) { try PostTemplate(template) }
        #expect(error?.description.hasPrefix(problem) == true, "\(String(describing: error))")
    }

    @Test(arguments: PostService.allCases)
    func `of each service lets no text become markup, and never holds the private note`(service: PostService) throws {
        let content = try standardContent(sampleMessage(), for: service)
        #expect(!content.text.contains("PRIVATE") && !content.text.contains("\u{1b}"))
        #expect(!content.text.contains("<!channel>") || service == .command || service == .json)
        if service != .json { #expect(!content.text.contains("@here") && !content.text.contains("@all")) }
        let words = "done: done"
        switch service {
        case .slack: #expect(content.text.contains("*Daily &lt;1&gt;*") && content.text.contains("&lt;!channel&gt;"))
        case .mattermost: #expect(content.text.contains("&lt;\\!channel\\>") && content.text.contains("\\*y\\*"))
        case .matrix: #expect(content.text.contains("&quot;x&quot;") && content.text.contains("<li>\(words)"))
        case .command: #expect(content.text.contains("- \(words)"))
        case .json:
            let document = try JSONSerialization.jsonObject(with: Data(content.bytes)) as? [String: Any]
            let people = document?["people"] as? [[String: Any]]
            let points = people?.first?["points"] as? [[String: Any]]
            #expect(points?.count == 2)
            #expect((points?.first?["text"] as? String)?.hasPrefix("done <!channel> @here \"x\" \\ & *y*") == true)
        }
    }

    @Test func `of Mattermost has a backslash only before what it takes one for`() {
        let text = #"at 9:30 *x* <b> & \n ~~y~~"#
        let escaped = #"at 9&#58;30 \*x\* &lt;b\> &amp; &#92;n \~\~y\~\~"#
        #expect(PostEscaping.markdown.escaped(text) == escaped)
    }

    @Test func `of Matrix has a text and HTML, and mentions nobody`() throws {
        let content = try standardContent(sampleMessage(), for: .matrix)
        let event = try JSONSerialization.jsonObject(with: Data(content.bytes)) as? [String: Any]
        #expect(event?["msgtype"] as? String == "m.text" && event?["format"] as? String == "org.matrix.custom.html")
        #expect((event?["body"] as? String)?.contains("- done: done <!channel>") == true)
        #expect(event?["formatted_body"] as? String == content.text)
        #expect((event?["m.mentions"] as? [String: Any])?.isEmpty == true)
    }

    @Test(arguments: PostService.allCases)
    func `leaves out the points that do not fit, and says how many`(service: PostService) throws {
        let message = sampleMessage(points: 6000, text: String(repeating: "word ", count: 40))
        let content = try standardContent(message, for: service)
        #expect(content.bytes.count <= service.limit && content.bytes.count > service.limit - 2000)
        let omitted = try #require(content.text.firstMatch(of: #/(?:and |"omitted": )([0-9]+)/#)).output.1
        let shown = content.text.components(separatedBy: "word word").count
        #expect(Int(omitted).map { $0 > 0 && $0 < 6000 } == true && shown > 1)
    }

    @Test func `that is too long by itself is refused`() throws {
        let long = try PostTemplate(String(repeating: "x", count: 20_000))
        #expect(throws: PostContent.Problem.tooLong(limit: 16_000)) {
            try PostContent(sampleMessage(), for: .mattermost, by: long, plain: long)
        }
    }

    @Test(arguments: [
        (#"{"title": {{title}}}"#, 1, 11, "no value begins here; put quotes around a text", #"{"title": Daily <1>}"#),
        ("{\n \"a\":\"{{title}}\",\n}", 3, 1, "a comma before '}'; remove it", "}"),
        (#"["{{title}}",]"#, 1, 14, "a comma before ']'; remove it", #"["Daily <1>",]"#),
        (#"{"a":"{{title}}""#, 1, 17, "the JSON ends too early", #"{"a":"Daily <1>""#),
        (#"{"a" "{{title}}"}"#, 1, 6, "':' is missing after a name", #"{"a" "Daily <1>"}"#),
        (#"{"a":"{{title}}"} x"#, 1, 19, "the text goes on after the end of the JSON", #"{"a":"Daily <1>"} x"#),
        (
            #"{"a":01,"b":"{{title}}"}"#, 1, 7, "a number that begins with 0; put quotes around a text",
            #"{"a":01,"b":"Daily <1>"}"#
        ),
        ("{\"a\":\"\n{{title}}\"}", 1, 7, "a line break or control character in a text; write \\n", #"{"a":""#),
        (#"{a:"{{title}}"}"#, 1, 2, "a name in quotes is missing", #"{a:"Daily <1>"}"#),
    ])
    func `that makes no JSON is refused with the line that is wrong`(
        template: String, line: Int, column: Int, problem: String, text: String
    ) throws {
        let template = try PostTemplate(template)
        #expect(throws: PostContent.Problem.notJSON(line: line, column: column, problem: problem, text: text)) {
            try PostContent(sampleMessage(), for: .json, by: template, plain: template)
        }
    }

    @Test(arguments: [
        #"{"a":["{{title}}",1,-0.5e+3,true,false,null,{},[]]}"#, " \n[ ]\r\n", #""{{title}}""#, #"["\u00e9\n\/"]"#,
    ])
    func `that makes JSON is accepted`(template: String) throws {
        let template = try PostTemplate(template)
        #expect(throws: Never.self) { try PostContent(sampleMessage(), for: .json, by: template, plain: template) }
    }

    @Test(arguments: PostService.allCases)
    func `that makes nothing is refused`(service: PostService) throws {
        let template = try PostTemplate("{{! nothing }}")
        #expect(throws: PostContent.Problem.empty) {
            try PostContent(sampleMessage(), for: service, by: template, plain: template)
        }
    }
}
