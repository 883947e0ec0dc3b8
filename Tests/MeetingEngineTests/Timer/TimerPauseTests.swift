import MeetingEngine
import MeetingModel
import Testing

@Suite struct TimerPauseTests {
    @Test func `pause stops the countdown, resume continues it`() throws {
        var timer = try startedTimer([ann, bob])
        #expect(timer.run((20, .pause(.user))).lines == ["20 paused user"])
        #expect(timer.phase == .paused(.user))
        #expect(timer.nextDeadline == nil)
        #expect(timer.advance(to: .seconds(1000)).isEmpty)
        #expect(timer.elapsed(at: .seconds(1000)) == .seconds(20))
        #expect(timer.run((1000, .resume)).lines == ["20 resumed after 980"])
        #expect(timer.nextDeadline == .seconds(1040))
        #expect(timer.advance(to: .seconds(1100)).lines.last == "120 meetingEnded finished 120")
        #expect(timer.pauses == [Pause(at: .seconds(20), duration: .seconds(980), reason: .user)])
    }

    @Test func `pause and resume are refused where they make no sense`() throws {
        var timer = try startedTimer()
        #expect(timer.run((1, .resume)).lines == ["1 refused notPaused"])
        let events = timer.run((2, .pause(.user)), (3, .pause(.user)))
        #expect(events.lines == ["2 paused user", "2 refused alreadyPaused"])
        #expect(timer.pauses.count == 1)
    }

    @Test func `commands during a pause change the stopped meeting`() throws {
        var timer = try startedTimer()
        _ = timer.run((20, .pause(.user)))
        #expect(timer.run((30, .next)).lines.last == "20 turnStarted bob #1 slot 60 left 60")
        #expect(timer.phase == .paused(.user))
        _ = timer.run((40, .extend(.seconds(-60))))
        #expect(timer.speaker == bob, "even a slot of nothing does not end while the countdown stands still")
        #expect(timer.run((50, .resume)).lines.last == "20 turnStarted cid #2 slot 60 left 60")
    }

    @Test func `a suspended machine counts as a pause, reported afterwards with its length`() throws {
        var timer = try startedTimer()
        #expect(
            timer.noteSuspend(lasting: .seconds(3600), at: .seconds(25)).lines == [
                "25 paused suspend", "25 resumed after 3600",
            ]
        )
        #expect(timer.nextDeadline == .seconds(60), "the monotonic clock stood still meanwhile")
        #expect(timer.pauses == [Pause(at: .seconds(25), duration: .seconds(3600), reason: .suspend)])
    }

    @Test func `a machine suspended in a pause makes the pause longer`() throws {
        var timer = try startedTimer()
        _ = timer.run((20, .pause(.user)))
        #expect(timer.noteSuspend(lasting: .seconds(3600), at: .seconds(25)).isEmpty)
        #expect(timer.run((30, .resume)).lines == ["20 resumed after 3610"])
        _ = timer.run((40, .pause(.user)))
        #expect(timer.run((50, .resume)).lines == ["30 resumed after 10"])
    }

    @Test func `a suspension before the start or after the end does not affect the meeting`() throws {
        var timer = try MeetingTimer(attendees: [ann], length: .seconds(60), settings: settings())
        #expect(timer.noteSuspend(lasting: .seconds(5), at: .zero).isEmpty)
        timer.start(at: .zero)
        timer.perform(.end(.saved), at: .seconds(1))
        #expect(timer.noteSuspend(lasting: .seconds(5), at: .seconds(2)).isEmpty)
        #expect(timer.pauses.isEmpty)
    }
}
