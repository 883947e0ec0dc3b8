import MeetingEngine
import MeetingModel
import Testing

@Suite struct TimerQueueTests {
    @Test(arguments: MeetingSettings.TimeSharing.allCases)
    func `later moves to the end of the queue with the remaining time`(sharing: MeetingSettings.TimeSharing) throws {
        var timer = try startedTimer(settings(.advance, sharing))
        #expect(
            timer.run((20, .later)).lines == [
                "20 turnEnded ann used 20 over 0", "20 ding", "20 turnStarted bob #0 slot 60 left 60",
            ]
        )
        #expect(timer.queue == [cid, ann])
        #expect(timer.plannedLength == .seconds(180))
        let events = timer.advance(to: .seconds(180))
        #expect(events.lines.contains("140 turnStarted ann #2 slot 60 left 40"))
        #expect(events.lines.last == "180 meetingEnded finished 180")
        #expect(timer.turns.map(\.attendee) == [ann, bob, cid, ann])
        #expect(timer.part(of: ann)?.used == .seconds(60))
    }

    @Test func `later in overtime leaves no time, but no debt`() throws {
        var timer = try startedTimer(settings(.overtime, .shared))
        _ = timer.run((80, .later))
        #expect(timer.slots == [60, 50, 50])
        #expect(timer.plannedLength == .seconds(180))
        _ = timer.run((130, .next), (180, .next))
        #expect(timer.speaker == ann)
        #expect(timer.nextDeadline == nil)
    }

    @Test func `previous after later returns to the one who wanted to speak later`() throws {
        var timer = try startedTimer()
        _ = timer.run((20, .later), (25, .previous))
        #expect(timer.speaker == ann)
        #expect(timer.queue == [bob, cid])
        #expect(timer.turnRemaining(at: .seconds(25)) == .seconds(40))
    }

    @Test func `later is refused if no one else is waiting`() throws {
        var timer = try startedTimer([ann])
        #expect(timer.run((20, .later)).lines == ["20 refused nobodyElse"])
        #expect(timer.nextDeadline == .seconds(60))
    }

    @Test func `an absent attendee leaves the queue; with fixed time the meeting gets shorter`() throws {
        var timer = try startedTimer()
        #expect(timer.run((20, .absent(bob))).lines == [])
        #expect(timer.queue == [cid])
        #expect(timer.absent == [bob])
        #expect(timer.plannedLength == .seconds(120))
        _ = timer.run((30, .present(bob)))
        #expect(timer.queue == [cid, bob])
        #expect(timer.plannedLength == .seconds(180))
        #expect(timer.part(of: bob)?.state == .waiting)
    }

    @Test func `who is absent leaves the queue; with shared time the others get the slot, and give it back`() throws {
        var timer = try startedTimer([ann, bob, cid, dee], settings(.advance, .shared))
        _ = timer.run((20, .absent(bob)))
        #expect(timer.slots == [60, 60, 90, 90])
        #expect(timer.plannedLength == .seconds(240))
        _ = timer.run((30, .present(bob)))
        #expect(timer.slots == [60, 60, 60, 60])
        #expect(timer.queue == [cid, dee, bob])
        #expect(timer.plannedLength == .seconds(240))
    }

    @Test func `with shared time the last one who waits leaves their slot to the speaker`() throws {
        var timer = try startedTimer([ann, bob], settings(.advance, .shared))
        _ = timer.run((20, .absent(bob)))
        #expect(timer.turnRemaining(at: .seconds(20)) == .seconds(100))
        #expect(timer.plannedLength == .seconds(120))
        var soon = timer
        _ = soon.run((30, .present(bob)))
        #expect(soon.slots == [60, 60])
        #expect(soon.nextDeadline == .seconds(60))
        // Ann has spoken on bob's time: her slot is over when he comes, and what he lacks makes the meeting longer.
        var late = timer
        #expect(late.run((80, .present(bob))).lines.last == "80 turnStarted bob #1 slot 60 left 60")
        #expect(late.slots == [80, 60])
        #expect(late.plannedLength == .seconds(140))
    }

    @Test func `a returning attendee does not cut off the speaker if others can give the time`() throws {
        var timer = try startedTimer([ann, bob, cid, dee], settings(.advance, .shared))
        _ = timer.run((0, .absent(dee)), (149, .present(dee)))
        #expect(timer.speaker == bob)
        #expect(timer.turnRemaining(at: .seconds(149)) == .seconds(1))
        #expect(timer.slots == [60, 90, 30, 60])
        #expect(timer.plannedLength == .seconds(240))
    }

    @Test func `the speaker who is absent makes room for the next, with a ding`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        #expect(
            timer.run((4, .absent(ann))).lines == [
                "4 turnEnded ann used 4 over 0", "4 ding", "4 turnStarted bob #0 slot 88 left 88",
            ]
        )
        #expect(timer.part(of: ann)?.state == .absent)
        #expect(timer.plannedLength == .seconds(180))
        _ = timer.run((4, .present(ann)))
        #expect(timer.queue == [cid, ann])
        #expect(timer.part(of: ann)?.state == .waiting)
    }

    @Test func `who is marked absent in the first half of their slot was absent, and later has spoken`() throws {
        for (instant, state) in [(0, MeetingAttendee.State.absent), (29, .absent), (30, .spoke)] {
            var timer = try startedTimer()
            _ = timer.run((instant, .absent(ann)))
            #expect(timer.part(of: ann)?.state == state, "at \(instant) of 60")
        }
    }

    @Test func `who is skipped within a second has not spoken, in a short slot within half of it`() throws {
        for (milliseconds, state) in [(0, MeetingAttendee.State.waiting), (300, .waiting), (1000, .spoke)] {
            var timer = try startedTimer()
            timer.perform(.next, at: .milliseconds(milliseconds))
            #expect(timer.part(of: ann)?.state == state, "after \(milliseconds) ms")
            #expect(timer.spoken == [ann])
        }
        var short = try MeetingTimer(attendees: [ann, bob], length: .milliseconds(200))
        short.start(at: .zero)
        short.perform(.next, at: .milliseconds(60))
        #expect(short.part(of: ann)?.state == .spoke)
        #expect(short.advanced(to: .seconds(1)).part(of: bob)?.state == .spoke)
    }

    @Test func `absent and present are refused where they make no sense`() throws {
        var timer = try startedTimer()
        _ = timer.run((10, .next))
        let stranger = Attendee.ID(rawValue: "nobody")
        #expect(timer.run((11, .absent(stranger))).lines == ["11 refused unknownAttendee"])
        #expect(timer.run((11, .present(stranger))).lines == ["11 refused unknownAttendee"])
        #expect(timer.run((11, .absent(ann))).lines == ["11 refused alreadySpoke"])
        #expect(timer.run((11, .present(cid))).lines == ["11 refused notAbsent"])
        #expect(timer.run((11, .absent(cid)), (11, .absent(cid))).lines == ["11 refused alreadyAbsent"])
        #expect(timer.run((11, .absent(bob))).lines == ["11 refused nobodyElse"])
    }

    @Test func `attendees can be marked absent before the start, but not all`() throws {
        let shared = settings(.advance, .shared)
        var timer = try MeetingTimer(attendees: [ann, bob], length: .seconds(60), settings: shared)
        #expect(timer.perform(.absent(ann), at: .zero).lines == [])
        #expect(timer.perform(.absent(bob), at: .zero).lines == ["0 refused nobodyElse"])
        #expect(timer.start(at: .seconds(5)).lines == ["0 started", "0 turnStarted bob #0 slot 60 left 60"])
    }

    @Test func `reorder puts those named first and leaves the others as they are`() throws {
        var timer = try startedTimer([ann, bob, cid, dee])
        #expect(timer.run((1, .reorder([dee, cid, bob]))).map(\.line) == ["1 queueChanged dee cid bob"])
        #expect(timer.run((1, .reorder([bob]))).map(\.line) == ["1 queueChanged bob dee cid"])
        #expect(timer.run((1, .reorder([bob]))).isEmpty)
        for wrong in [[ann], [bob, bob], [Attendee.ID(rawValue: "nobody")]] {
            #expect(timer.run((1, .reorder(wrong))).lines == ["1 refused notWaiting"])
        }
        #expect(timer.queue == [bob, dee, cid])
    }

    @Test func `shuffle changes only the order of those still to speak, by the generator`() throws {
        let started = try startedTimer(people(10))
        var orders: Set<[Attendee.ID]> = []
        for seed in 0..<20 as Range<UInt64> {
            var (first, second) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed))
            var (timer, twin) = (started, started)
            let events = timer.shuffle(at: .seconds(1), using: &first)
            twin.shuffle(at: .seconds(1), using: &second)
            #expect(timer == twin)
            #expect(events.map(\.kind) == [.queueChanged(timer.lineup)])
            #expect(Set(timer.queue) == Set(started.queue))
            #expect(timer.speaker == started.speaker)
            orders.insert(timer.queue)
        }
        #expect(orders.count == 20)
    }

    /// Commands 10 seconds into the first turn of Ann, Bob and Cid with shared time, and the resulting event: the
    /// speaker, then the queue, each with slot and time left, then who is absent.
    static let changes: [(MeetingTimer.Command, String)] = [
        (.extend(.seconds(30)), "ann 90/80: bob 45/45, cid 45/45 -"),
        (.extend(.seconds(-30)), "ann 30/20: bob 75/75, cid 75/75 -"),
        (.absent(bob), "ann 60/50: cid 120/120 - bob"),
        (.later, "bob 60/60: cid 60/60, ann 60/50 -"),
        (.next, "bob 85/85: cid 85/85 -"),
        (.reorder([cid]), "ann 60/50: cid 60/60, bob 60/60 -"),
    ]

    @Test(arguments: changes)
    func `each change of the queue emits it, with everyone's times`(
        _ command: MeetingTimer.Command, _ line: String
    ) throws {
        var timer = try startedTimer(settings(.advance, .shared))
        #expect(timer.run((10, command)).lineups.map(\.line) == [line])
        _ = timer.run((10, .absent(cid)), (10, .present(cid)))
        #expect(timer.run((20, .pause(.user)), (20, .pause(.user)), (30, .resume)).lineups == [])
    }

    @Test func `the queue is emitted at the start, after previous, and when an attendee returns`() throws {
        var timer = try MeetingTimer(
            attendees: [ann, bob, cid], absent: [cid], length: .seconds(120), settings: settings())
        #expect(timer.start(at: .zero).lineups.map(\.line) == ["ann 60/60: bob 60/60 - cid"])
        #expect(timer.run((10, .present(cid))).lineups.map(\.line) == ["ann 60/50: bob 60/60, cid 60/60 -"])
        #expect(
            timer.run((20, .next), (30, .previous)).lineups.map(\.line) == [
                "bob 60/60: cid 60/60 -", "ann 60/40: bob 60/50, cid 60/60 -",
            ])
    }
}

extension MeetingTimer.Lineup {
    /// `ann 60/50: bob 60/60, cid 60/60 -` and those who are absent.
    fileprivate var line: String {
        func text(_ place: Place) -> String {
            "\(place.id) \(Int(place.slot.seconds))/\(Int(place.remaining.seconds))"
        }
        let words = [speaker.map(text) ?? "", queue.map(text).joined(separator: ", ")].joined(separator: ": ") + " -"
        return ([words] + absent.map(\.rawValue)).joined(separator: " ")
    }
}
