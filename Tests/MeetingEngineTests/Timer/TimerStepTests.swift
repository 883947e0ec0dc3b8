import MeetingModel
import Testing

@testable import MeetingEngine

/// A countdown that is rebuilt from its recorded steps, as after a crash.
@Suite(.timeLimit(.minutes(10))) struct TimerStepTests {
    /// A random meeting, with the steps that a session would keep of it.
    private struct StoredMeeting {
        var timer: MeetingTimer
        var steps: [MeetingTimer.Step] = []
        private let ids: [Attendee.ID]
        private var generator: SeededGenerator
        private var origin: Duration

        init(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            ids = people(Int.random(in: 1...6, using: &generator))
            let absent = Set(ids.dropFirst().filter { _ in Int.random(in: 0..<5, using: &generator) == 0 })
            let length = Duration.nanoseconds(Int64.random(in: 1...90_000_000_007, using: &generator))
            let settings = MeetingSettings(
                atSlotEnd: Bool.random(using: &generator) ? .advance : .overtime,
                timeSharing: Bool.random(using: &generator) ? .fixed : .shared, warnings: [.seconds(3)])
            timer = try MeetingTimer(attendees: ids, absent: absent, length: length, settings: settings)
            timer.start(at: .zero)
            origin = .zero
            steps.append(.started(attendees: ids, absent: absent, length: length, settings: settings))
            self.generator = generator
        }

        /// The steps survive writing and reading, one line each.
        var restored: MeetingTimer? { restored(elapsed: timer.elapsed) }

        func restored(elapsed: Duration) -> MeetingTimer? {
            MeetingTimer(steps: steps.compactMap { MeetingTimer.Step(line: $0.line) }, elapsed: elapsed)
        }

        mutating func pass() {
            let pause = Duration.nanoseconds(Int64.random(in: 0...4_000_000_003, using: &generator))
            timer.advance(to: (timer.latest ?? .zero) + pause)
        }

        mutating func step() {
            let now = timer.latest ?? .zero
            if Int.random(in: 0..<12, using: &generator) == 0 {
                timer.noteSuspend(lasting: .seconds(600), at: now)
                steps.append(.suspended(.seconds(600), at: now - origin))
                return
            }
            let command = command()
            let events = timer.perform(command, at: now)
            guard !events.contains(where: { if case .refused = $0.kind { true } else { false } }) else { return }
            steps.append(.performed(command, at: now - origin))
        }

        /// The program dies, and another resumes the meeting with its own clock.
        mutating func die() throws {
            timer = try #require(restored)
            let since = timer.latest ?? .zero
            let now = Duration.nanoseconds(Int64.random(in: 0...1 << 40, using: &generator))
            steps.append(.resumed(after: .seconds(77), at: since))
            timer.resume(after: .seconds(77), at: now)
            origin = now - since
        }

        private mutating func command() -> MeetingTimer.Command {
            let somebody = ids.randomElement(using: &generator) ?? ann
            switch Int.random(in: 0..<18, using: &generator) {
            case 0...3: return timer.isLast ? .later : .next
            case 4...5: return .previous
            case 6: return .later
            case 7...8: return .absent(somebody)
            case 9: return .present(timer.absent.randomElement(using: &generator) ?? somebody)
            case 10...11: return .extend(.seconds(Int.random(in: -9...9, using: &generator)))
            case 12: return .reorder(timer.queue.shuffled(using: &generator))
            case 13: return timer.isPaused ? .resume : .pause(.user)
            case 14: return .ask
            case 15: return .answer(.resume)
            case 16:
                var settings = timer.settings
                settings.timeSharing = Bool.random(using: &generator) ? .fixed : .shared
                settings.atSlotEnd = Bool.random(using: &generator) ? .advance : .overtime
                return .change(settings)
            default: return .resume
            }
        }
    }

    @Test func `is the same countdown, wherever the program died`() throws {
        for seed in 0..<3000 as Range<UInt64> {
            var meeting = try StoredMeeting(seed: seed)
            for _ in 0..<Int(seed % 25) {
                meeting.pass()
                meeting.step()
            }
            meeting.pass()
            let restored = try #require(meeting.restored)
            // Time that passes while it is paused or over is not recorded.
            guard meeting.timer.phase == .running else {
                #expect(restored.phase == meeting.timer.phase, "seed \(seed)")
                #expect(restored.parts == meeting.timer.parts, "seed \(seed)")
                #expect(restored.timeLeft == meeting.timer.timeLeft, "seed \(seed)")
                continue
            }
            guard restored == meeting.timer else {
                Issue.record("seed \(seed): \(restored)\ninstead of\n\(meeting.timer)")
                return
            }
        }
    }

    @Test func `that resumes and dies again is still the same`() throws {
        for seed in 0..<1000 as Range<UInt64> {
            var meeting = try StoredMeeting(seed: seed)
            for life in 0..<3 where meeting.timer.speaker != nil {
                for _ in 0..<4 {
                    meeting.pass()
                    meeting.step()
                }
                guard meeting.timer.speaker != nil else { break }
                let before = meeting.timer
                try meeting.die()
                guard meeting.timer.timeLeft == before.timeLeft, meeting.timer.queue == before.queue else {
                    Issue.record("seed \(seed), life \(life): \(meeting.timer)\ninstead of\n\(before)")
                    return
                }
                #expect(meeting.timer.pauses.contains { $0.reason == .interruption && $0.duration == .seconds(77) })
                #expect(meeting.timer.turns == before.turns)
            }
        }
    }

    @Test func `loses only the time after the last recorded step`() throws {
        for seed in 0..<500 as Range<UInt64> {
            var meeting = try StoredMeeting(seed: seed)
            meeting.step()
            let kept = meeting.timer
            meeting.pass()
            #expect(try #require(meeting.restored(elapsed: kept.elapsed)) == kept, "seed \(seed)")
        }
    }

    @Test func `a pause continues after the gap, and a question is closed`() throws {
        var timer = try startedTimer()
        timer.perform(.pause(.user), at: .seconds(5))
        timer.resume(after: .seconds(60), at: .seconds(1000))
        #expect(timer.phase == .paused(.user))
        #expect(timer.perform(.resume, at: .seconds(1003)).lines == ["5 resumed after 3"])
        timer.perform(.ask, at: .seconds(1008))
        #expect(timer.phase == .asking(.end))
        timer.resume(after: .seconds(7), at: .zero)
        #expect(timer.phase == .running)
        #expect(timer.nextSlotEnd == .seconds(50))
        #expect(
            timer.pauses.map(\.reason) == [.user, .interruption, .user, .question, .interruption])
        #expect(timer.pauses.map(\.duration) == [0, 60, 3, 0, 7].map { .seconds($0) })
    }

    @Test(arguments: [
        [], [MeetingTimer.Step.performed(.next, at: .zero)],
        [.started(attendees: [], absent: [], length: .seconds(5), settings: MeetingSettings())],
    ])
    func `invalid steps are ignored`(steps: [MeetingTimer.Step]) {
        #expect(MeetingTimer(steps: steps, elapsed: .seconds(3)) == nil)
        #expect(MeetingTimer.Step(line: "{\"dance\":{}}") == nil)
    }
}

extension MeetingTimer {
    /// Each attendee's time left, in the initial order.
    fileprivate var timeLeft: [Duration] { parts.map { timeLeft(of: $0.id) } }
}
