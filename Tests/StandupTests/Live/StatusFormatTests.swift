import Foundation
import Testing
import TestSupport

@testable import MeetingSocket
@testable import standup

struct `The line of a running meeting` {
    @Test func `has fields, which are letters in braces, and text`() throws {
        let values = ["speaker": "Ann", "left": "1:23"]
        for (format, text) in [
            ("{speaker} {left}", "Ann 1:23"), ("{speaker}{speaker}", "AnnAnn"), ("plain", "plain"),
            (#"{"text": "{speaker}"}"#, #"{"text": "Ann"}"#), ("{ } {{left}} {", "{ } {1:23} {"), ("{next}", ""),
        ] {
            #expect(try StatusFormat(parsing: format).text(values) == text)
        }
    }

    @Test(arguments: ["", "{bogus}", "{speaker} {Left}", "{}", "{0}", "{title.x}"])
    func `with a wrong format says which fields there are`(format: String) {
        let error = #expect(throws: StatusFormatError.self) { try StatusFormat(parsing: format) }
        #expect(error?.description.contains("{title}, {state}, {speaker}") == true)
    }

    @Test func `shortens long titles and names, by their columns`() throws {
        let long = String(repeating: "데", count: 30)
        let line = StatusLine(try snapshot(title: long, speaker: long))
        let short = String(repeating: "데", count: 11) + "…"
        #expect(line.standardText == "\(short): \(short) 9:57 (1/1) next: -")
        #expect(line.text(try StatusFormat(parsing: "{speaker}")) == long)
    }

    private func snapshot(title: String, speaker: String) throws -> LiveMeeting.Snapshot {
        let json = """
            {"at": 3, "meeting": "m", "standup": "s", "title": "\(title)", "theme": "sky", "language": "en",
             "length": 600, "attendees": [{"id": "a", "name": "\(speaker)", "used": 0}], "attendee": "a", "slot": 600,
             "remaining": 597, "index": 0, "queue": [], "absent": [], "recording": false, "microphoneLost": false,
             "version": "1", "process": 1}
            """
        return try JSONDecoder().decode(LiveMeeting.Snapshot.self, from: Data(json.utf8))
    }

    @Test(arguments: [
        (StatusEscape.pango, "R&D <b>", "R&amp;D &lt;b&gt;"), (.polybar, "%{A1:x:}Ann%{A}", "% {A1:x:}Ann% {A}"),
        (.polybar, "{A1:x:}%", " {A1:x:}% "), (.tmux, "#[fg=red]#(x)", "##[fg=red]##(x)"),
    ])
    func `keeps names from being read as markup by what shows it`(
        program: StatusEscape, name: String, shown: String
    ) throws {
        let line = StatusLine(try snapshot(title: name, speaker: name), for: program)
        #expect(line.text(try StatusFormat(parsing: "{speaker}|{title}")) == "\(shown)|\(shown)")
        #expect(line.standardText == "\(shown): \(shown) 9:57 (1/1) next: -")
        #expect(StatusLine(try snapshot(title: name, speaker: name)).text(.short) == "\(name) 9:57")
    }

    @Test func `is escaped for Pango in waybar's JSON`() throws {
        let line = StatusLine(try snapshot(title: "R&D <b>", speaker: "<span>"), for: .pango)
        let json = try JSON(line.waybar)
        #expect(json["text"] == "&lt;span&gt; 9:57")
        #expect(json["tooltip"]?.text?.hasPrefix("R&amp;D &lt;b&gt;: &lt;span&gt;") == true)
    }
}
