import MeetingModel
import Testing

@testable import MeetingEngine

@Suite struct TimerSlotTests {
    static let lengths: [Duration] = (5...30).map { .seconds($0 * 60) }

    @Test(arguments: lengths)
    func `slots sum to the length exactly, for 1 to 20 people`(length: Duration) throws {
        for count in 1...20 { try expectExactSlots(length, count) }
    }

    @Test(arguments: [
        (Duration.seconds(10), 500), (.seconds(10), 3), (.seconds(8 * 3600), 500), (.seconds(8 * 3600), 7),
        (.nanoseconds(1), 500), (.nanoseconds(999), 500), (.milliseconds(1), 7), (.seconds(900), 499),
    ])
    func `slots sum to the length exactly, from a nanosecond to 8 hours and up to 500 people`(
        length: Duration,
        count: Int
    ) throws {
        try expectExactSlots(length, count)
    }

    private func expectExactSlots(_ length: Duration, _ count: Int) throws {
        var timer = try MeetingTimer(attendees: people(count), length: length, settings: settings())
        let slots = timer.parts.map(\.slot)
        #expect(slots.reduce(.zero, +) == length)
        #expect(timer.plannedLength == length)
        let (shortest, longest) = (try #require(slots.min()), try #require(slots.max()))
        #expect(longest - shortest <= .nanoseconds(1))

        // Run by its deadlines, it ends exactly on time, and rings between the speakers only.
        var events = timer.start(at: .seconds(77))
        while let deadline = timer.nextDeadline { events += timer.advance(to: deadline) }
        #expect(events.last == .init(at: length, kind: .meetingEnded(.finished, duration: length)))
        #expect(events.dings.count == count - 1)
        #expect(timer.parts.allSatisfy { $0.used == $0.slot && $0.overtime == .zero && $0.state == .spoke })
    }

    @Test func `a length is split into shares that differ by a nanosecond at most`() {
        #expect(Duration.nanoseconds(11).divided(into: 4) == [3, 3, 3, 2].map { .nanoseconds($0) })
        #expect(Duration.zero.divided(into: 2) == [.zero, .zero])
        #expect(Duration.seconds(1).divided(into: 0) == [])
        #expect(Duration.seconds(Int64.max).divided(into: 1) == [.seconds(Int64.max)])
    }

    @Test func `durations are rounded down to nanoseconds and limited, so sums cannot overflow`() {
        let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
        #expect((Duration.nanoseconds(5) + attosecond).wholeNanoseconds == .nanoseconds(5))
        #expect((Duration.nanoseconds(5) - attosecond).wholeNanoseconds == .nanoseconds(4))
        #expect((Duration.zero - attosecond).wholeNanoseconds == .nanoseconds(-1))
        #expect((Duration.seconds(Int64.max) + .seconds(Int64.max)).wholeNanoseconds == .seconds(Int64.max))
        #expect((Duration.seconds(Int64.min) + .seconds(Int64.min)).wholeNanoseconds == .seconds(-Int64.max))
    }

    @Test func `a meeting without attendees is refused`() {
        let error = #expect(throws: MeetingTimerError.self) {
            try MeetingTimer(attendees: [], length: .seconds(60), settings: settings())
        }
        #expect(error == .noAttendees)
    }

