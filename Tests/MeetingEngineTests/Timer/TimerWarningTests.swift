import MeetingEngine
import MeetingModel
import Testing

@Suite struct TimerWarningTests {
    @Test func `each warning is given once, that many seconds before the slot's end`() throws {
        var timer = try startedTimer([ann, bob], settings(warnings: [.seconds(5), .seconds(30), .seconds(5)]))
        #expect(
            timer.advance(to: .seconds(59)).lines == ["30 turnWarning ann 30", "55 turnWarning ann 5"]
        )
        #expect(timer.advance(to: .seconds(119)).lines.filter { $0.contains("Warning") }.count == 2)
    }

    @Test func `a warning as long as the slot or longer is not given`() throws {
        let warnings: [Duration] = [.seconds(61), .seconds(60), .seconds(60) - .nanoseconds(1), .zero, .seconds(-1)]
        var timer = try startedTimer([ann], settings(warnings: warnings))
        #expect(timer.warning(at: .zero) == nil)
        let lines = timer.advance(to: .seconds(60)).lines
        #expect(lines.filter { $0.contains("Warning") } == ["1e-09 turnWarning ann 59.999999999"])
    }

    @Test func `a screen shows the warning until the turn is extended out of it`() throws {
        var timer = try startedTimer([ann, bob], settings(warnings: [.seconds(30), .seconds(5)]))
        #expect(timer.warning(at: .seconds(29)) == nil)
        #expect(timer.warning(at: .seconds(30)) == .seconds(30))
        #expect(timer.warning(at: .seconds(56)) == .seconds(5))
        timer.perform(.extend(.seconds(20)), at: .seconds(56))
        #expect(timer.warning(at: .seconds(56)) == .seconds(30))
        #expect(timer.warning(at: .seconds(80)) == nil, "bob's slot has begun")
    }

    @Test func `extending re-arms the warnings that lie ahead again`() throws {
        var timer = try startedTimer([ann], settings(warnings: [.seconds(30), .seconds(10)]))
        let events = timer.run((35, .extend(.seconds(10))), (55, .extend(.seconds(10))), (75, .extend(.zero)))
        #expect(
            events.lines == [
                "30 turnWarning ann 30", "40 turnWarning ann 30", "70 turnWarning ann 10",
            ]
        )
    }

    @Test func `shortening past a warning gives it now`() throws {
        var timer = try startedTimer([ann], settings(warnings: [.seconds(30), .seconds(10)]))
        #expect(timer.perform(.extend(.seconds(-55)), at: .zero).lines == ["0 turnWarning ann 5"])
        #expect(timer.advance(to: .seconds(5)).lines == ["5 turnEnded ann used 5 over 0", "5 meetingEnded finished 5"])
    }

    @Test func `going back re-arms only the warnings that lie ahead`() throws {
        var timer = try startedTimer([ann, bob], settings(warnings: [.seconds(30), .seconds(10)]))
        let events = timer.run((45, .next), (50, .previous)) + timer.advance(to: .seconds(64))
        #expect(events.lines.filter { $0.contains("Warning") } == ["30 turnWarning ann 30", "55 turnWarning ann 10"])
        #expect(timer.warning(at: .seconds(54)) == .seconds(10), "looking back is looking at the latest instant")
        #expect(timer.nextSlotEnd == .seconds(65))
    }

    @Test func `no warning sounds while the countdown is paused`() throws {
        var timer = try startedTimer([ann], settings(warnings: [.seconds(10)]))
        #expect(timer.run((49, .pause(.user)), (90, .resume)).lines == ["49 paused user", "49 resumed after 41"])
        #expect(timer.nextDeadline == .seconds(91))
        #expect(timer.advance(to: .seconds(91)).lines == ["50 turnWarning ann 10"])
    }
}
