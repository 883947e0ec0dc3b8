import Foundation
import MeetingHistory
import MeetingModel
import Testing

private let syncUps = """
    [{"id": "62A3C1C8-4B5C-4F0F-8E0F-6B7A6D9B1A11", "title": "Design", "theme": "orange",
      "duration": [16, 4852094820647174144],
      "attendees": [{"id": "62A3C1C8-4B5C-4F0F-8E0F-000000000001", "name": "Blob"},
                    {"id": "62A3C1C8-4B5C-4F0F-8E0F-000000000002", "name": " \\t"}],
      "meetings": [{"id": "62A3C1C8-4B5C-4F0F-8E0F-00000000000A", "date": 706000000.5,
                    "transcript": "Lorem\\nipsum \\u00e9 \\ud83d\\ude00"}]}]
    """

private let scrums = """
    [{"id": "62A3C1C8-4B5C-4F0F-8E0F-6B7A6D9B1A12", "title": "Scrum", "theme": "sky", "lengthInMinutes": 10,
      "attendees": [{"id": "62A3C1C8-4B5C-4F0F-8E0F-000000000001", "name": "Ann"}],
      "history": [{"id": "62A3C1C8-4B5C-4F0F-8E0F-00000000000B", "date": 706000000, "lengthInMinutes": 3,
                   "attendees": [{"id": "62A3C1C8-4B5C-4F0F-8E0F-000000000003", "name": "Zoe"}], "transcript": null}]}]
    """

@Suite struct `A file of standups` {
    @Test func `of SyncUps gives standups with their meetings`() throws {
        let file = try StandupsFile(Array(syncUps.utf8))
        let standup = try #require(file.standups.first)
        #expect(standup.id.rawValue == "62a3c1c8-4b5c-4f0f-8e0f-6b7a6d9b1a11")
        #expect(standup.title == "Design" && standup.theme == .orange && standup.length == .seconds(300))
        #expect(standup.attendees.map(\.name) == ["Blob"])
        let meeting = try #require(file.meetings.first)
        #expect(meeting.standupID == standup.id && meeting.title == "Design" && meeting.state == .finished)
        #expect(meeting.startedAt.nanosecondsSince1970 == (706_000_000 + 978_307_200) * 1_000_000_000 + 500_000_000)
        #expect(meeting.transcript.map(\.text) == ["Lorem ipsum é 😀"])
        #expect(meeting.attendees.map(\.name) == ["Blob", "Someone"])
        #expect(meeting.turns == [Turn(attendee: meeting.transcript[0].attendee, start: .zero, end: .seconds(300))])
        #expect(meeting.transcribedUpTo == nil && meeting.recording == nil)
    }

    @Test func `of Scrumdinger gives its own attendees to each meeting`() throws {
        let file = try StandupsFile(Array(scrums.utf8))
        #expect(file.standups[0].length == .seconds(600))
        #expect(file.meetings[0].duration == .seconds(180))
        #expect(file.meetings[0].attendees.map(\.name) == ["Zoe"])
        #expect(file.meetings[0].transcript.isEmpty && file.meetings[0].turns.isEmpty)
    }

    @Test func `is the same each time it is read`() throws {
        let old = scrums.replacing(
            "{\"id\": \"62A3C1C8-4B5C-4F0F-8E0F-000000000001\", \"name\": \"Ann\"}", with: "\"Ann\"")
        #expect(try StandupsFile(Array(old.utf8)) == StandupsFile(Array(old.utf8)))
        #expect(try StandupsFile(Array(old.utf8)).standups[0].attendees.map(\.name) == ["Ann"])
    }

    @Test func `as Swift's own encoder writes it is read`() throws {
        struct Attendee: Encodable { let id = UUID(), name = "Blob" }
        struct Held: Encodable { let id = UUID(), date = Date(timeIntervalSince1970: 1_700_000_000), transcript = "hi" }
        struct SyncUp: Encodable {
            let id = UUID(), title = "Design", theme = "poppy", duration = Duration.milliseconds(90_500)
            let attendees = [Attendee()], meetings = [Held()]
        }
        let file = try StandupsFile(Array(JSONEncoder().encode([SyncUp()])))
        #expect(file.standups[0].length == .milliseconds(90_500))
        #expect(file.meetings[0].startedAt.nanosecondsSince1970 == 1_700_000_000_000_000_000)
    }

