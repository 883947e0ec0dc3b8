import MeetingModel
import MeetingTiming
import Sound
import StandupTesting
import Synchronization
import Testing

@testable import MeetingEngine

/// More commands at once than a person could give.
@Suite(.timeLimit(.minutes(10))) struct `Many commands at once` {
    private func meetingWithCommands(_ count: Int) async throws -> MeetingFixture {
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(60), input: .none, keepsEachSecond: false)
        try await meeting.start()
        for _ in 0..<count { meeting.session.send(.timer(.extend(.seconds(1))), at: .seconds(1)) }
        meeting.clock.settle()
        return meeting
    }

    private func slot(_ meeting: MeetingFixture) -> Duration? { meeting.session.status.timer.parts.first?.slot }

    @Test func `let a signal end the meeting between some and the next`() async throws {
        let meeting = try await meetingWithCommands(100_000)
        meeting.clock.advanceToNextDeadline()
        meeting.session.interrupt()
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.end == .interrupted)
        let extended = try #require(slot(meeting)) - .seconds(60)
        #expect(extended > .zero && extended <= .seconds(1000))
    }

    @Test func `are all carried out at their time, before those that come later`() async throws {
        let meeting = try await meetingWithCommands(1000)
        meeting.clock.advanceToNextDeadline()
        meeting.session.send(.timer(.end(.saved)))
        meeting.clock.advance(by: .zero)
        #expect(meeting.end == .saved)
        #expect(slot(meeting) == .seconds(1060))
        #expect(meeting.said.last?.at == .seconds(1))
    }

    @Test func `are complete when their sender is notified`() async throws {
        let meeting = try await meetingWithCommands(1000)
        let told = Counter()
        meeting.clock.advanceToNextDeadline()
        meeting.session.whenCommandsAreDone { if $0 { told.add() } }
        meeting.clock.settle()
        #expect(told.count == 0)
        meeting.clock.advance(by: .zero)
        #expect(told.count == 1)
        meeting.session.interrupt()
        meeting.clock.advance(by: .seconds(1))
        meeting.session.whenCommandsAreDone { if !$0 { told.add() } }
        meeting.clock.settle()
        #expect(told.count == 2)
    }

    @Test func `wait in the order of their times, and of one time in which they came`() {
        var waiting = ScheduledCommands()
        var generator = SeededGenerator(seed: 1)
        var expected: [(at: Int, number: Int)] = []
        for number in 0..<1000 {
            let at = Int.random(in: 0..<50, using: &generator)
            waiting.insert(.note("\(number)"), at: .seconds(at))
            expected.append((at, number))
            if number % 3 == 0 {
                expected.sort { ($0.at, $0.number) < ($1.at, $1.number) }
                let first = expected.removeFirst()
                #expect(waiting.first?.at == .seconds(first.at))
                #expect(waiting.first?.command == .note("\(first.number)"))
                waiting.removeFirst()
            }
        }
        while waiting.first != nil { waiting.removeFirst() }
    }
}

private final class Counter: Sendable {
    private let number = Mutex(0)
    func add() { number.withLock { $0 += 1 } }
    var count: Int { number.withLock { $0 } }
}
