import MeetingEngine
import MeetingModel
import Testing

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

    @Test func `the part of an extension that others cannot give makes the meeting longer`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        _ = timer.run((10, .extend(.seconds(100))), (10, .extend(.seconds(30))))
        #expect(timer.slots == [190, 0, 0])
        #expect(timer.plannedLength == .seconds(190))
    }

    @Test func `an extension beyond the longest standup is refused`() throws {
        var fixed = try startedTimer()
        #expect(fixed.run((10, .extend(.seconds(8 * 3600 - 179)))).lines == ["10 refused tooLong"])
        _ = fixed.run((10, .extend(.seconds(8 * 3600 - 180))))
        #expect(fixed.plannedLength == .seconds(8 * 3600))
        #expect(fixed.run((10, .extend(.seconds(1)))).lines == ["10 refused tooLong"])
        var shared = try startedTimer(settings(.advance, .shared))
        _ = shared.run((10, .extend(.seconds(8 * 3600 - 60))))
        #expect(shared.plannedLength == .seconds(8 * 3600), "the others gave their 120 seconds")
        #expect(shared.run((10, .extend(.seconds(1)))).lines == ["10 refused tooLong"])
    }

    @Test func `attendees with less time give what they have, the others the rest`() throws {
        var timer = try startedTimer([ann, bob, cid, dee], settings(.advance, .shared))
        _ = timer.run((50, .later), (50, .extend(.seconds(60))))
        #expect(timer.queue == [cid, dee, ann])
        #expect(timer.slots == [50, 120, 35, 35], "ann had 10 left to give, cid and dee 60")
        #expect(timer.plannedLength == .seconds(240))
    }

    @Test func `shortening by more than the time left ends the slot now`() throws {
        var timer = try startedTimer(settings(.advance, .shared))
        #expect(
            timer.run((10, .extend(.seconds(-70)))).lines == [
                "10 turnEnded ann used 10 over 0", "10 ding", "10 turnStarted bob #1 slot 85 left 85",
            ]
        )
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
