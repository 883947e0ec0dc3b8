import Foundation
import GRDB
import MeetingModel
import Testing

@testable import MeetingHistory
@testable import StandupHistory

/// That the index in the database holds what the tables hold, and nothing else.
@Suite struct SearchIndexTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func count(_ store: SQLiteMeetingStore, _ text: String) throws -> Int {
        try store.search(SearchRequest(SearchQuery(text))).count
    }

    /// Every row of the index: actual and expected.
    private func rows(_ store: SQLiteMeetingStore) throws -> (found: [String], expected: [String]) {
        try store.read { database in
            let found = try String.fetchAll(
                database,
                sql:
                    "SELECT rowid || ' ' || text || ' ' || coalesce(meeting || ':' || transcript, '') FROM search ORDER BY rowid"
            )
            let expected = try String.fetchAll(
                database,
                sql: """
                    SELECT number || ' ' || search_text(CAST(text AS BLOB)) || ' ' || shown FROM (
                        SELECT number, text, meeting || ':' || transcript AS shown FROM utterance
                        UNION ALL SELECT number + (1 << 60), note, '' FROM meeting WHERE note IS NOT NULL
                        UNION ALL SELECT number + (1 << 61), text, '' FROM search_label
                        UNION ALL SELECT number + (1 << 62), text, '' FROM written_update WHERE meeting IS NOT NULL
                    ) ORDER BY number
                    """)
            let labels = try Row.fetchAll(
                database, sql: "SELECT kind, owner, text, meetings FROM search_label ORDER BY 1, 2, 3")
            let counted = try Row.fetchAll(
                database,
                sql: """
                    SELECT 'title' AS kind, standup AS owner, title AS text, count(*) AS meetings FROM meeting
                    GROUP BY 2, 3 UNION ALL SELECT 'name', id, name, count(*) FROM meeting_attendee GROUP BY 2, 3
                    ORDER BY 1, 2, 3
                    """)
            #expect(labels.map(\.description) == counted.map(\.description))
            return (found, expected)
        }
    }

    @Test func `The index follows every change of the tables`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        for number in 0..<4 { try store.begin(.full(Meeting.ID(rawValue: "m\(number)"), text: "word\(number)")) }
        for statement in [
            "UPDATE utterance SET text = 'changed ' || number WHERE number % 2",
            "UPDATE utterance SET number = number + 100 WHERE number = 3",
            "UPDATE utterance SET transcript = 7 WHERE number = 2", "UPDATE utterance SET meeting = 1 WHERE number = 5",
            "UPDATE meeting SET note = 'note ' || number", "UPDATE meeting SET note = NULL WHERE number = 2",
            "UPDATE meeting SET title = 'Other' WHERE number < 3", "UPDATE meeting SET standup = 'x' WHERE number = 1",
            "UPDATE meeting_attendee SET name = 'Bobby' WHERE name = 'Bob' AND meeting <> 1",
            "UPDATE meeting_attendee SET id = 'other' WHERE position = 0 AND meeting = 2",
            "UPDATE meeting_attendee SET used = 5", "DELETE FROM meeting_attendee WHERE meeting = 3",
            "UPDATE written_update SET text = 'changed ' || number WHERE number = 1",
            "UPDATE written_update SET meeting = NULL WHERE number = 1",
            "UPDATE written_update SET meeting = 1 WHERE number = 1", "DELETE FROM written_update WHERE number = 3",
            "DELETE FROM utterance WHERE number % 3 = 0", "DELETE FROM meeting WHERE number = 2", "DELETE FROM meeting",
        ] {
            try store.write { try $0.execute(sql: statement) }
            let rows = try rows(store)
            #expect(rows.found == rows.expected, "\(statement)")
        }
        #expect(try rows(store).found == [])
    }

    @Test func `After a permanent deletion, no file contains the data or its words in the index`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.save(.sample("other"))
        for number in 0..<60 { try store.begin(.full(Meeting.ID(rawValue: "m\(number)"), text: "ordinary\(number)")) }
        var meeting = Meeting.full("m", text: "xylophonist")
        meeting.attendees[0] = MeetingAttendee(id: "0", name: "Quetzalcoatl", slot: .zero)
        try store.begin(meeting)
        let kept = try store.transcript(of: "m", version: 1)
        let correction = UtteranceCorrection(utterance: kept[0].id, text: "zeppelin")
        _ = try store.correctTranscript(
            of: "m", version: 1, [correction], at: Timestamp(nanosecondsSince1970: 0))
        let words = ["xylophonist", "quetzalcoatl", "zeppelin"]
        func present() throws -> [String] {
            let bytes = try folder.bytes()
            return words.filter { word in
                [word, word.capitalized].contains { bytes.range(of: Data($0.utf8)) != nil }
            }
        }
        #expect(try present() == words)
        #expect(try count(store, "zeppelin") == 1)
        try store.chooseTranscript(of: "m", version: 1, at: .now)
        try store.deleteTranscript(of: "m", version: 2)
        #expect(try present() == ["xylophonist", "quetzalcoatl"])
        try store.deleteMeeting("m")
        #expect(try present() == [])
        #expect(try count(store, "ordinary*") == 20)
    }

    @Test func `A permanently deleted standup leaves no word in any file`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.begin(.sample("kept", of: "t"))
        for number in 0..<20 { try store.begin(.full(Meeting.ID(rawValue: "m\(number)"), text: "xylophonist")) }
        try store.deleteStandup("s")
        #expect(try folder.bytes().range(of: Data("xylophon".utf8)) == nil)
        #expect(try rows(store).found == rows(store).expected)
    }

    @Test func `A search with too many hits to rank ranks the newest, and then gives the others`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        let count = SearchRequest.rankedUtterances + 30
        var meeting = Meeting.sample("m", state: .finished)
        meeting.transcript = (0..<count).map { .sample(at: Double($0), text: "word", words: []) }
        try store.begin(meeting)
        func page(_ limit: Int, _ offset: Int) throws -> [Duration] {
            try store.search(SearchRequest(SearchQuery("word"), limit: limit, offset: offset)).map(\.offset)
        }
        let all = try page(2 * count, 0)
        #expect(Set(all).count == count)
        #expect(try page(count - 10, 0) + page(count, count - 10) == all)
        #expect(all.last == .zero)
    }

    @Test func `An index rebuilt from the tables equals the one made by the triggers`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        for id: Meeting.ID in ["a", "b"] { try store.begin(.full(id, text: "the zeppelin \(id)")) }
        let before = try rows(store)
        try store.write { database in
            try database.execute(sql: "DELETE FROM search; DELETE FROM search_label")
            try Schema.rebuildSearch(database)
        }
        let after = try rows(store)
        #expect(after.found == after.expected)
        #expect(after.found.count == before.found.count)
        #expect(try count(store, "zeppelin") == 8)
    }
}
