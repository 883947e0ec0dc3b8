import MeetingModel
import Testing

@testable import MeetingHistory

@Suite struct MergeTests {
    private func field(_ value: String, _ time: Int64, _ counter: Int64 = 0, _ writer: String = "a") -> SharedField {
        SharedField(.text(value), at: HybridClock(time: time, counter: counter, writer: writer))
    }

    @Test func `A change made after another was seen is later, whatever the wall clock says`() {
        let seen = HybridClock(time: 1_000, counter: 0, writer: "b")
        let behind = seen.next(at: 10, by: "a")
        #expect(seen < behind && behind.time == 1_000 && behind.counter == 1)
        #expect(behind < behind.next(at: 10, by: "a") && behind < behind.next(at: 2_000, by: "a"))
    }

    @Test func `Fields merge to the same in any order, and however often`() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let changes: [SharedFields] = (0..<6)
                .map { _ in
                    [
                        ["x", "y"].randomElement(using: &generator)!: field(
                            "\(Int.random(in: 0..<3, using: &generator))", .random(in: 0..<3, using: &generator),
                            .random(in: 0..<2, using: &generator),
                            ["a", "b"].randomElement(using: &generator)!)
                    ]
                }
            func merged(_ changes: [SharedFields]) -> SharedFields {
                changes.reduce(into: [:]) { _ = $0.merge($1) }
            }
            let once = merged(changes)
            #expect(merged(changes.shuffled(using: &generator)) == once)
            #expect(merged(changes.shuffled(using: &generator) + changes) == once)
        }
    }

    @Test func `The later value wins, and the other is returned`() {
        var fields: SharedFields = ["title": field("old", 5)]
        #expect(fields.merge(["title": field("new", 6)])["title"]?.value == .text("old"))
        #expect(fields.merge(["title": field("late", 4)])["title"]?.value == .text("late"))
        #expect(fields["title"]?.value == .text("new"))
    }

    @Test(
        arguments: [
            SharedValue.null, .boolean(true), .integer(.min), .text("a\0\u{202e}"), .list([.integer(1), .list([])]),
        ])
    func `A value and a time survive JSON`(value: SharedValue) throws {
        let fields: SharedFields = ["x": SharedField(value, at: HybridClock(time: 1, counter: 2, writer: "w"))]
        #expect(try SharedContent.decode(SharedFields.self, from: SharedContent.json(fields)) == fields)
    }

    @Test func `A batch's hash depends on each part of each change, and on what precedes it`() throws {
        let clock = HybridClock(time: 1, counter: 2, writer: "w")
        func hash(_ change: SharedChange, after head: DeviceHead = DeviceHead()) throws -> String {
            try SharedBatch(of: Device.ID(rawValue: "d"), [change], after: head).hash
        }
        let change = SharedChange(
            kind: .point, item: "i", standup: Standup.ID(rawValue: "s"), meeting: Meeting.ID(rawValue: "m"),
            transcript: "t",
            member: "ann", clock: clock, content: "{}")
        let others = [
            SharedChange(
                kind: .mark, item: "i", standup: change.standup, meeting: change.meeting, transcript: "t",
                member: "ann",
                clock: clock, content: "{}"),
            SharedChange(
                kind: .point, item: "is", standup: Standup.ID(rawValue: ""), meeting: change.meeting, transcript: "t",
                member: "ann", clock: clock, content: "{}"),
            SharedChange(
                kind: .point, item: "i", standup: change.standup, meeting: change.meeting, transcript: "t",
                member: "ben",
                clock: clock, content: "{}"),
            SharedChange(
                kind: .point, item: "i", standup: change.standup, meeting: change.meeting, transcript: "t",
                member: "ann",
                clock: clock.next(at: 0, by: "w"), content: "{}"),
            SharedChange(
                kind: .point, item: "i", standup: change.standup, meeting: change.meeting, transcript: "t",
                member: "ann",
                clock: clock, content: "[]"),
        ]
        let hashes =
            try [hash(change), hash(change, after: DeviceHead(sequence: 0, hash: "x"))] + others.map { try hash($0) }
        #expect(Set(hashes).count == hashes.count && hashes.allSatisfy { $0.utf8.count == 64 })
    }

    @Test(
        arguments: [
            "{}", #"{"title":{"v":1,"t":0,"c":0,"w":"w"}}"#, "[]", "{\"title\":{\"t\":0,\"c\":0,\"w\":\"w\"}}", "null",
            "",
        ])
    func `Fields that no program of ours writes are refused`(text: String) {
        #expect(throws: SharedContentError.self) {
            let fields = try SharedContent.decode(SharedFields.self, from: text)
            try fields.check(.standup)
        }
    }
}