    @Test(arguments: [Duration.zero, .nanoseconds(-1), .seconds(Int64.min)])
    func `a length of nothing or less is refused`(length: Duration) {
        #expect(throws: MeetingTimerError.lengthNotPositive(length)) {
            try MeetingTimer(attendees: [ann], length: length, settings: settings())
        }
    }

    @Test func `an attendee who is listed twice is refused`() {
        #expect(throws: MeetingTimerError.duplicateAttendee(ann)) {
            try MeetingTimer(attendees: [ann, bob, ann], length: .seconds(60), settings: settings())
        }
    }

    @Test func `one attendee speaks the whole meeting, without a ding`() throws {
        var timer = try MeetingTimer(attendees: [ann], length: .seconds(60), settings: settings())
        let events = timer.start(at: .zero) + timer.advance(to: .seconds(60))
        #expect(
            events.lines == [
                "0 started", "0 turnStarted ann #0 slot 60 left 60", "60 turnEnded ann used 60 over 0",
                "60 meetingEnded finished 60",
            ]
        )
    }

    @Test func `slots far below a second run in order, each at its time`() throws {
        var timer = try MeetingTimer(attendees: people(1000), length: .milliseconds(1), settings: settings())
        let events = timer.start(at: .zero) + timer.advance(to: .seconds(1))
        let starts = events.compactMap { event in
            if case .turnStarted = event.kind { event.at } else { nil }
        }
        #expect(starts == (0..<1000).map { .microseconds($0) })
    }

    @Test func `more people than nanoseconds come to an end`() throws {
        var timer = try MeetingTimer(attendees: people(5), length: .nanoseconds(3), settings: settings())
        let events = timer.start(at: .zero) + timer.advance(to: .nanoseconds(3))
        #expect(timer.phase == .ended(.finished))
        #expect(events.dings.count == 4)
        #expect(timer.turns.count == 3)
    }

    @Test func `a first speaker with no time at all is passed over at the start`() throws {
        var timer = try MeetingTimer(attendees: people(5), length: .nanoseconds(3), settings: settings())
        timer.perform(.reorder([people(5)[4]]), at: .zero)
        let events = timer.start(at: .zero)
        #expect(events.dings == [0])
        #expect(timer.speaker == people(5)[0])
    }

    @Test(arguments: [Duration.seconds(Int64.max / 4), .seconds(Int64.max), .seconds(Int64.max) * 8])
    func `huge durations and instants do not trap`(huge: Duration) throws {
        let all = settings(.overtime, .shared, warnings: [huge, .seconds(10)])
        var timer = try MeetingTimer(attendees: people(3), length: huge, settings: all)
        timer.start(at: .zero - huge)
        #expect(timer.plannedLength == .seconds(100 * 365 * 86_400))
        for duration in [huge, .zero - huge, huge, huge] { timer.perform(.extend(duration), at: .zero) }
        timer.noteSuspend(lasting: huge, at: .zero)
        timer.perform(.pause(.user), at: .zero)
        timer.noteSuspend(lasting: huge, at: .zero)
        for command in [MeetingTimer.Command.resume, .next, .previous, .later, .next] {
            timer.perform(command, at: huge)
            _ = (timer.nextDeadline, timer.parts, timer.progress(at: huge), timer.expectedEnd(at: huge * 2))
        }
        timer.perform(.end(.saved), at: huge)
        #expect(timer.phase == .ended(.saved))
    }

    @Test func `a 15-minute meeting's last boundary is as exact as its first, however it is looked at`() throws {
        var timer = try MeetingTimer(attendees: people(7), length: .seconds(900), settings: settings())
        timer.start(at: .nanoseconds(123_456_789))
        var generator = SeededGenerator(seed: 15)
        var now = Duration.nanoseconds(123_456_789)
        var ends: [Duration] = []
        while timer.phase == .running {
            now += .nanoseconds(Int64.random(in: 0...3_000_000_000, using: &generator))
            for event in timer.advance(to: now) {
                if case .turnEnded = event.kind { ends.append(event.at) }
            }
        }
        var sum = Duration.zero
        let exact = Duration.seconds(900).divided(into: 7)
            .map { slot in
                sum += slot
                return sum
            }
        #expect(ends == exact)
        #expect(ends.last == .seconds(900))
    }

    @Test func `an instant earlier than the latest is taken for that`() throws {
        var timer = try startedTimer()
        timer.advance(to: .seconds(30))
        #expect(timer.advance(to: .seconds(10)).isEmpty)
        #expect(timer.meetingTime(at: .seconds(5)) == .seconds(30))
        timer.perform(.next, at: .seconds(-1))
        #expect(timer.turns.first == Turn(attendee: ann, start: .zero, end: .seconds(30)))
        #expect(timer.nextDeadline == .seconds(90))
    }

    @Test func `screens that miss ticks show the correct time at the next one`() throws {
        let timer = try startedTimer()
        #expect(timer.elapsed(at: .milliseconds(12_345)) == .milliseconds(12_345))
        #expect(timer.turnRemaining(at: .milliseconds(12_345)) == .milliseconds(47_655))
        #expect(timer.meetingRemaining(at: .seconds(70)) == .seconds(110))
        #expect(timer.turnRemaining(at: .seconds(70)) == .seconds(50))
        #expect(timer.progress(at: .seconds(90)) == 0.5)
        #expect(timer.elapsed(at: .seconds(999)) == .seconds(180))
        #expect(timer.meetingRemaining(at: .seconds(999)) == .zero)
        #expect(timer.progress(at: .seconds(999)) == 1)
        #expect(timer.advanced(to: .seconds(70)).speaker == bob)
        #expect(timer.speaker == ann, "looking ahead changes nothing")
    }
}
