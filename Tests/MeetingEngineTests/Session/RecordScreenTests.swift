import Dispatch
import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech
import StandupTesting
import Testing

@testable import MeetingEngine
@testable import MeetingHistory

/// What the record screen needs from a meeting besides the countdown's commands.
@Suite struct `A meeting that is watched and led` {
    @Test func `a muted meeting plays no cue, and reports each`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann", "Bob", "Cid", "Dee"],
            length: .seconds(40),
            settings: MeetingSettings(warnings: [.seconds(2)], warningSounds: true),
            input: .none
        )
        let start = meeting.clock.now
        try await meeting.start()
        #expect(!meeting.session.status.isMuted)
        meeting.clock.advance(by: .seconds(4))
        await meeting.perform(.mute(true))
        #expect(meeting.session.status.isMuted)
        meeting.clock.advance(by: .seconds(8))
        await meeting.perform(.timer(.next))
        meeting.clock.advance(by: .seconds(5))
        #expect(meeting.dings == 2)
        #expect(meeting.said { if case .turnWarning = $0 { true } else { false } }.count == 1)
        #expect(meeting.audio.playedCues == [])
        await meeting.perform(.mute(false))
        #expect(!meeting.session.status.isMuted)
        meeting.clock.advance(by: .seconds(30))
        #expect(meeting.end == .finished)
        #expect(
            meeting.audio.playedCues == [
                .init(cue: .warning, instant: start + .seconds(20)), .init(cue: .ding, instant: start + .seconds(22)),
                .init(cue: .warning, instant: start + .seconds(30)),
            ]
        )
    }

    @Test func `a note is in the history at once, and can be changed and taken away`() async throws {
        let meeting = try MeetingFixture(input: .none)
        await meeting.perform(.note("before the start"))
        try await meeting.start()
        #expect(meeting.meeting()?.note == "before the start")
        #expect(meeting.session.status.note == "before the start")
        meeting.clock.advance(by: .milliseconds(1500))
        await meeting.perform(.note("ask Bob again"))
        #expect(meeting.meeting()?.note == "ask Bob again")
        #expect(meeting.session.status.note == "ask Bob again")
        await meeting.perform(.note("  "))
        #expect(meeting.meeting()?.note == nil)
        #expect(meeting.session.status.note == nil)
        #expect(meeting.index == 1)
    }

    @Test func `a note that is written while the rest is decoded is kept too`() async throws {
        let noted = DispatchSemaphore(value: 0)
        let recognizer = RecognizerSource(key: "slow") { _ in
            noted.wait()
            return ScriptedRecognizer(script: [])
        }
        let meeting = try MeetingFixture(names: ["Ann"], recognizer: recognizer)
        try await meeting.session.start()
        // Both wait before the first is done, however busy the machine is.
        meeting.clock.makeQueue("busy").async {
            meeting.session.send(.timer(.end(.saved)))
            meeting.session.send(.note("at the end"))
        }
        noted.signal()
        meeting.clock.settle()
        #expect(meeting.end == .saved)
        #expect(meeting.meeting()?.note == "at the end")
        #expect(meeting.meeting()?.state == .finished)
    }

    @Test func `a discarded meeting leaves no note`() async throws {
        let meeting = try MeetingFixture(input: .none)
        try await meeting.start()
        await meeting.perform(.note("secret"))
        await meeting.perform(.timer(.end(.discarded)))
        await meeting.perform(.note("secret"))
        #expect(meeting.meeting() == nil)
    }

    @Test func `those who are not here are absent from the start, and can come later`() async throws {
        let meeting = try MeetingFixture(length: .seconds(40), absent: [0], input: .none)
        try await meeting.start()
        let attendees = meeting.plan.standup.attendees
        #expect(meeting.session.status.timer.absent == [attendees[0].id])
        #expect(meeting.meeting()?.attendees.map(\.state) == [.absent, .spoke, .waiting])
        #expect(meeting.meeting()?.attendees.map(\.slot) == [.zero, .seconds(20), .seconds(20)])
        guard case .meetingStarted(_, _, let length, let told)? = meeting.said.first?.kind else {
            Issue.record("not started")
            return
        }
        #expect(length == .seconds(40))
        #expect(told.map(\.slot) == [.zero, .seconds(20), .seconds(20)])
        meeting.clock.advance(by: .seconds(5))
        await meeting.perform(.timer(.present(attendees[0].id)))
        #expect(meeting.session.status.timer.queue == [attendees[2].id, attendees[0].id])
        meeting.clock.advance(by: .seconds(60))
        #expect(meeting.end == .finished)
        #expect(meeting.meeting()?.attendees.map(\.used) == [.seconds(20), .seconds(20), .seconds(20)])
        #expect(meeting.meeting()?.attendees.map(\.state) == [.spoke, .spoke, .spoke])
    }

    @Test func `a meeting without anyone present is refused with one line`() {
        #expect(throws: MeetingStartError.plan(.nobodyPresent)) { try MeetingFixture(absent: [0, 1, 2]) }
    }

    @Test func `other settings move the cues that wait on the loudspeaker, and the soft cue follows them`() async throws
    {
        let meeting = try MeetingFixture(names: ["Ann", "Bob"], length: .seconds(40), input: .none)
        let start = meeting.clock.now
        try await meeting.start()
        meeting.clock.advance(by: .seconds(1))
        let changed = MeetingSettings(atSlotEnd: .overtime, warnings: [.seconds(5)], warningSounds: true)
        await meeting.perform(.timer(.change(changed)))
        #expect(meeting.session.status.timer.settings == changed)
        meeting.clock.advance(by: .seconds(24))
        #expect(meeting.session.status.timer.turnOvertime(at: meeting.clock.now) == .seconds(5))
        await meeting.perform(.timer(.change(MeetingSettings(warnings: []))))
        #expect(meeting.index == 1)
        meeting.clock.advance(by: .seconds(30))
        #expect(meeting.end == .finished)
        #expect(
            meeting.audio.playedCues == [
                .init(cue: .warning, instant: start + .seconds(15)), .init(cue: .ding, instant: start + .seconds(20)),
                .init(cue: .ding, instant: start + .seconds(25)),
            ]
        )
        #expect(meeting.meeting()?.attendees.map(\.overtime) == [.seconds(5), .zero])
    }
}
