import MeetingHistory
import MeetingModel
import StandupTesting

/// A member who sends what no program of ours does.
final class Attacker {
    private let server: any TeamServer
    private let device = Device.ID()
    private var head = DeviceHead()

    init(_ member: String = "mal", on database: InMemoryTeamServer) throws {
        server = database.connection(of: member)
        try server.register(device, named: "x")
    }

    /// Sends changes; the numbers of those that were refused, from 0.
    @discardableResult
    func send(_ changes: SharedChange...) throws -> [Int] {
        let batch = try SharedBatch(of: device, changes, after: head)
        head = DeviceHead(sequence: batch.last, hash: batch.hash)
        guard case .stored(let refused) = try server.push(batch) else { return [] }
        return refused.map { Int($0 - batch.first) }.sorted()
    }

    /// A change that belongs to a standup or a meeting.
    func change(
        _ kind: SharedKind, _ item: String, of standup: Standup.ID, in meeting: Meeting.ID? = nil,
        by member: String? = nil, at clock: HybridClock = HybridClock(time: 1, counter: 0, writer: "w"),
        _ content: String
    ) -> SharedChange {
        SharedChange(
            kind: kind, item: item, standup: standup, meeting: meeting, member: member, clock: clock, content: content)
    }

    /// A meeting without words, recorded as a member says.
    func meeting(_ id: Meeting.ID, of standup: Standup, by member: String? = nil) -> SharedChange {
        let meeting = Meeting(
            id: id, standupID: standup.id, title: "forged", startedAt: Timestamp(nanosecondsSince1970: 1),
            state: .finished, duration: .seconds(9),
            attendees: standup.attendees.map { MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(9)) })
        return change(
            .meeting, id.rawValue, of: standup.id, in: id, by: member, SharedContent.json(SharedMeeting(meeting)))
    }

    /// A live transcript of a meeting with words of an attendee.
    func words(
        _ text: String, of attendee: Attendee, in meeting: Meeting.ID, of standup: Standup, by member: String? = nil
    ) -> SharedChange {
        let utterance =
            #"{"attendee":"\#(attendee.id)","start":0,"end":1,"text":"\#(text)","recognizer":"x","isInterjection":false}"#
        return change(
            .transcript, LiveTranscript.id(of: meeting), of: standup.id, in: meeting, by: member,
            #"{"head":{"createdAt":1,"isCorrection":false},"utterances":[{"head":\#(utterance),"words":[]}]}"#)
    }

    func deletion(of item: String, _ kind: SharedKind) -> SharedChange {
        .deletion(of: item, kind, at: HybridClock(time: 1, counter: 0, writer: "w"))
    }
}
