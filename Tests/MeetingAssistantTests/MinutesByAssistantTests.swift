import MeetingModel
import StandupHistory
import StandupSpeech
import StandupTesting
import Testing
import TestSupport

@testable import MeetingHistory
@testable import Minutes

@Suite(.timeLimit(.minutes(10))) struct `The minutes by an assistant` {
    private let store: any MinutesByAssistant.Store = SQLiteMeetingStore.temporary()
    private let now = Timestamp(nanosecondsSince1970: 7)

    private func minutes(_ server: ChatServer) throws -> MinutesByAssistant {
        let address = try ServerAddress(server.base, service: .assistant)
        return MinutesByAssistant(in: store, by: MeetingAssistant(AssistantClient(AssistantServer(address))))
    }

    /// The number `number` of a standup's meetings, one a day.
    private func hold(_ number: Int, ann: [String], ben: [String] = []) throws -> Meeting.ID {
        let sample = Meeting.sample(ann: ann, ben: ben)
        let meeting = Meeting(
            id: .init(rawValue: "m\(number)"), standupID: sample.standupID, title: sample.title,
            startedAt: Timestamp(nanosecondsSince1970: Int64(number) * 86_400_000_000_000), state: .finished,
            duration: sample.duration, attendees: sample.attendees, turns: sample.turns, transcript: sample.transcript)
        try store.begin(meeting)
        return meeting.id
    }

    private func points(_ id: Meeting.ID) throws -> [Point] { try #require(try store.meeting(id)).points }

    @Test func `are a version beside that of the rules`() throws {
        let id = try hold(1, ann: ["I finished the login page.", "I will test it."])
        let transcript = try store.transcriptVersions(of: id).first?.number
        let rules = Point(
            id: .init(rawValue: "r"), attendee: Meeting.ann, kind: .plan, text: "I will test it.",
            start: .seconds(11), end: .seconds(14), maker: .rules, transcript: transcript)
        try store.addPoints([rules], to: id, by: .rules, from: transcript, settling: [], at: now)
        try store.setState(.dropped, of: [rules.id])
        let minutes = try minutes(ChatServer(.llamaCpp(context: 4096)))
        #expect(try !minutes.areCurrent(for: id))
        _ = try minutes.make(of: id) { now }
        #expect(try minutes.areCurrent(for: id))
        #expect(try store.pointVersions(of: id).map(\.maker) == [.rules, .assistant])
        let points = try points(id)
        #expect(points.map(\.text) == ["I finished the login page.", "I will test it."])
        #expect(points.allSatisfy { $0.maker == .assistant && $0.transcript == transcript })
        // What a person has marked stays marked, under its id.
        #expect(points[1].id == rules.id && points[1].state == .dropped)
    }

    @Test func `settle the open point that was done`() throws {
        let first = try hold(1, ann: ["I will repair the printer."])
        let server = try ChatServer(.llamaCpp(context: 4096)) { prompt, _ in
            guard prompt.contains("1: (plan) I will repair the printer.") else { return ChatServer.points(of: prompt) }
            return #"{"points":[\#(ChatServer.point("done", "finished the printer", [1], continues: 1))]}"#
        }
        _ = try minutes(server).make(of: first) { now }
        let second = try hold(2, ann: ["I finished the printer."])
        _ = try minutes(server).make(of: second) { now }
        #expect(try points(second).first?.continues == points(first).first?.id)
        #expect(try points(first).first?.state == .done)
    }

    @Test func `make a version only if they differ from the current points`() throws {
        let id = try hold(1, ann: ["I finished the login page.", "I will test it."])
        let minutes = try minutes(ChatServer(.llamaCpp(context: 4096)))
        for _ in 1...3 { _ = try minutes.make(of: id) { now } }
        #expect(try store.pointVersions(of: id).count == 1)
        #expect(try store.editPoints(of: id, .delete(points(id)[1]), at: now))
        _ = try minutes.make(of: id) { now }
        #expect(try store.pointVersions(of: id).map(\.maker) == [.assistant, .hand])
        #expect(try points(id).map(\.text) == ["I finished the login page."])
    }

    @Test func `leave the points of a turn without a usable answer, and no others`() throws {
        let id = try hold(1, ann: ["I finished the login page."], ben: ["I will test it."])
        let meeting = try #require(try store.meeting(id))
        let transcript = try store.transcriptVersions(of: id).first?.number
        let rules = meeting.transcript.enumerated().map { number, said in
            Point(
                id: .init(rawValue: "r\(number)"), attendee: said.attendee, kind: .question, text: said.text,
                start: said.start, end: said.end, maker: .rules, transcript: transcript)
        }
        try store.addPoints(rules, to: id, by: .rules, from: transcript, settling: [], at: now)
        let server = try ChatServer(.llamaCpp(context: 4096)) { prompt, _ in
            prompt.contains("Person: Ben") ? "I cannot help with that." : ChatServer.points(of: prompt)
        }
        let report = try minutes(server).make(of: id) { now }
        #expect(report.failures.map { $0.turn?.name } == ["Ben"])
        #expect(try points(id).map(\.text) == ["I finished the login page.", "I will test it."])
        #expect(try points(id).map(\.maker) == [.assistant, .rules] && points(id).map(\.kind) == [.done, .question])
    }

    @Test func `are not stored if the transcript changes meanwhile`() throws {
        let id = try hold(1, ann: ["I finished the login page."])
        let store = store
        let server = try ChatServer(.llamaCpp(context: 4096)) { prompt, _ in
            guard let meeting = try? store.meeting(id), let said = meeting.transcript.first,
                let corrected = said.corrected(text: "I finished nothing.")
            else { return "" }
            _ = try? store.addTranscript([corrected], to: id, recognizer: "hand", at: meeting.startedAt)
            return ChatServer.points(of: prompt)
        }
        #expect(throws: HistoryError.transcriptChanged(id)) { try minutes(server).make(of: id) { now } }
        #expect(try store.pointVersions(of: id).isEmpty)
    }

    @Test func `of an assistant that fails are not stored`() throws {
        let id = try hold(1, ann: ["I finished the login page."])
        let server = try ChatServer(.llamaCpp(context: 4096)) { _, _ in "I cannot help with that." }
        #expect(throws: AssistantError.self) { try minutes(server).make(of: id) { now } }
        #expect(try store.pointVersions(of: id).isEmpty)
        #expect(throws: HistoryError.self) { try minutes(server).make(of: .init(rawValue: "none")) { now } }
    }
}
