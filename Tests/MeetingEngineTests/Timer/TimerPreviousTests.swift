import MeetingEngine
import MeetingModel
import Testing

@Suite struct TimerPreviousTests {
    @Test(arguments: MeetingSettings.TimeSharing.allCases, MeetingSettings.SlotEnd.allCases)
    func `next and back at once leaves everyone's time unchanged`(
        sharing: MeetingSettings.TimeSharing,
        slotEnd: MeetingSettings.SlotEnd
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
            ]
        )
        #expect(timer.slots == [60, 60, 60])
        #expect(timer.queue == [bob, cid], "bob was interrupted and is next")
        #expect(timer.plannedLength == .seconds(180))
        #expect(timer.advance(to: .seconds(65)).lines.last == "65 turnStarted bob #1 slot 60 left 55")
    }

    @Test func `previous with fixed time restores the meeting's length`() throws {
        var timer = try startedTimer()
        _ = timer.run((40, .next))
        #expect(timer.plannedLength == .seconds(160))
        _ = timer.run((50, .previous))
        #expect(timer.plannedLength == .seconds(180))
        #expect(timer.turnRemaining(at: .seconds(50)) == .seconds(20))
        #expect(
            timer.advance(to: .seconds(70)).lines.last == "70 turnStarted bob #1 slot 60 left 50",
            "with time taken back, the slot ends by itself"
        )
    }

    @Test(arguments: MeetingSettings.TimeSharing.allCases, MeetingSettings.SlotEnd.allCases)
    func `previous with no time left continues in overtime until next`(
        sharing: MeetingSettings.TimeSharing,
        slotEnd: MeetingSettings.SlotEnd
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

    @Test func `previous after overtime returns the time taken for it`() throws {
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

    @Test func `a speaker interrupted in overtime waits with no time left, but no debt`() throws {
        var timer = try startedTimer(settings(.overtime, .shared))
        _ = timer.run((60, .next), (130, .previous))
        #expect(timer.queue == [bob, cid])
        #expect(timer.slots == [60, 60, 50], "cid has made good bob's overtime")
        #expect(timer.plannedLength == .seconds(180))
        #expect(timer.run((130, .next)).lines.last == "130 turnStarted bob #1 slot 60 left 0")
    }

    @Test func `returned time that was used meanwhile comes from the others, then from the end`() throws {
        // Ann hands 50 s on, 25 to each; bob speaks 84 of his 85.
        var timer = try startedTimer(settings(.advance, .shared))
        _ = timer.run((10, .next), (94, .previous))
        #expect(timer.turnRemaining(at: .seconds(94)) == .seconds(50))
        #expect(timer.slots == [60, 84, 36], "bob can give 1 of 25, cid 25 and the 24 that bob lacks")
        #expect(timer.plannedLength == .seconds(180))

        // No one has time to give, so the meeting gets longer.
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
