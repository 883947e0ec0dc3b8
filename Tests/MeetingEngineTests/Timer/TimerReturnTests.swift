import MeetingEngine
import MeetingModel
import Testing

@Suite struct TimerPreviousTests {
    @Test(arguments: MeetingSettings.TimeSharing.allCases, MeetingSettings.SlotEnd.allCases)
    func `next and back at once leaves everybody's time as it was`(
        sharing: MeetingSettings.TimeSharing, slotEnd: MeetingSettings.SlotEnd
    ) throws {
        for second in [0, 1, 40, 59] {
            var timer = try startedTimer([ann, bob, cid, dee], settings(slotEnd, sharing))
            timer.advance(to: .seconds(second))
            let before = timer
            _ = timer.run((second, .next), (second, .previous))
            #expect(timer.speaker == ann)
            #expect(timer.queue == before.queue)
            #expect(timer.parts == before.parts)
            #expect(timer.plannedLength == before.plannedLength)
            #expect(timer.nextDeadline == before.nextDeadline)
        }
    }

    @Test func `previous takes back exactly the time that was given back`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        let events = timer.run((40, .next), (45, .previous))
        #expect(
            events.lines.suffix(3) == [
                "45 turnEnded bob used 5 over 0", "45 ding", "45 turnStarted ann #0 slot 60 left 20",
            ])
        #expect(timer.slots == [60, 60, 60])
        #expect(timer.queue == [bob, cid], "bob was interrupted and is next")
        #expect(timer.plannedLength == .seconds(180))
        #expect(timer.advance(to: .seconds(65)).lines.last == "65 turnStarted bob #1 slot 60 left 55")
    }

    @Test func `previous with fixed time makes the meeting as long again as it was`() throws {
        var timer = try startedTimer()
        _ = timer.run((40, .next))
        #expect(timer.plannedLength == .seconds(160))
        _ = timer.run((50, .previous))
        #expect(timer.plannedLength == .seconds(180))
        #expect(timer.turnRemaining(at: .seconds(50)) == .seconds(20))
        #expect(
            timer.advance(to: .seconds(70)).lines.last == "70 turnStarted bob #1 slot 60 left 50",
            "with time taken back, the slot ends by itself")
    }

    @Test(arguments: MeetingSettings.TimeSharing.allCases, MeetingSettings.SlotEnd.allCases)
    func `previous with no time left goes on in overtime, until someone says next`(
        sharing: MeetingSettings.TimeSharing, slotEnd: MeetingSettings.SlotEnd
    ) throws {
        var timer = try startedTimer(settings(slotEnd, sharing))
        timer.advance(to: .seconds(60))
        if slotEnd == .overtime { timer.perform(.next, at: .seconds(60)) }
        #expect(timer.perform(.previous, at: .seconds(70)).lines.last == "70 turnStarted ann #0 slot 60 left 0")
        #expect(timer.nextDeadline == nil)
        #expect(timer.turnOvertime(at: .seconds(75)) == .seconds(5))
        #expect(timer.advance(to: .seconds(90)).isEmpty)
        let events = timer.perform(.next, at: .seconds(90))
        #expect(events.lines.first == "90 turnEnded ann used 20 over 20")
        switch sharing {
        case .fixed: #expect(events.lines.last == "90 turnStarted bob #1 slot 60 left 50")
        case .shared: #expect(events.lines.last == "90 turnStarted bob #1 slot 50 left 40")
        }
    }

    @Test func `previous after overtime gives back what was taken for it`() throws {
        var timer = try startedTimer(settings(.overtime, .shared))
        _ = timer.run((70, .next))
        #expect(timer.slots == [60, 55, 55])
        let events = timer.run((70, .previous))
        #expect(events.lines.last == "70 turnStarted ann #0 slot 60 left -10")
        #expect(timer.slots == [60, 60, 60])
        #expect(timer.turnOvertime(at: .seconds(72)) == .seconds(12))
        _ = timer.run((80, .next))
        #expect(timer.slots == [60, 50, 50])
        #expect(timer.part(of: ann)?.overtime == .seconds(20))
    }

    @Test func `previous twice walks back through the speakers`() throws {
        var timer = try startedTimer([ann, bob, cid, dee], settings(.advance, .shared))
        _ = timer.run((30, .next), (40, .next), (45, .previous), (50, .previous))
        #expect(timer.speaker == ann)
        #expect(timer.queue == [bob, cid, dee])
        #expect(timer.slots == [60, 60, 60, 60])
        #expect(timer.turnRemaining(at: .seconds(50)) == .seconds(30))
        #expect(timer.run((50, .previous)).lines == ["50 refused nobodyBefore"])
    }

    @Test func `the one who was interrupted in overtime waits with nothing left, and no less`() throws {
        var timer = try startedTimer(settings(.overtime, .shared))
        _ = timer.run((60, .next), (130, .previous))
        #expect(timer.queue == [bob, cid])
        #expect(timer.slots == [60, 60, 50], "cid has made good bob's overtime")
        #expect(timer.plannedLength == .seconds(180))
        #expect(timer.run((130, .next)).lines.last == "130 turnStarted bob #1 slot 60 left 0")
    }

    @Test func `what was given back and has been spoken meanwhile comes from the others, then from the end`() throws {
        // Ann hands 50 s on, 25 to each; bob speaks 84 of his 85.
        var timer = try startedTimer(settings(.advance, .shared))
        _ = timer.run((10, .next), (94, .previous))
        #expect(timer.turnRemaining(at: .seconds(94)) == .seconds(50))
        #expect(timer.slots == [60, 84, 36], "bob can give 1 of 25, cid 25 and the 24 that bob lacks")
        #expect(timer.plannedLength == .seconds(180))

        // With nobody to give it, the meeting gets longer.
        timer = try startedTimer([ann, bob], settings(.advance, .shared))
        _ = timer.run((10, .next), (110, .previous))
        #expect(timer.turnRemaining(at: .seconds(110)) == .seconds(50))
        #expect(timer.slots == [60, 100])
        #expect(timer.plannedLength == .seconds(160))
    }

    @Test func `previous at the first turn is refused`() throws {
        var timer = try startedTimer()
        #expect(timer.run((5, .previous)).lines == ["5 refused nobodyBefore"])
    }

    @Test func `previous passes over those who are marked absent`() throws {
        var timer = try startedTimer()
        _ = timer.run((10, .next), (20, .absent(bob)))
        #expect(timer.speaker == cid)
        _ = timer.run((30, .previous))
        #expect(timer.speaker == ann)
        #expect(timer.queue == [cid])
    }
}

