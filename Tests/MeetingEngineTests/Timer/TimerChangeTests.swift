import MeetingEngine
import MeetingModel
import Testing

/// Other settings while the meeting runs.
@Suite struct TimerChangeTests {
    @Test func `slots that end by themselves from now on end the overtime at once, with one ding`() throws {
        var timer = try startedTimer(settings(.overtime))
        #expect(timer.advance(to: .seconds(70)).lines == ["60 ding"])
        #expect(
            timer.run((75, .change(settings(.advance)))).lines == [
                "75 turnEnded ann used 75 over 15", "75 ding", "75 turnStarted bob #1 slot 60 left 60",
            ]
        )
        #expect(timer.plannedLength == .seconds(195))
        #expect(timer.nextDeadline == .seconds(135))
        #expect(timer.settings == settings(.advance))
    }

    @Test func `the last one's overtime ends the meeting then, without a ding`() throws {
        var timer = try startedTimer([ann], settings(.overtime))
        _ = timer.advance(to: .seconds(70))
        #expect(
            timer.run((75, .change(settings(.advance)))).lines == [
                "75 turnEnded ann used 75 over 15", "75 meetingEnded finished 75",
            ]
        )
    }

    @Test func `overtime that is to end waits for the end of a pause`() throws {
        var timer = try startedTimer(settings(.overtime))
        _ = timer.run((70, .pause(.user)))
        #expect(timer.run((71, .change(settings(.advance)))).lines == [])
        #expect(timer.turnOvertime(at: .seconds(72)) == .seconds(10))
        #expect(timer.nextDeadline == nil)
        #expect(
            timer.run((80, .resume)).lines == [
                "70 resumed after 10", "70 turnEnded ann used 70 over 10", "70 ding",
                "70 turnStarted bob #1 slot 60 left 60",
            ]
        )
    }

    @Test func `before the slot's end only the action at the end changes`() throws {
        var timer = try startedTimer()
        #expect(timer.run((59, .change(settings(.overtime)))).lines == [])
        #expect(timer.nextDing == .seconds(60))
        #expect(timer.advance(to: .seconds(65)).lines == ["60 ding"])
        #expect(timer.turnOvertime(at: .seconds(65)) == .seconds(5))
        var last = try startedTimer([ann], settings(.overtime))
        #expect(last.nextDing == .seconds(60))
        #expect(last.run((59, .change(settings(.advance)))).lines == [])
        #expect(last.nextDing == nil)
        #expect(
            last.advance(to: .seconds(65)).lines == ["60 turnEnded ann used 60 over 0", "60 meetingEnded finished 60"])
    }

    @Test func `a returned speaker without time left continues, unless overtime ended the turn`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        _ = timer.run((65, .previous))
        #expect(timer.speaker == ann)
        #expect(timer.run((70, .change(settings(.advance, .fixed, warnings: [.seconds(5)])))).lines == [])
        #expect(timer.speaker == ann)
        _ = timer.run((71, .change(settings(.overtime))))
        #expect(timer.speaker == ann)
        _ = timer.run((72, .change(settings(.advance))))
        #expect(timer.speaker == bob)
    }

    @Test func `unused time follows the new setting from now on; settled time stays`() throws {
        var timer = try startedTimer([ann, bob, cid, dee])
        _ = timer.run((20, .next), (30, .change(settings(.advance, .shared))))
        #expect(timer.plannedLength == .seconds(200))
        #expect(timer.slots == [60, 60, 60, 60])
        _ = timer.run((40, .next))
        #expect(timer.plannedLength == .seconds(200))
        #expect(timer.slots == [60, 60, 80, 80])
        // Bob's 40 s come back from those who received them; Ann's had made the meeting shorter, so none return.
        _ = timer.run((40, .previous), (40, .previous))
        #expect(timer.speaker == ann)
        #expect(timer.slots == [60, 60, 60, 60])
        #expect(timer.plannedLength == .seconds(240))
        _ = timer.run((50, .change(settings())), (50, .next))
        #expect(timer.slots == [60, 60, 60, 60])
        #expect(timer.plannedLength == .seconds(240 - 30))
    }

    @Test func `new warnings come at their times, an overdue one at once`() throws {
        var timer = try startedTimer(settings(warnings: [.seconds(10)]))
        #expect(timer.run((30, .change(settings(warnings: [.seconds(20), .seconds(5)])))).lines == [])
        #expect(timer.nextWarning == .seconds(40))
        #expect(timer.advance(to: .seconds(45)).lines == ["40 turnWarning ann 20"])
        // There was a warning already, so a longer one causes no second event.
        #expect(timer.run((46, .change(settings(warnings: [.seconds(30)])))).lines == [])
        #expect(timer.warning(at: .seconds(46)) == .seconds(30))
        #expect(timer.run((47, .change(settings()))).lines == [])
        #expect(timer.warning(at: .seconds(47)) == nil)
        #expect(timer.run((48, .change(settings(warnings: [.seconds(15)])))).lines == ["48 turnWarning ann 12"])
        #expect(timer.run((48, .change(settings(warnings: [.seconds(15)])))).lines == [])
    }

    @Test func `settings can change before the start and in a pause, not behind a question or after the end`() throws {
        var timer = try MeetingTimer(attendees: [ann, bob], length: .seconds(20), settings: settings())
        #expect(timer.run((0, .change(settings(.overtime)))).lines == [])
        timer.start(at: .zero)
        _ = timer.run((1, .ask))
        #expect(timer.run((2, .change(settings()))).lines == ["1 refused questionOpen"])
        _ = timer.run((3, .answer(.resume)), (4, .pause(.user)))
        #expect(timer.run((5, .change(settings(.advance, .shared)))).lines == [])
        #expect(timer.settings == settings(.advance, .shared))
        _ = timer.run((6, .end(.saved)))
        #expect(timer.run((7, .change(settings()))).lines == ["2 refused ended"])
    }
}

