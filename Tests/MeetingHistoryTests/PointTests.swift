import Foundation
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

@testable import MeetingHistory

/// The points of meetings.
@Suite struct PointTests {
    let folder: TemporaryFolder
    private let now = Timestamp(nanosecondsSince1970: 77)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func point(
        _ id: Point.ID, _ kind: Point.Kind = .plan, at seconds: Int = 1, transcript: Int? = 1,
        continues: Point.ID? = nil
    ) -> Point {
        Point(
            id: id, attendee: "0", kind: kind, text: "text of \(id)", start: .seconds(seconds),
            end: .seconds(seconds + 1), maker: .rules, transcript: transcript, continues: continues)
    }

    @Test func `A meeting has the points of the version that was added last`() throws {
        let store = try folder.open()
        try store.begin(.sample("m"))
        #expect(try store.pointVersions(of: "m") == [])
        let first = [point("a", at: 1), point("b", .done, at: 2)]
        #expect(try store.addPoints(first.reversed(), to: "m", by: .rules, from: 1, settling: [], at: now) == 1)
        #expect(try store.meeting("m")?.points == first)
        #expect(try store.addPoints([], to: "m", by: .hand, from: nil, settling: [], at: now) == 2)
        #expect(try store.meeting("m")?.points == [])
        #expect(try store.points(of: "m", version: 1) == first)
        #expect(
            try store.pointVersions(of: "m") == [
                PointVersion(number: 1, createdAt: now, maker: .rules, transcript: 1, isCurrent: false),
                PointVersion(number: 2, createdAt: now, maker: .hand, transcript: nil, isCurrent: true),
            ])
        #expect(throws: HistoryError.noMeeting("gone")) {
            try store.addPoints([], to: "gone", by: .rules, from: 1, settling: [], at: now)
        }
    }

    @Test func `A running meeting marks points of earlier ones, in all versions`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", at: 1, state: .finished))
        try store.begin(.sample("n", at: 2))
        for _ in 1...2 {
            try store.addPoints([point("a"), point("b")], to: "m", by: .rules, from: 1, settling: [], at: now)
        }
        try store.record([.pointState("a", .dropped), .pointState("b", .done), .pointState("gone", .done)], in: "n")
        for version in 1...2 { #expect(try store.points(of: "m", version: version).map(\.state) == [.dropped, .done]) }
        #expect(try store.openPoints(of: "s", before: "n", startedAt: nil).isEmpty)
        try store.record([.pointState("b", .open)], in: "n")
        #expect(try store.openPoints(of: "s", before: "n", startedAt: nil).map(\.id) == ["b"])
    }

    @Test func `A meeting has all open points, those open longest first, whatever others held meanwhile`() throws {
        let store = try folder.open()
        func hold(_ id: Meeting.ID, at seconds: Int64, _ states: [MeetingAttendee.State]) throws {
            var meeting = Meeting.sample(id, at: seconds, state: .finished, names: states.map(\.rawValue))
            for (index, state) in states.enumerated() { meeting.attendees[index].state = state }
            try store.begin(meeting)
        }
        try hold("m1", at: 1, [.spoke, .spoke, .spoke])
        try store.addPoints(
            [point("plan"), point("block", .blocker, at: 3)], to: "m1", by: .rules, from: 1, settling: [], at: now)
        // Two false starts, one without the person, and an import with the words of somebody else.
        try hold("m2", at: 2, [.spoke, .waiting, .waiting])
        try hold("m3", at: 3, [.spoke, .waiting])
        try hold("m4", at: 4, [.absent, .spoke])
        try hold("m5", at: 5, [.waiting, .spoke])
        func open() throws -> [String] {
            try store.openPoints(of: "s", before: "new", startedAt: nil).map { "\($0.id.rawValue) \($0.meetings)" }
        }
        #expect(try open() == ["plan 1", "block 1"])
        for second in 6...9 { try hold(.init(rawValue: "m\(second)"), at: Int64(second), [.spoke, .spoke]) }
        try store.addPoints([point("new")], to: "m9", by: .rules, from: 1, settling: [], at: now)
        #expect(try open() == ["plan 5", "block 5", "new 1"])
        try store.setState(.dropped, of: ["plan"])
        #expect(try open() == ["block 5", "new 1"])
    }

    @Test func `A point has its state in all versions, and new points settle earlier ones`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", at: 1, state: .finished))
        try store.begin(.sample("n", at: 2, state: .finished))
        for _ in 1...2 {
            try store.addPoints([point("a"), point("b")], to: "m", by: .rules, from: 1, settling: [], at: now)
        }
        try store.setState(.dropped, of: ["a", "gone"])
        for version in 1...2 { #expect(try store.points(of: "m", version: version).map(\.state) == [.dropped, .open]) }
        try store.addPoints(
            [point("c", .done, continues: "b")], to: "n", by: .rules, from: 1, settling: ["b"], at: now)
        #expect(try store.meeting("m")?.points.map(\.state) == [.dropped, .done])
        let carried = try store.meetingsWithPoints(of: "s", last: 2).carriedPoints
        #expect(carried.map(\.id) == ["c", "a", "b"])
        #expect(carried.map(\.isContinued) == [false, false, true])
    }

    @Test func `A change by hand makes a version, unless it is only of a state`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", state: .finished))
        try store.addPoints([point("a"), point("b", at: 3)], to: "m", by: .rules, from: 1, settling: [], at: now)
        let edited = point("a").edited(text: "other", kind: .done)
        #expect(edited.maker == .hand && edited.state == .done && edited.transcript == 1)
        #expect(try store.editPoints(of: "m", .replace(point("a"), by: edited), at: now))
        #expect(try store.meeting("m")?.points == [edited, point("b", at: 3)])
        // The state is that of the point in every version, the words are not.
        #expect(try store.points(of: "m", version: 1).map(\.state) == [.done, .open])
        #expect(try store.points(of: "m", version: 1).first?.text == "text of a")
        #expect(try store.editPoints(of: "m", .replace(edited, by: edited.marked(.dropped)), at: now))
        #expect(try store.pointVersions(of: "m").map(\.maker) == [.rules, .hand])
        #expect(try store.pointVersions(of: "m").map(\.transcript) == [1, 1])
        #expect(throws: HistoryError.noMeeting("gone")) {
            try store.editPoints(of: "gone", .add(point("x")), at: now)
        }
    }

    @Test func `A change is refused if the point has changed meanwhile, and can be undone`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", state: .finished))
        let points = [point("a"), point("b", at: 3)]
        try store.addPoints(points, to: "m", by: .rules, from: 1, settling: [], at: now)
        let other = points[0].edited(text: "elsewhere")
        #expect(try store.editPoints(of: "m", .replace(points[0], by: other), at: now))
        for edit in [PointEdit.replace(points[0], by: points[0].edited(text: "here")), .delete(points[0]), .add(other)]
        {
            #expect(try !store.editPoints(of: "m", edit, at: now))
        }
        #expect(try store.meeting("m")?.points == [other, points[1]])
        for edit in [PointEdit.delete(points[1]), .add(point("c", at: 2)), .replace(other, by: other.marked(.done))] {
            #expect(try store.editPoints(of: "m", edit, at: now))
            #expect(try store.editPoints(of: "m", edit.inverse, at: now))
            #expect(try store.meeting("m")?.points == [other, points[1]])
        }
    }

    @Test func `A deleted point does not come back after its transcript was deleted`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", state: .finished))
        _ = try store.addTranscript([.sample(at: 1, text: "other")], to: "m", recognizer: "r", at: now)
        let points = [point("a", transcript: 1), point("b", at: 3, transcript: 2)]
        try store.addPoints(points, to: "m", by: .rules, from: 2, settling: [], at: now)
        for point in points { #expect(try store.editPoints(of: "m", .delete(point), at: now)) }
        try store.deleteTranscript(of: "m", version: 1)
        #expect(try !store.editPoints(of: "m", .add(points[0]), at: now))
        #expect(try store.editPoints(of: "m", .add(points[1]), at: now))
        #expect(try store.meeting("m")?.points == [points[1]])
    }

    @Test func `What a user deleted is remembered, also after other runs`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", state: .finished))
        let points = [point("a"), point("b", at: 3), point("c", at: 5)]
        try store.addPoints(points, to: "m", by: .rules, from: 1, settling: [], at: now)
        for deleted in points.prefix(2) { #expect(try store.editPoints(of: "m", .delete(deleted), at: now)) }
        #expect(try store.pointsDeletedByHand(of: "m") == [points[0], points[1]])
        #expect(try store.currentSource(of: "m")?.number == 1)
        try store.addPoints([points[2]], to: "m", by: .assistant, from: 1, settling: [], at: now)
        #expect(try store.pointsDeletedByHand(of: "m") == [points[0], points[1]])
        #expect(try store.editPoints(of: "m", .add(points[0]), at: now))
        #expect(try store.pointsDeletedByHand(of: "m") == [points[1]])
        #expect(try store.currentSource(of: "m")?.maker == .assistant)
        let own = Point(id: "own", attendee: "0", kind: .plan, text: "own", start: .zero, end: .zero, maker: .hand)
        for edit in [PointEdit.add(own), .delete(own)] { #expect(try store.editPoints(of: "m", edit, at: now)) }
        #expect(try store.pointsDeletedByHand(of: "m") == [points[1]])
    }

    @Test func `What a user edited is known as it was made, also once it is deleted`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", state: .finished))
        let made = point("a", transcript: nil)
        try store.addPoints([made, point("b", at: 3)], to: "m", by: .rules, from: 1, settling: [], at: now)
        #expect(try store.pointsEditedByHand(of: "m") == [:])
        let edited = made.edited(text: "other")
        #expect(try store.editPoints(of: "m", .replace(made, by: edited), at: now))
        #expect(try store.pointsEditedByHand(of: "m") == ["a": made])
        #expect(try store.editPoints(of: "m", .delete(edited), at: now))
        #expect(try store.pointsDeletedByHand(of: "m") == [made])
    }

    @Test func `A deleted transcript takes its words from all versions`() throws {
        let store = try folder.open()
        var meeting = Meeting.sample("m", state: .finished)
        meeting.transcript = [.sample(at: 1, text: "plain")]
        try store.begin(meeting)
        _ = try store.addTranscript([.sample(at: 1, text: "other")], to: "m", recognizer: "r", at: now)
        let points = [
            point("secret", transcript: 1), point("kept", at: 2, transcript: 2), point("own", transcript: nil),
        ]
        for _ in 1...2 { try store.addPoints(points, to: "m", by: .rules, from: 2, settling: [], at: now) }
        try store.deleteTranscript(of: "m", version: 1)
        for version in 1...2 { #expect(try store.points(of: "m", version: version).map(\.id) == ["own", "kept"]) }
        #expect(try folder.bytes().range(of: Data("text of kept".utf8)) != nil)
        #expect(try folder.bytes().range(of: Data("text of secret".utf8)) == nil)
        try store.deleteMeeting("m")
        #expect(try folder.bytes().range(of: Data("text of kept".utf8)) == nil)
    }

    @Test func `Points with words of a transcript that was deleted or changed are not stored`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", state: .finished))
        _ = try store.addTranscript([.sample(at: 1, text: "other")], to: "m", recognizer: "r", at: now)
        let changed = HistoryError.transcriptChanged("m")
        #expect(throws: changed) {
            try store.addPoints([], to: "m", by: .rules, from: 1, settling: [], at: now)
        }
        try store.addPoints([point("a", transcript: 1)], to: "m", by: .rules, from: 2, settling: [], at: now)
        try store.deleteTranscript(of: "m", version: 1)
        #expect(throws: changed) {
            try store.addPoints([point("a", transcript: 1)], to: "m", by: .rules, from: 2, settling: [], at: now)
        }
        #expect(throws: changed) {
            try store.addPoints([], to: "m", by: .assistant, from: 3, settling: [], at: now)
        }
        #expect(try store.pointVersions(of: "m").count == 1 && store.points(of: "m", version: 1).isEmpty)
    }

    @Test func `The points of the current transcript are current`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", state: .finished))
        func current() throws -> [Int] { try store.pointVersions(of: "m").filter(\.isCurrent).map(\.number) }
        try store.addPoints([point("a")], to: "m", by: .rules, from: 1, settling: [], at: now)
        try store.addPoints([point("a")], to: "m", by: .assistant, from: 1, settling: [], at: now)
        _ = try store.addTranscript([.sample(at: 1, text: "2")], to: "m", recognizer: "r", at: now)
        #expect(try current() == [2])
        try store.addPoints([point("b", transcript: 2)], to: "m", by: .rules, from: 2, settling: [], at: now)
        #expect(try current() == [3])
        try store.chooseTranscript(of: "m", version: 1, at: now)
        #expect(try current() == [2])
        try store.choosePoints(of: "m", version: 1)
        try store.chooseTranscript(of: "m", version: 1, at: now)
        #expect(try current() == [1] && store.meeting("m")?.points.map(\.id) == ["a"])
        // The points of an earlier transcript that is left, if the current one has none.
        _ = try store.addTranscript([.sample(at: 1, text: "3")], to: "m", recognizer: "r", at: now)
        try store.choosePoints(of: "m", version: 3)
        try store.deleteTranscript(of: "m", version: 2)
        #expect(try current() == [2] && store.meeting("m")?.points.map(\.id) == ["a"])
        #expect(throws: HistoryError.noPoints("m", version: 4)) { try store.choosePoints(of: "m", version: 4) }
        #expect(throws: HistoryError.noMeeting("gone")) { try store.choosePoints(of: "gone", version: 1) }
    }

    @Test func `Points by hand go along to the transcript that is chosen`() throws {
        let store = try folder.open()
        try store.begin(.sample("m", state: .finished))
        try store.addPoints([point("a"), point("b", at: 3)], to: "m", by: .rules, from: 1, settling: [], at: now)
        _ = try store.addTranscript([.sample(at: 1, text: "2")], to: "m", recognizer: "r", at: now)
        let (a, b) = (point("a", transcript: 2), point("b", at: 3, transcript: 2))
        try store.addPoints([a, b], to: "m", by: .assistant, from: 2, settling: [], at: now)
        let own = Point(
            id: "own", attendee: "1", kind: .plan, text: "own", start: .seconds(2), end: .seconds(2), maker: .hand)
        let edited = a.edited(text: "edited")
        for edit in [PointEdit.add(own), .replace(a, by: edited), .delete(b)] {
            #expect(try store.editPoints(of: "m", edit, at: now))
        }
        try store.chooseTranscript(of: "m", version: 1, at: now)
        #expect(try store.meeting("m")?.points == [edited, own])
        let current = try #require(try store.currentPoints(of: "m"))
        #expect(current.maker == .hand && current.transcript == 1)
        // The same points make no version, and what is deleted on one transcript is gone on the other.
        try store.chooseTranscript(of: "m", version: 2, at: now)
        try store.chooseTranscript(of: "m", version: 1, at: now)
        #expect(try store.currentPoints(of: "m") == current)
        #expect(try store.editPoints(of: "m", .delete(own), at: now))
        #expect(try store.editPoints(of: "m", .replace(edited, by: point("a")), at: now))
        try store.chooseTranscript(of: "m", version: 2, at: now)
        #expect(try store.meeting("m")?.points.map(\.id) == ["a"])
        // An older version without them stays until another transcript is chosen.
        #expect(try store.editPoints(of: "m", .add(own), at: now))
        try store.choosePoints(of: "m", version: 2)
        #expect(try store.meeting("m")?.points == [a, b])
        try store.chooseTranscript(of: "m", version: 1, at: now)
        #expect(try store.meeting("m")?.points == [point("a"), own])
    }

    @Test func `A blocker that is taken up again is open since the first meeting that had it`() throws {
        let store = try folder.open()
        for (index, id) in ["m1", "m2", "m3"].enumerated() {
            var meeting = Meeting.sample(Meeting.ID(rawValue: id), at: Int64(index), state: .finished)
            for index in meeting.attendees.indices { meeting.attendees[index].state = .spoke }
            try store.begin(meeting)
            let earlier = index > 0 ? Point.ID(rawValue: "b\(index)") : nil
            try store.addPoints(
                [point(Point.ID(rawValue: "b\(index + 1)"), .blocker, continues: earlier)],
                to: Meeting.ID(rawValue: id),
                by: .rules, from: 1, settling: [], at: now)
        }
        try store.begin(.sample("live", at: 9, state: .live))
        let carried = try store.meetingsWithPoints(of: nil, last: 9).carriedPoints
        #expect(carried.map(\.id) == ["b3", "b2", "b1"])
        #expect(carried.map(\.isOpen) == [true, false, false])
        #expect(carried.map(\.meetings) == [3, 3, 3])
        #expect(carried.map(\.isLongBlock) == [true, false, false])
        #expect(try store.meetingsWithPoints(of: nil, last: 2).carriedPoints[0].meetings == 2)
        #expect(try store.meetingsWithPoints(of: "other", last: 9).isEmpty)
    }
}
