import MeetingEngine
import MeetingModel
import Testing

@Suite struct TimerTurnTests {
    @Test func `three attendees, three seconds: two dings, and the meeting ends without one`() throws {
        var timer = try MeetingTimer(attendees: [ann, bob, cid], length: .seconds(3), settings: settings())
        var events = timer.start(at: .zero)
        events += timer.advance(to: .seconds(1))
        #expect(timer.speakerIndex == 1)
        #expect(timer.meetingRemaining(at: .seconds(1)) == .seconds(2))
        #expect(events.dings == [1])
        events += timer.advance(to: .seconds(2))
        #expect(timer.speakerIndex == 2)
        #expect(events.dings == [1, 2])
        events += timer.advance(to: .seconds(3))
        #expect(timer.phase == .ended(.finished))
        #expect(events.dings == [1, 2])
        #expect(
            events.lines == [
                "0 started", "0 turnStarted ann #0 slot 1 left 1", "1 turnEnded ann used 1 over 0", "1 ding",
                "1 turnStarted bob #1 slot 1 left 1", "2 turnEnded bob used 1 over 0", "2 ding",
                "2 turnStarted cid #2 slot 1 left 1", "3 turnEnded cid used 1 over 0", "3 meetingEnded finished 3",
            ]
        )
    }

    @Test func `two slots that end in one jump are reported in order, each at its time`() throws {
        var timer = try startedTimer()
        #expect(
            timer.advance(to: .seconds(150)).lines == [
                "60 turnEnded ann used 60 over 0", "60 ding", "60 turnStarted bob #1 slot 60 left 60",
                "120 turnEnded bob used 60 over 0", "120 ding", "120 turnStarted cid #2 slot 60 left 60",
            ]
        )
        #expect(timer.turns.last == Turn(attendee: cid, start: .seconds(120)))
    }

    @Test func `a deadline is one nanosecond sharp`() throws {
        var timer = try startedTimer()
        #expect(timer.nextDeadline == .seconds(60))
        #expect(timer.advance(to: .seconds(60) - .nanoseconds(1)).isEmpty)
        #expect(timer.nextDeadline == .seconds(60))
        #expect(timer.advance(to: .seconds(60)).dings == [60])
        #expect(timer.nextDeadline == .seconds(120))
    }

    @Test func `with overtime the ding sounds and the same attendee continues until next`() throws {
        var timer = try startedTimer([ann, bob], settings(.overtime))
        #expect(timer.advance(to: .seconds(70)).lines == ["60 ding"])
        #expect(timer.speaker == ann)
        #expect(timer.nextDeadline == nil)
        #expect(timer.turnOvertime(at: .seconds(75)) == .seconds(15))
        #expect(timer.turnRemaining(at: .seconds(75)) == .zero)
        #expect(
            timer.perform(.next, at: .seconds(75)).lines == [
                "75 turnEnded ann used 75 over 15", "75 ding", "75 turnStarted bob #1 slot 60 left 60",
            ]
        )
        #expect(timer.part(of: ann)?.overtime == .seconds(15))
    }

    @Test func `with overtime the last slot dings too, and the meeting continues until it is ended`() throws {
        var timer = try startedTimer([ann, bob], settings(.overtime))
        timer.perform(.next, at: .seconds(60))
        #expect(timer.nextDing == .seconds(120))
        #expect(timer.advance(to: .seconds(500)).lines == ["120 ding"])
        #expect(timer.phase == .running)
        #expect(timer.meetingRemaining(at: .seconds(500)) == .zero)
        #expect(timer.elapsed(at: .seconds(500)) == .seconds(500))
        let end = timer.perform(.end(.saved), at: .seconds(500))
        #expect(end.lines == ["500 turnEnded bob used 440 over 380", "500 meetingEnded saved 500"])
    }

    @Test func `next with fixed time shortens the meeting by the unused time`() throws {
        var timer = try startedTimer()
        #expect(
            timer.perform(.next, at: .seconds(40)).lines == [
                "40 turnEnded ann used 40 over 0", "40 ding", "40 turnStarted bob #1 slot 60 left 60",
            ]
        )
        #expect(timer.plannedLength == .seconds(160))
        #expect(timer.slots == [60, 60, 60], "who left time over keeps the slot they were given on record")
        #expect(timer.advance(to: .seconds(999)).last?.at == .seconds(160))
    }

    @Test func `next with shared time divides the unused time exactly among those still to speak`() throws {
        var timer = try startedTimer([ann, bob, cid, dee], settings(.advance, .shared))
        timer.perform(.next, at: .seconds(59) + .nanoseconds(999_999_990))
        let part = timer.parts.map { $0.slot - .seconds(60) }
        #expect(part == [0, 4, 3, 3].map { .nanoseconds($0) })
        #expect(timer.plannedLength == .seconds(240))
        #expect(timer.advance(to: .seconds(999)).last?.at == .seconds(240))
    }

    @Test func `overtime with fixed time makes the meeting longer`() throws {
        var timer = try startedTimer(settings(.overtime))
        timer.perform(.next, at: .seconds(90))
        #expect(timer.plannedLength == .seconds(210))
        #expect(timer.slots == [60, 60, 60])
        #expect(timer.expectedLength(at: .seconds(90)) == .seconds(210))
    }

    @Test func `overtime with shared time is taken from those still to speak`() throws {
        var timer = try startedTimer(settings(.overtime, .shared))
        #expect(timer.expectedLength(at: .seconds(90)) == .seconds(180))
        timer.perform(.next, at: .seconds(90))
        #expect(timer.plannedLength == .seconds(180))
        #expect(timer.slots == [60, 45, 45])
        #expect(timer.part(of: ann)?.overtime == .seconds(30))
    }

    @Test func `overtime that those still to speak cannot give makes the meeting longer`() throws {
        var timer = try startedTimer(settings(.overtime, .shared))
        timer.perform(.next, at: .seconds(200))
        #expect(timer.slots == [60, 0, 0])
        #expect(timer.plannedLength == .seconds(200))
        #expect(timer.nextDeadline == nil, "with nothing left, bob speaks in overtime without a second ding")
        #expect(timer.turnOvertime(at: .seconds(203)) == .seconds(3))
    }

    @Test func `those with no time left are passed over at once where slots end by themselves`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        timer.perform(.extend(.seconds(500)), at: .seconds(10))
        #expect(timer.slots == [560, 0, 0])
        #expect(timer.plannedLength == .seconds(560))
        #expect(
            timer.advance(to: .seconds(560)).lines == [
                "560 turnEnded ann used 560 over 0", "560 ding", "560 turnStarted bob #1 slot 0 left 0",
                "560 turnEnded bob used 0 over 0", "560 ding", "560 turnStarted cid #2 slot 0 left 0",
                "560 turnEnded cid used 0 over 0", "560 meetingEnded finished 560",
            ]
        )
        #expect(timer.turns == [Turn(attendee: ann, start: .zero, end: .seconds(560))])
    }

    @Test func `the next ding is known in advance, so that it can be queued`() throws {
        var timer = try startedTimer([ann, bob], settings(warnings: [.seconds(10)]))
        #expect(timer.nextDing == .seconds(60))
        #expect(timer.nextSlotEnd == .seconds(60))
        #expect(timer.nextWarning == .seconds(50))
        #expect(timer.nextDeadline == .seconds(50))
        timer.advance(to: .seconds(50))
        #expect(timer.nextWarning == nil)
        #expect(timer.nextDeadline == .seconds(60))
        timer.advance(to: .seconds(60))
        #expect(timer.nextDing == nil, "the last slot ends without a ding")
        #expect(timer.nextSlotEnd == .seconds(120))
        timer.perform(.pause(.user), at: .seconds(61))
        #expect((timer.nextDing, timer.nextWarning, timer.nextSlotEnd, timer.nextDeadline) == (nil, nil, nil, nil))
    }

    @Test func `a screen has the speaker, the next speaker and the position`() throws {
        var timer = try startedTimer()
        #expect((timer.speakerIndex, timer.speakerCount, timer.isLast) == (0, 3, false))
        #expect((timer.speaker, timer.queue, timer.spoken) == (ann, [bob, cid], []))
        timer.perform(.absent(bob), at: .zero)
        #expect((timer.speakerIndex, timer.speakerCount, timer.absent) == (0, 2, [bob]))
        timer.perform(.next, at: .seconds(1))
        #expect((timer.speakerIndex, timer.speakerCount, timer.isLast) == (1, 2, true))
        #expect((timer.speaker, timer.queue, timer.spoken) == (cid, [], [ann]))
        #expect(timer.parts.map(\.state) == [.spoke, .absent, .spoke])
        timer.advance(to: .seconds(999))
        #expect((timer.speakerIndex, timer.speakerCount, timer.speaker) == (nil, 2, nil))
    }

    @Test func `parts are emitted with their values whenever they change`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        let events = timer.perform(.next, at: .seconds(40))
        guard case .attendeesChanged(let parts)? = events.dropLast().last?.kind else {
            Issue.record("no notice of changed parts in \(events)")
            return
        }
        #expect(parts == timer.parts)
        #expect(parts.map(\.slot) == [.seconds(60), .seconds(70), .seconds(70)])
        #expect(parts.map(\.used) == [.seconds(40), .zero, .zero])
        #expect(events.last?.kind == .queueChanged(timer.lineup))
    }
}