@Suite struct TimerQueueTests {
    @Test(arguments: MeetingSettings.TimeSharing.allCases)
    func `later goes to the end of the queue with the time that was left`(sharing: MeetingSettings.TimeSharing) throws {
        var timer = try startedTimer(settings(.advance, sharing))
        #expect(
            timer.run((20, .later)).lines == [
                "20 turnEnded ann used 20 over 0", "20 ding", "20 turnStarted bob #0 slot 60 left 60",
            ])
        #expect(timer.queue == [cid, ann])
        #expect(timer.plannedLength == .seconds(180))
        let events = timer.advance(to: .seconds(180))
        #expect(events.lines.contains("140 turnStarted ann #2 slot 60 left 40"))
        #expect(events.lines.last == "180 meetingEnded finished 180")
        #expect(timer.turns.map(\.attendee) == [ann, bob, cid, ann])
        #expect(timer.part(of: ann)?.used == .seconds(60))
    }

    @Test func `later in overtime leaves nothing, and no less, for later`() throws {
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

    @Test func `later is refused when nobody else is to speak`() throws {
        var timer = try startedTimer([ann])
        #expect(timer.run((20, .later)).lines == ["20 refused nobodyElse"])
        #expect(timer.nextDeadline == .seconds(60))
    }

    @Test func `who is absent leaves the queue; with fixed time the meeting gets shorter`() throws {
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

    @Test func `the speaker is not cut off by someone who comes back, if others can give the time`() throws {
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
            ])
        #expect(timer.part(of: ann)?.state == .absent)
        #expect(timer.plannedLength == .seconds(180))
        _ = timer.run((4, .present(ann)))
        #expect(timer.queue == [cid, ann])
        #expect(timer.part(of: ann)?.state == .waiting)
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

    @Test func `who is known to be absent can be marked before the start, but not everybody`() throws {
        var timer = try MeetingTimer(attendees: [ann, bob], length: .seconds(60), settings: settings(.advance, .shared))
        #expect(timer.perform(.absent(ann), at: .zero).lines == [])
        #expect(timer.perform(.absent(bob), at: .zero).lines == ["0 refused nobodyElse"])
        #expect(timer.start(at: .seconds(5)).lines == ["0 started", "0 turnStarted bob #0 slot 60 left 60"])
    }

    @Test func `reorder puts those named first and leaves the others as they are`() throws {
        var timer = try startedTimer([ann, bob, cid, dee])
        #expect(timer.run((1, .reorder([dee, cid, bob]))).lines == ["1 queueChanged dee cid bob"])
        #expect(timer.run((1, .reorder([bob]))).lines == ["1 queueChanged bob dee cid"])
        #expect(timer.run((1, .reorder([bob]))).lines == [])
        for wrong in [[ann], [bob, bob], [Attendee.ID(rawValue: "nobody")]] {
            #expect(timer.run((1, .reorder(wrong))).lines == ["1 refused notWaiting"])
        }
        #expect(timer.queue == [bob, dee, cid])
    }

    @Test func `shuffle changes only the order of those still to speak, by the generator`() throws {
        let started = try startedTimer(people(10))
        var orders: Set<[Attendee.ID]> = []
        for seed in 0..<20 as Range<UInt64> {
            var (first, second) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
            var (timer, twin) = (started, started)
            let events = timer.shuffle(at: .seconds(1), using: &first)
            twin.shuffle(at: .seconds(1), using: &second)
            #expect(timer == twin)
            #expect(events.map(\.kind) == [.queueChanged(timer.queue)])
            #expect(Set(timer.queue) == Set(started.queue))
            #expect(timer.speaker == started.speaker)
            orders.insert(timer.queue)
        }
        #expect(orders.count == 20)
    }
}

