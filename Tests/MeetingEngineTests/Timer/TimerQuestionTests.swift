import MeetingEngine
import MeetingModel
import Testing

@Suite struct TimerQuestionTests {
    @Test func `next on the last attendee asks whether to end, with save and resume, without discard`() throws {
        var timer = try startedTimer([ann, bob])
        #expect(timer.isLast == false)
        _ = timer.run((50, .next))
        #expect(timer.isLast)
        #expect(timer.run((70, .next)).lines == ["70 paused question", "70 asked endAfterLast"])
        #expect(timer.phase == .asking(.endAfterLast))
        #expect(MeetingTimer.Question.endAfterLast.answers == [.save, .resume])
        #expect(timer.run((71, .answer(.discard))).lines == ["70 refused noSuchAnswer"])
        #expect(
            timer.run((75, .answer(.save))).lines == [
                "70 resumed after 5", "70 turnEnded bob used 20 over 0", "70 meetingEnded saved 70",
            ]
        )
        #expect(timer.phase == .ended(.saved))
    }

    @Test func `end asks for save, discard or resume, and the time behind the question does not count`() throws {
        var timer = try startedTimer()
        #expect(MeetingTimer.Question.end.answers == [.save, .discard, .resume])
        _ = timer.run((30, .ask))
        let remaining = timer.meetingRemaining(at: .seconds(30))
        timer.advance(to: .seconds(35))
        #expect(timer.meetingRemaining(at: .seconds(35)) == remaining)
        #expect(timer.run((35, .answer(.resume))).lines == ["30 resumed after 5"])
        #expect(timer.nextDeadline == .seconds(65))
        #expect(timer.pauses == [Pause(at: .seconds(30), duration: .seconds(5), reason: .question)])
        _ = timer.run((40, .ask))
        #expect(timer.run((45, .answer(.discard))).lines.last == "35 meetingEnded discarded 35")
    }

    @Test func `resume answers an open question too`() throws {
        var timer = try startedTimer()
        #expect(timer.run((30, .ask), (35, .resume)).lines.last == "30 resumed after 5")
        #expect(timer.phase == .running)
    }

    @Test func `a question in a pause is part of that pause`() throws {
        var timer = try startedTimer()
        #expect(
            timer.run((30, .pause(.user)), (40, .ask), (50, .answer(.resume))).lines == [
                "30 paused user", "30 asked end", "30 resumed after 20",
            ]
        )
        #expect(timer.pauses == [Pause(at: .seconds(30), duration: .seconds(20), reason: .user)])
    }

    @Test(arguments: [
        MeetingTimer.Command.next, .previous, .later, .absent(bob), .present(bob), .extend(.seconds(1)),
        .reorder([cid]), .pause(.user), .ask,
    ])
    func `an open question must be answered first`(command: MeetingTimer.Command) throws {
        var timer = try startedTimer()
        _ = timer.run((30, .ask))
        var before = timer
        #expect(timer.run((31, command)).lines == ["30 refused questionOpen"])
        before.advance(to: .seconds(31))
        #expect(timer == before)
    }

    @Test(arguments: [MeetingTimer.EndReason.saved, .discarded, .interrupted])
    func `a caller without a screen ends the meeting without a question`(reason: MeetingTimer.EndReason) throws {
        var timer = try startedTimer()
        #expect(
            timer.run((30, .end(reason))).lines == [
                "30 turnEnded ann used 30 over 0", "30 meetingEnded \(reason.rawValue) 30",
            ]
        )
        #expect(timer.parts.map(\.state) == [.spoke, .waiting, .waiting])
        #expect(timer.nextDeadline == nil)
    }

    @Test func `an interruption ends the meeting from behind a question and before the start too`() throws {
        var timer = try startedTimer()
        #expect(
            timer.run((30, .ask), (31, .end(.interrupted))).lines.suffix(3) == [
                "30 resumed after 1", "30 turnEnded ann used 30 over 0", "30 meetingEnded interrupted 30",
            ]
        )
        var early = try MeetingTimer(attendees: [ann], length: .seconds(60), settings: settings())
        #expect(early.perform(.end(.interrupted), at: .zero).lines == ["0 meetingEnded interrupted 0"])
        #expect(early.start(at: .zero).lines == ["0 refused ended"])
    }

    @Test(arguments: [
        MeetingTimer.Command.next, .previous, .later, .extend(.seconds(1)), .pause(.user), .ask,
    ])
    func `before the start there is no turn to change`(command: MeetingTimer.Command) throws {
        var timer = try MeetingTimer(attendees: [ann, bob], length: .seconds(60), settings: settings())
        #expect(timer.perform(command, at: .zero).lines == ["0 refused notStarted"])
    }

    @Test(arguments: [
        MeetingTimer.Command.next, .previous, .later, .absent(bob), .present(bob), .extend(.seconds(1)), .reorder([]),
        .pause(.user), .resume, .ask, .answer(.save), .end(.discarded),
    ])
    func `after the end nothing changes any more`(command: MeetingTimer.Command) throws {
        var timer = try startedTimer()
        timer.advance(to: .seconds(500))
        let before = timer
        #expect(timer.perform(command, at: .seconds(500)).lines == ["180 refused ended"])
        #expect(timer == before)
    }

    @Test func `a meeting starts once`() throws {
        var timer = try startedTimer()
        #expect(timer.start(at: .seconds(5)).lines == ["5 refused alreadyStarted"])
    }
}
