import AudioDevices
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupTesting
import Testing

/// A meeting whose terminal goes away.
@Suite(.timeLimit(.minutes(10))) struct `A meeting that is cut off` {
    /// Cuts it off and returns what can be resumed.
    private func cutOff(_ meeting: MeetingFixture) throws -> InterruptedMeeting {
        try meeting.store.save(meeting.plan.standup)
        meeting.session.cutOff()
        meeting.clock.settle()
        #expect(meeting.end == .interrupted)
        #expect(meeting.session.status.isCutOff)
        #expect(meeting.store.resumableMeetings().map(\.id) == [meeting.plan.meeting])
        return try #require(try InterruptedMeeting(meeting.plan.meeting, in: meeting.store))
    }

    @Test func `can be resumed where it was, with all of its sound`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30), microphone: .init(sound: { _ in 0.5 }))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        await meeting.perform(.next)
        meeting.clock.advance(by: .milliseconds(3200))
        let before = meeting.session.status.timer.advanced(to: meeting.clock.now)
        let interrupted = try cutOff(meeting)
        #expect(interrupted.elapsed == .milliseconds(7200))
        #expect(interrupted.timer.speaker == before.speaker && interrupted.timer.queue == before.queue)
        #expect(interrupted.timer.turns == before.turns)
        let kept = interrupted.meeting
        #expect(kept.state == .interrupted && kept.duration == .milliseconds(7200))
        #expect(kept.turns.map(\.end) == [.seconds(4), .milliseconds(7200)])
        #expect(kept.attendees.map(\.used) == [.seconds(4), .milliseconds(3200), .zero])
        #expect(kept.recording?.frames == 345_600)
        #expect(meeting.recordings.samples(of: kept.recording?.fileName ?? "")?.count == 345_600)
    }

    @Test func `stays paused`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30), input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(2))
        await meeting.perform(.pause(.user))
        meeting.clock.advance(by: .seconds(60))
        let interrupted = try cutOff(meeting)
        #expect(interrupted.timer.phase == .paused(.user) && interrupted.elapsed == .seconds(2))
    }

    @Test func `leaves nothing before it has started`() async throws {
        let meeting = try MeetingFixture()
        meeting.session.cutOff()
        await #expect(throws: MeetingStartError.interrupted) { try await meeting.session.start() }
        #expect(meeting.meeting() == nil)
    }

    @Test func `has ended if it was cut off at its end`() async throws {
        let meeting = try MeetingFixture(length: .seconds(3), input: .none)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(4))
        meeting.session.cutOff()
        meeting.clock.settle()
        #expect(meeting.meeting()?.state == .finished && !meeting.session.status.isCutOff)
    }
}

/// A meeting that no longer receives commands.
@Suite(.timeLimit(.minutes(10))) struct `A meeting without further commands` {
    private static let reason = "nobody is there"

    private func problems(_ meeting: MeetingFixture) -> [MeetingEvent.Kind] {
        meeting.said { if case .error = $0 { true } else { false } }.map(\.kind)
    }

    @Test func `continues to its end`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30), input: .none)
        try await meeting.start()
        meeting.session.endWhenStuck(because: Self.reason)
        meeting.clock.advance(by: .seconds(31))
        #expect(meeting.end == .finished && problems(meeting) == [])
    }

    @Test func `is saved when overtime begins, with the reason`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30), settings: settings(.overtime, .fixed), input: .none)
        meeting.session.endWhenStuck(because: Self.reason)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(9.9))
        #expect(meeting.end == nil)
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.end == .saved && problems(meeting) == [.error(.outside(Self.reason))])
        #expect(meeting.meeting()?.duration == .seconds(10))
    }

    @Test func `is saved when it is paused, unless the pause ends by a command that has come`() async throws {
        let meeting = try MeetingFixture(length: .seconds(30), input: .none)
        try await meeting.start()
        await meeting.perform(.pause(.user))
        meeting.session.send(.timer(.resume))
        meeting.session.endWhenStuck(because: Self.reason)
        meeting.clock.settle()
        #expect(meeting.end == nil)
        await meeting.perform(.pause(.user))
        #expect(meeting.end == .saved && problems(meeting) == [.error(.outside(Self.reason))])
    }
}
