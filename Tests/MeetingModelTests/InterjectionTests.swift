import Foundation
import MeetingModel
import Testing

@Suite struct InterjectionTests {
    private func attendees(remote: String...) -> [Attendee] {
        ["Ann", "Ben", "Cleo"].map { name in
            Attendee(id: Attendee.ID(rawValue: name), name: name, isRemote: remote.contains(name))
        }
    }

    @Test(
        arguments: [
            ("Ann", AudioChannel.room, false), ("Ann", .call, true), ("Ben", .room, true), ("Ben", .call, false),
            ("Cleo", .room, false), ("Cleo", .call, true), ("Stranger", .room, false), ("Stranger", .call, false),
        ])
    func `With somebody marked as remote, words from the other side of the turn's attendee are an interjection`(
        speaker: String, channel: AudioChannel, expected: Bool
    ) {
        let (attendees, speaker) = (attendees(remote: "Ben"), Attendee.ID(rawValue: speaker))
        #expect(attendees.isInterjection(on: channel, during: speaker) == expected)
        let parts = attendees.map {
            MeetingAttendee(id: $0.id, name: $0.name, slot: .zero, isRemote: $0.isRemote)
        }
        #expect(parts.isInterjection(on: channel, during: speaker) == expected)
    }

    @Test(arguments: AudioChannel.allCases)
    func `Without marks, both sides belong to the turn`(channel: AudioChannel) {
        for attendee in attendees() {
            #expect(!attendees().isInterjection(on: channel, during: attendee.id))
        }
    }

    @Test func `If everybody joins by call, words from the room are an interjection`() {
        let all = attendees(remote: "Ann", "Ben", "Cleo")
        #expect(all.allSatisfy { all.isInterjection(on: .room, during: $0.id) })
        #expect(all.allSatisfy { !all.isInterjection(on: .call, during: $0.id) })
    }

    private func utterance(isInterjection: Bool) -> Utterance {
        Utterance(
            attendee: Attendee.ID(rawValue: "Ann"), start: .zero, end: .seconds(1), text: "good point",
            recognizer: "pocketsphinx", words: [], channel: .call, isInterjection: isInterjection)
    }

    @Test func `An interjection's speaker is the side that it came from, not the attendee`() {
        let meeting = Meeting(
            id: Meeting.ID(rawValue: "m"), standupID: Standup.ID(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 0),
            attendees: [MeetingAttendee(id: Attendee.ID(rawValue: "Ann"), name: "Ann", slot: .zero)])
        #expect(utterance(isInterjection: true).speaker == .side(.call))
        #expect(meeting.speakerName(of: utterance(isInterjection: true)) == "from the call")
        #expect(utterance(isInterjection: false).speaker == .attendee(Attendee.ID(rawValue: "Ann")))
        #expect(meeting.speakerName(of: utterance(isInterjection: false)) == "Ann")
    }

    @Test
    func `An interjection given to an attendee by hand is theirs; a corrected text leaves it an interjection`() throws {
        let interjection = utterance(isInterjection: true)
        let given = try #require(interjection.corrected(attendee: Attendee.ID(rawValue: "Ann")))
        #expect(!given.isInterjection && given.channel == .call)
        let both = try #require(interjection.corrected(text: "good", attendee: Attendee.ID(rawValue: "Ben")))
        #expect(both.speaker == .attendee(Attendee.ID(rawValue: "Ben")) && both.text == "good")
        let text = try #require(interjection.corrected(text: "good pint"))
        #expect(text.isInterjection && text.channel == .call)
    }

    @Test func `Values that were encoded before calls existed can be decoded`() throws {
        let attendee = try JSONDecoder().decode(Attendee.self, from: Data(#"{"id":"a","name":"Ann"}"#.utf8))
        #expect(attendee == Attendee(id: Attendee.ID(rawValue: "a"), name: "Ann"))
        let plain = Utterance(
            attendee: attendee.id, start: .zero, end: .seconds(1), text: "yes", recognizer: "r", words: [])
        let encoded = try JSONEncoder().encode(plain)
        var members = try #require(try JSONSerialization.jsonObject(with: encoded) as? [String: Any])
        members["isInterjection"] = nil
        members["channel"] = nil
        let old = try JSONSerialization.data(withJSONObject: members)
        #expect(try JSONDecoder().decode(Utterance.self, from: old) == plain)
        for value in [plain, utterance(isInterjection: true)] {
            #expect(try JSONDecoder().decode(Utterance.self, from: JSONEncoder().encode(value)) == value)
        }
        let remote = Attendee(id: attendee.id, name: "Ann", isRemote: true)
        #expect(try JSONDecoder().decode(Attendee.self, from: JSONEncoder().encode(remote)) == remote)
    }
}
