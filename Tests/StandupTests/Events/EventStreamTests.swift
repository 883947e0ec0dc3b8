import MeetingEngine
import MeetingModel
import Testing
import TestSupport

@testable import Sound
@testable import standup

/// The events that a slow reader of `--events` gets.
@Suite struct `A stream of events` {
    private static func ding(_ second: Int) -> MeetingEvent { MeetingEvent(at: .seconds(second), kind: .ding) }
    private static let end = MeetingEvent(
        at: .seconds(99), kind: .meetingEnded(.finished, duration: .seconds(99)))

    private func lines(_ bytes: [UInt8]) throws -> [JSON] {
        try String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { try JSON(String($0)) }
    }

    private func stream(capacity: Int) -> EventStream {
        EventStream(.json(levels: true), isRecorded: true, capacity: capacity)
    }

    @Test func `loses no event that fits, in order`() throws {
        var stream = stream(capacity: 10_000)
        for second in 0..<10 { stream.add(Self.ding(second)) }
        #expect(try lines(stream.take()).compactMap { $0["at"] } == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
        #expect(stream.take() == [])
        stream.add(Self.ding(10))
        #expect(try lines(stream.take()) == [["event": "ding", "at": 10]])
    }

    @Test func `reports the number of missing events after the others, with the meeting's status`() throws {
        var stream = stream(capacity: 60)
        for second in 0..<10 { stream.add(Self.ding(second)) }
        #expect(try lines(stream.take()).compactMap { $0["at"] } == [0, 1])
        stream.add(Self.ding(10))
        let told = try lines(stream.take())
        #expect(told.first == ["event": "events.dropped", "at": 10, "count": 9, "since": 2])
        #expect(told.compactMap { $0["event"] } == ["events.dropped", "meeting.snapshot"])
        #expect(told.last?["at"] == 10)
        #expect(stream.take() == [])
        stream.add(Self.ding(11))
        #expect(try lines(stream.take()) == [["event": "ding", "at": 11]])
    }

    @Test func `always reports the end, and nothing after it`() throws {
        var stream = stream(capacity: 60)
        for second in 0..<10 { stream.add(Self.ding(second)) }
        stream.add(Self.end)
        #expect(try lines(stream.take()).count == 2)
        let told = try lines(stream.take())
        #expect(told.compactMap { $0["event"] } == ["events.dropped", "meeting.snapshot", "meeting.ended"])
        #expect(told.first?["count"] == 8)
        #expect(stream.take() == [])
    }

    @Test func `never holds more than its bound`() {
        var stream = stream(capacity: 1000)
        for second in 0..<100_000 { stream.add(Self.ding(second)) }
        #expect(stream.take().count <= 1000)
        #expect(stream.take().count < 1000)
    }

    @Test func `has no level unless requested, and does not count it as missing`() throws {
        var stream = EventStream(.json(levels: false), isRecorded: true, capacity: 10)
        stream.add(MeetingEvent(at: .zero, kind: .level(AudioLevel(peak: -12, rms: -40))))
        #expect(stream.take() == [])
    }

    @Test func `of text says how many lines are missing`() {
        var stream = EventStream(.problems, isRecorded: true, capacity: 30)
        for _ in 0..<3 { stream.add(MeetingEvent(at: .zero, kind: .error(.outside("it rains")))) }
        #expect(String(decoding: stream.take(), as: UTF8.self) == "standup: it rains\n")
        #expect(String(decoding: stream.take(), as: UTF8.self) == "(2 lines missing here)\n")
    }
}
