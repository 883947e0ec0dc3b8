import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// What the history makes of words from the other side of a call.
@Suite struct InterjectionTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A meeting in which somebody in the call says "good point" during the turn of attendee 0, who is in the room.
    private func filled() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        var meeting = Meeting.full("m", text: "login")
        meeting.transcript.insert(
            .sample(at: 2, text: "good point", words: ["good"], channel: .call, isInterjection: true), at: 1)
        try store.begin(meeting)
        #expect(try store.meeting("m") == meeting)
        return store
    }

    @Test func `They are not in the attendee's speaking time`() throws {
        let store = try filled()
        #expect(try store.contributions(to: "s", last: 1).map(\.speech) == [.seconds(1), .seconds(1)])
        let listed = try #require(try store.listedMeetings(of: nil, after: nil, limit: 1).first)
        #expect(listed.speech["0"] == .seconds(1))
    }

    @Test func `A search finds them by their side, and not among an attendee's words`() throws {
        let store = try filled()
        let query = try SearchQuery("good")
        let hit = try #require(try store.search(SearchRequest(query)).first)
        #expect(hit.interjection == .call)
        guard case .utterance(_, let attendee, let name, _, _) = hit.source else {
            Issue.record("\(hit.source)")
            return
        }
        #expect((attendee, name) == ("0", "from the call"))
        #expect(try store.search(SearchRequest(query, attendees: ["0"])) == [])
        let own = try store.search(SearchRequest(SearchQuery("login"), attendees: ["0"]))
        #expect(own.map(\.interjection) == [nil])
    }

    @Test func `An interjection assigned to an attendee counts as theirs`() throws {
        let store = try filled()
        let found = try store.transcript(of: "m", version: 1).first { $0.utterance.isInterjection }
        let correction = UtteranceCorrection(utterance: try #require(found).id, attendee: "0")
        _ = try store.correctTranscript(
            of: "m", version: 1, [correction], at: Timestamp(nanosecondsSince1970: 0))
        #expect(try store.contributions(to: "s", last: 1).map(\.speech) == [.seconds(2), .seconds(1)])
        let hits = try store.search(SearchRequest(SearchQuery("good"), attendees: ["0"]))
        #expect(hits.map(\.interjection) == [nil])
    }

    @Test func `A draft keeps them`() throws {
        let store = try filled()
        let part = DraftPart(
            frames: 0..<9, utterances: [.sample(at: 1, channel: .room, isInterjection: true), .sample(at: 2)])
        try store.keep(part, in: "d", of: "m")
        #expect(try store.draft("d", of: "m") == [part])
    }
}
