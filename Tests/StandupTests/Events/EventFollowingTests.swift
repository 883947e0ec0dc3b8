import MeetingModel
import MeetingTiming
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import MeetingEngine
@testable import Sound
@testable import standup

/// A reader of the events always knows the queue.
@Suite struct `Random meetings can be followed by their events` {
    @Test(.timeLimit(.minutes(10)), arguments: 0..<40 as Range<UInt64>)
    func `line by line, and from a snapshot at any moment`(_ seed: UInt64) async throws {
        let meeting = try FollowedMeeting(seed: seed)
        try await meeting.start()
        for _ in 0..<40 where !meeting.hasEnded {
            await meeting.step()
            guard let expected = meeting.expected else { break }
            let lines = try meeting.lines(capacity: .max)
            let told = try #require(lines.last { $0["event"] == "queue.changed" })
            expect(told, tells: expected)
            #expect(lines.compactMap { $0["event"] }.contains("events.dropped") == false)

            let behind = try meeting.lines(capacity: 0)
            #expect(behind.compactMap { $0["event"] } == ["events.dropped", "meeting.snapshot"])
            #expect(behind.first?["count"] == .number(Double(lines.count)))
            let snapshot = try #require(behind.last)
            #expect(snapshot["at"] == lines.last?["at"])
            expect(snapshot, tells: expected)
            let used = snapshot["attendees"]?.elements.map { $0["used"]?.seconds ?? -1 } ?? []
            let speaker = snapshot["attendees"]?.elements.firstIndex { $0["id"] == snapshot["attendee"] }
            for (position, part) in expected.parts.enumerated() where position != speaker {
                #expect(abs(used[position] - part.used.seconds) < 1e-6)
            }
            let paused = lines.last { ["paused", "resumed"].contains($0["event"]) }
            #expect((snapshot["paused"] != nil) == (paused?["event"] == "paused"))
        }
    }

    private func expect(_ line: JSON, tells expected: FollowedMeeting.Expected) {
        let lineup = expected.lineup
        let queue = line["queue"]?.elements ?? []
        #expect(queue.compactMap { $0["id"] } == lineup.queue.map { .string($0.id.rawValue) })
        #expect(queue.compactMap { $0["slot"] } == lineup.queue.map { .number($0.slot.seconds) })
        #expect(queue.compactMap { $0["remaining"] } == lineup.queue.map { .number($0.remaining.seconds) })
        #expect(line["absent"]?.elements == lineup.absent.map { .string($0.rawValue) })
        #expect(line["attendee"] == lineup.speaker.map { .string($0.id.rawValue) })
        #expect(line["slot"] == lineup.speaker.map { .number($0.slot.seconds) })
        let passed = expected.at - (line["at"]?.seconds ?? 0)
        let left = (line["remaining"]?.seconds ?? 0) - passed
        #expect(abs(left - (lineup.speaker?.remaining.seconds ?? 0)) < 1e-6)
    }
}

extension JSON {
    fileprivate var seconds: Double? { if case .number(let number) = self { number } else { nil } }
}

/// A meeting under random commands, with all its events.
private final class FollowedMeeting: Sendable {
    /// The state of the countdown itself.
    struct Expected {
        let at: Double
        let lineup: MeetingTimer.Lineup
        let parts: [MeetingTimer.Part]
    }

    private let clock = VirtualClock()
    private let session: MeetingSession
    private let standup: Standup
    private let log: EventLog
    private let generator: Mutex<SeededGenerator>

    init(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...5, using: &generator)
        let attendees = (0..<count).map { Attendee(id: .init(rawValue: "a\($0)"), name: "A\($0)") }
        standup = Standup(
            id: Standup.ID(using: &generator), title: "Daily", length: .seconds(100), attendees: attendees,
            settings: MeetingSettings(
                atSlotEnd: seed & 1 == 0 ? .advance : .overtime, timeSharing: seed & 2 == 0 ? .fixed : .shared))
        let log = EventLog()
        session = try MeetingSession(
            plan: MeetingPlan(
                meeting: Meeting.ID(using: &generator), standup: standup,
                absent: Set(
                    attendees.dropFirst().map(\.id).filter { _ in Int.random(in: 0..<5, using: &generator) == 0 }),
                input: .none, output: .none, seed: seed),
            dependencies: MeetingDependencies(
                clock: clock, audio: FakeAudioSystem(clock: clock), cues: CueSounds(sampleRate: 48_000, samples: [:]),
                journal: MemoryJournal(), recordings: InMemoryRecordings(), recognizer: nil)
        ) { log.add($0) }
        self.log = log
        self.generator = Mutex(generator)
    }

    func start() async throws {
        try await session.start()
        clock.settle()
    }

    var hasEnded: Bool { expected == nil }

    /// Nil after the end.
    var expected: Expected? {
        let timer = session.status.timer.advanced(to: clock.now)
        guard timer.speaker != nil else { return nil }
        return Expected(at: timer.elapsed(at: clock.now).seconds, lineup: timer.lineup, parts: timer.parts)
    }

    func step() async {
        let (command, pause) = generator.withLock { generator in
            (randomCommand(&generator), Int.random(in: 0...8, using: &generator))
        }
        await session.perform(command)
        clock.advance(by: .seconds(pause))
        clock.settle()
    }

    private func randomCommand(_ generator: inout SeededGenerator) -> MeetingSession.Command {
        let somebody = standup.attendees.randomElement(using: &generator)?.id ?? .init(rawValue: "a0")
        switch Int.random(in: 0..<13, using: &generator) {
        case 0...1: return .timer(session.status.timer.isLast ? .later : .next)
        case 2...3: return .timer(.previous)
        case 4: return .timer(.later)
        case 5...6: return .timer(.absent(somebody))
        case 7...8: return .timer(.present(somebody))
        case 9: return .timer(.extend(.seconds(Int.random(in: -10...20, using: &generator))))
        case 10: return .shuffle
        case 11: return .timer(.pause(.user))
        default: return .timer(.resume)
        }
    }

    /// The lines that a late reader gets at its first read, from a stream with this capacity.
    func lines(capacity: Int) throws -> [JSON] {
        var stream = EventStream(.json(levels: false), isRecorded: true, capacity: capacity)
        for event in log.all { stream.add(event) }
        return try String(decoding: stream.take(), as: UTF8.self).split(separator: "\n").map { try JSON(String($0)) }
    }
}

private final class EventLog: Sendable {
    private let events = Mutex<[MeetingEvent]>([])
    func add(_ event: MeetingEvent) { events.withLock { $0.append(event) } }
    var all: [MeetingEvent] { events.withLock { $0 } }
}