@Suite struct TimerExtensionTests {
    @Test func `extend and shorten with fixed time change the meeting's length`() throws {
        var timer = try startedTimer()
        _ = timer.run((10, .extend(.seconds(30))))
        #expect(timer.slots == [90, 60, 60])
        #expect(timer.plannedLength == .seconds(210))
        #expect(timer.nextDeadline == .seconds(90))
        _ = timer.run((10, .extend(.seconds(-30))), (10, .extend(.seconds(-30))))
        #expect(timer.slots == [30, 60, 60])
        #expect(timer.plannedLength == .seconds(150))
    }

    @Test func `extend and shorten with shared time are given and got by the others`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        _ = timer.run((10, .extend(.seconds(30))))
        #expect(timer.slots == [90, 45, 45])
        _ = timer.run((10, .extend(.seconds(-60))))
        #expect(timer.slots == [30, 75, 75])
        #expect(timer.plannedLength == .seconds(180))
    }

    @Test func `what the others cannot give for an extension makes the meeting longer`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        _ = timer.run((10, .extend(.seconds(100))), (10, .extend(.seconds(30))))
        #expect(timer.slots == [190, 0, 0])
        #expect(timer.plannedLength == .seconds(190))
    }

    @Test func `those who have less give what they have, the others the rest`() throws {
        var timer = try startedTimer([ann, bob, cid, dee], settings(.advance, .shared))
        _ = timer.run((50, .later), (50, .extend(.seconds(60))))
        #expect(timer.queue == [cid, dee, ann])
        #expect(timer.slots == [50, 120, 35, 35], "ann had 10 left to give, cid and dee 60")
        #expect(timer.plannedLength == .seconds(240))
    }

    @Test func `shortening beyond what is left ends the slot now`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        #expect(
            timer.run((10, .extend(.seconds(-70)))).lines == [
                "10 turnEnded ann used 10 over 0", "10 ding", "10 turnStarted bob #1 slot 85 left 85",
            ])
        #expect(timer.slots == [10, 85, 85])
        var overtime = try startedTimer(settings(.overtime))
        #expect(overtime.run((10, .extend(.seconds(-70)))).lines == ["10 ding"])
        #expect(overtime.run((15, .extend(.seconds(-30)))).lines == ["15 refused noTimeLeft"])
        #expect(overtime.turnOvertime(at: .seconds(15)) == .seconds(5))
    }

    @Test func `an extension in overtime starts a new countdown, which dings again`() throws {
        var timer = try startedTimer(settings(.overtime))
        #expect(timer.run((70, .extend(.seconds(30)))).lines == ["60 ding"])
        #expect(timer.turnRemaining(at: .seconds(70)) == .seconds(20))
        #expect(timer.turnOvertime(at: .seconds(70)) == .zero)
        #expect(timer.advance(to: .seconds(100)).lines == ["90 ding"])
        _ = timer.run((100, .extend(.seconds(5))))
        #expect(timer.nextDeadline == nil, "an extension shorter than the overtime leaves the turn in overtime")
        #expect(timer.turnOvertime(at: .seconds(100)) == .seconds(5))
    }
}