/// Who is here at the start, and who comes later.
@Suite struct TimerPresenceTests {
    private func timer(
        absent: Set<Attendee.ID>, _ settings: MeetingSettings = settings(), length: Duration = .seconds(240)
    ) throws -> MeetingTimer {
        try MeetingTimer(attendees: [ann, bob, cid, dee], absent: absent, length: length, settings: settings)
    }

    @Test(
        arguments: [
            ([bob], [80, 0, 80, 80]), ([ann, dee], [0, 120, 120, 0]), ([ann, bob, cid], [0, 0, 0, 240]),
            ([Attendee.ID(rawValue: "nobody")], [60, 60, 60, 60]),
        ] as [([Attendee.ID], [Double])])
    func `the time is divided among those who are here`(absent: [Attendee.ID], slots: [Double]) throws {
        var timer = try timer(absent: Set(absent))
        #expect(timer.slots == slots)
        #expect(timer.plannedLength == .seconds(240))
        timer.start(at: .zero)
        #expect(Set(timer.absent) == Set(absent).intersection([ann, bob, cid, dee]))
        #expect(timer.speakerCount == slots.count { $0 > 0 })
        for part in timer.parts { #expect((part.state == .absent) == absent.contains(part.id)) }
        timer.advance(to: .seconds(240))
        #expect(timer.phase == .ended(.finished))
        #expect(timer.parts.map(\.used.seconds) == slots)
    }

    @Test func `it is divided to the nanosecond`() throws {
        let timer = try timer(absent: [bob], length: .nanoseconds(11))
        #expect(timer.parts.map(\.slot) == [4, 0, 4, 3].map { .nanoseconds($0) })
    }

    @Test func `a meeting without anyone present is refused`() {
        #expect(throws: MeetingTimerError.nobodyPresent) { try timer(absent: [ann, bob, cid, dee]) }
    }

    @Test func `with fixed time a late attendee gets a slot like the others, and the meeting gets longer`() throws {
        var timer = try timer(absent: [ann])
        timer.start(at: .zero)
        _ = timer.run((30, .present(ann)))
        #expect(timer.queue == [cid, dee, ann])
        #expect(timer.slots == [80, 80, 80, 80])
        #expect(timer.plannedLength == .seconds(320))
        #expect(
            timer.run((300, .pause(.user))).lines.suffix(2) == [
                "240 turnStarted ann #3 slot 80 left 80", "300 paused user",
            ])
    }

    @Test func `with shared time a late attendee gets an equal part of the waiting attendees' time`() throws {
        var timer = try timer(absent: [ann], settings(.advance, .shared))
        timer.start(at: .zero)
        _ = timer.run((30, .present(ann)))
        #expect(timer.plannedLength == .seconds(240))
        #expect(timer.timeLeft(of: bob) == .seconds(50))
        let left = [ann, cid, dee].map { timer.timeLeft(of: $0) }
        #expect(left.reduce(.zero, +) == .seconds(160))
        #expect(left.allSatisfy { $0 - left[1] <= .nanoseconds(1) && left[1] - $0 <= .nanoseconds(1) })
        // Absent again and back, it is the same time.
        _ = timer.run((40, .absent(ann)), (41, .present(ann)))
        #expect([ann, cid, dee].map { timer.timeLeft(of: $0) } == left)
    }

    @Test func `an attendee marked absent at the beginning of their turn has not had it after returning`() throws {
        var timer = try timer(absent: [])
        timer.start(at: .zero)
        _ = timer.run((3, .absent(ann)))
        #expect(timer.parts[0].state == .absent)
        _ = timer.run((4, .present(ann)))
        #expect(timer.parts[0].state == .waiting)
        _ = timer.run((5, .absent(ann)), (6, .end(.saved)))
        #expect(timer.parts[0].state == .absent)
        #expect(timer.parts[0].used == .seconds(3))
    }

    @Test func `if no one else waits, a late attendee makes the meeting longer`() throws {
        var timer = try timer(absent: [ann, bob, cid], settings(.advance, .shared))
        timer.start(at: .zero)
        _ = timer.run((30, .present(bob)))
        #expect(timer.slots == [0, 240, 0, 240])
        #expect(timer.plannedLength == .seconds(480))
    }
}
