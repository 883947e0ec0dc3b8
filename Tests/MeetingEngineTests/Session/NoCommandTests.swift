import MeetingEngine
import MeetingModel
import MeetingTiming
import Sound
import StandupTesting
import Testing

@testable import MeetingHistory

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