    @Test func `that is empty imports nothing`() throws {
        #expect(try StandupsFile(Array(" [ ] ".utf8)).standups.isEmpty)
    }

    @Test(arguments: [
        ("\"Design\"", "5", "[0].title: not a text"),
        ("\"Design\"", "null", "[0].title is missing"),
        ("706000000.5", "\"x\"", "[0].meetings[0].date: not a date"),
        ("706000000.5", "1e300", "[0].meetings[0].date: not a date"),
        ("4852094820647174144", "-1", "[0].duration: not a duration"),
        ("[16, 4852094820647174144]", "5", "[0]: the length must be 10s to 8h, not 5s"),
        ("[16, 4852094820647174144]", "[9223372036854775807, 1]", "[0].duration: out of range"),
        ("62A3C1C8-4B5C-4F0F-8E0F-00000000000A", "../../x", "[0].meetings[0].id: "),
        (
            "62A3C1C8-4B5C-4F0F-8E0F-00000000000A", "62A3C1C8-4B5C-4F0F-8E0F-6B7A6D9B1A11",
            "[0]: the id 62a3c1c8-4b5c-4f0f-8e0f-6b7a6d9b1a11 is used twice"
        ),
        (
            "{\"id\": \"62A3C1C8-4B5C-4F0F-8E0F-000000000001\", \"name\": \"Blob\"}", "[]",
            "[0].attendees[0]: not an object"
        ),
        ("\"Blob\"", "\"Blob", "not JSON: "),
        ("\"theme\":", "\"theme\"", "not JSON: "),
    ])
    func `that is wrong is refused with the place`(old: String, new: String, message: String) {
        let error = #expect(throws: ImportError.self) {
            try StandupsFile(Array(syncUps.replacing(old, with: new).utf8))
        }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test(arguments: [
        ("", "not JSON: "), ("{\"a\": 1}", "the document: not a list"),
        ("[1]", "[0]: not an object"), ("<html>", "not JSON: "),
        ("[] x", "not JSON: Invalid value around character 3"), ("[\n\"\\x\"]", "[0]: not an object"),
        (String(repeating: "[", count: 200_000), "not JSON: "), ("[01e]", "[0]: not an object"),
        ("[tru", "not JSON: "), ("[trux]", "not JSON: "),
    ])
    func `that is no such file is refused`(text: String, message: String) {
        let error = #expect(throws: ImportError.self) { try StandupsFile(Array(text.utf8)) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test func `with a meeting with two updates of one attendee is refused`() throws {
        let id = "62A3C1C8-4B5C-4F0F-8E0F-0000000000"
        let update = #"{"attendee": "\#(id)01", "text": "a", "writtenAt": "2026-07-16T09:00:00Z"}"#
        func file(_ updates: String) throws -> StandupsFile {
            try StandupsFile(
                Array(
                    """
                    [{"id": "\(id)0A", "standup": {"id": "\(id)0B", "title": "Daily"},
                      "startedAt": "2026-07-16T09:00:00Z", "duration": 60, "turns": [], "transcript": [],
                      "attendees": [{"id": "\(id)01", "name": "Ann", "slot": 60}], "updates": [\(updates)]}]
                    """.utf8))
        }
        #expect(try file(update).meetings[0].updates.map(\.text) == ["a"])
        let error = #expect(throws: ImportError.self) { try file(update + "," + update) }
        #expect(
            error?.description.contains(
                "the attendee 62a3c1c8-4b5c-4f0f-8e0f-000000000001 has several updates; keep one of them") == true)
    }

    @Test func `cut anywhere is refused`() {
        let bytes = Array(syncUps.utf8)
        for count in 0..<bytes.count {
            #expect(throws: ImportError.self) { try StandupsFile(Array(bytes[..<count])) }
        }
    }
}
