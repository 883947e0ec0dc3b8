import MeetingHistory
import MeetingModel
import Testing

@testable import StandupHistory
@testable import StandupTesting

/// Points of several copies, and of several transcripts.
@Suite final class TeamPointTests: TeamCopies {
    /// Adds a point of another device, with the words of a transcript that nobody has yet.
    private func sendFromLaterTranscript(_ point: Point, of meeting: Meeting.ID, in standup: Standup) throws {
        try database.connection(of: "mallory").register(Device.ID(rawValue: "other"), named: "x")
        var fields: SharedFields = [:]
        for (name, value) in point.sharedValues(transcript: "later") {
            fields[name] = SharedField(value, at: HybridClock(time: 1, counter: 0, writer: "w"))
        }
        database.change { contents in
            contents.addRow(
                SharedChange(
                    kind: .point, item: "p@later", standup: standup.id, meeting: meeting, transcript: "later",
                    clock: HybridClock(time: 1, counter: 0, writer: "w"), content: SharedContent.json(fields)),
                of: Device.ID(rawValue: "other"))
        }
    }

    @Test
    func `A point that comes before its transcript stays, whatever else of its meeting is changed meanwhile`() throws {
        let (_, ben, standup, meeting) = try copiesWithMeeting()
        let point = Point(
            id: Point.ID(rawValue: "p"), attendee: standup.attendees[0].id, kind: .plan, text: "ship", start: .zero,
            end: .seconds(1), maker: .hand, transcript: nil)
        try sendFromLaterTranscript(point, of: meeting, in: standup)
        try sync(ben, as: "ben")
        try ben.record([.marks([PassageMark(start: .zero, end: .seconds(1))])], in: meeting)
        #expect(try ben.unsentItems() == ["mark \(meeting)/0-1000000000"])
    }

    @Test
    func `A point that is shown and taken out is out, also where another transcript of it has yet to come`() throws {
        let (ann, ben, standup, meeting) = try copiesWithMeeting()
        let point = Point(
            id: Point.ID(rawValue: "p"), attendee: standup.attendees[0].id, kind: .plan, text: "ship", start: .zero,
            end: .seconds(1), maker: .rules, transcript: 1)
        try ann.addPoints([point], to: meeting, by: .rules, from: 1, settling: [], at: .now)
        try sendFromLaterTranscript(point, of: meeting, in: standup)
        try sync((ann, "ann"), (ben, "ben"))
        try ben.addPoints([], to: meeting, by: .hand, from: 1, settling: [], at: .now)
        try sync((ben, "ben"), (ann, "ann"), (ben, "ben"))
        for store in [ann, ben] { #expect(try store.meeting(meeting)?.points.isEmpty == true) }
    }

    @Test("Points that were made again from a transcript that is deleted are those of the other transcript, everywhere")
    func pointsOfADeletedTranscript() throws {
        let (ann, ben, standup, meeting) = try copiesWithMeeting()
        let both = [(ann, "ann"), (ben, "ben")]
        func point(_ text: String, from transcript: Int) -> Point {
            Point(
                id: Point.ID(rawValue: "p"), attendee: standup.attendees[0].id, kind: .plan, text: text, start: .zero,
                end: .seconds(1), maker: .rules, transcript: transcript)
        }
        func add(_ text: String, from transcript: Int, in store: SQLiteMeetingStore) throws {
            try store.addPoints(
                [point(text, from: transcript)], to: meeting, by: .rules, from: transcript, settling: [], at: .now)
        }
        for (store, text) in [(ann, "by Ann"), (ben, "by Ben")] {
            let words = try #require(try store.transcript(of: meeting, version: 1).first)
            let version = try store.correctTranscript(
                of: meeting, version: 1, [UtteranceCorrection(utterance: words.id, text: text)], at: .now)
            try add(text, from: version, in: store)
            try sync(store, as: store === ann ? "ann" : "ben")
        }
        for _ in 0..<2 { for (store, member) in both { try sync(store, as: member) } }
        func version(_ text: String, in store: SQLiteMeetingStore) throws -> Int {
            try #require(
                try store.transcriptVersions(of: meeting).map(\.number)
                    .first { try store.transcript(of: meeting, version: $0).first?.utterance.text == text })
        }
        try ann.chooseTranscript(of: meeting, version: version("by Ann", in: ann), at: .now)
        try add("by Ann", from: version("by Ann", in: ann), in: ann)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        // Ben shows his own again, and has not told it, when Ann deletes it.
        try ben.chooseTranscript(of: meeting, version: version("by Ben", in: ben), at: .now)
        try add("by Ben", from: version("by Ben", in: ben), in: ben)
        try ben.setState(.done, of: [Point.ID(rawValue: "p")])
        try ann.deleteTranscript(of: meeting, version: version("by Ben", in: ann))
        for _ in 0..<2 { for (store, member) in both { try sync(store, as: member) } }
        let cleo = try copy(of: "cleo")
        try sync(cleo, as: "cleo")
        for store in [ann, ben, cleo] {
            let points = try #require(try store.meeting(meeting)).points
            #expect(points.map(\.text) == ["by Ann"])
            #expect(points.map(\.state) == [.done], "a mark is the point's, whatever its words are from")
        }
        #expect(try ann.sharedContents() == cleo.sharedContents())
        #expect(try ann.sharedContents() == ben.sharedContents())
    }
}
