import Foundation
import MeetingSocket
import Testing

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
        let json = """
            {"at": 3, "meeting": "m", "standup": "s", "title": "\(long)", "theme": "sky", "language": "en",
             "length": 600, "attendees": [{"id": "a", "name": "\(long)", "used": 0}], "attendee": "a", "slot": 600,
             "remaining": 597, "index": 0, "queue": [], "absent": [], "recording": false, "microphoneLost": false,
             "version": "1", "process": 1}
            """
        let line = StatusLine(try JSONDecoder().decode(LiveMeeting.Snapshot.self, from: Data(json.utf8)))
        let short = String(repeating: "데", count: 11) + "…"
        #expect(line.standardText == "\(short): \(short) 9:57 (1/1) next: -")
        #expect(line.text(try StatusFormat(parsing: "{speaker}")) == long)
    }
}
