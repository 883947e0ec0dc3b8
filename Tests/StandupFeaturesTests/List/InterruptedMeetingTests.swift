import ApplicationTesting
import AudioDevices
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import StandupFeatures
import StandupTesting
import Testing

@Suite("A meeting that was cut off, at the next start")
struct InterruptedMeetingTests {
    static let standup = Standup(
        id: Standup.ID(rawValue: "s1"), title: "Web", length: .seconds(180), attendees: Team.all,
        settings: MeetingSettings(warnings: []))

    /// A history in which a meeting of Ann, Ben and Cal was cut off after 70 s, in Ben's turn.
    func keeper(standups: [Standup] = [standup]) throws -> InMemoryHistoryKeeper {
        let keeper = InMemoryHistoryKeeper()
        for (number, standup) in standups.enumerated() {
            try keeper.store.save(standup)
            let started = Timestamp(nanosecondsSince1970: 1_767_258_000_000_000_000 - Int64(number))
            var meeting = Meeting(
                id: Meeting.ID(rawValue: "m\(number + 1)"), standupID: standup.id, title: standup.title,
                startedAt: started,
                attendees: standup.attendees.map {
                    MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(60))
                })
            meeting.turns = [Turn(attendee: Team.ann.id, start: .zero, end: .seconds(60))]
            try keeper.store.begin(meeting)
            let step = MeetingTimer.Step.started(
                attendees: standup.attendees.map(\.id), absent: [], length: standup.length,
                settings: standup.settings)
            try keeper.store.record(
                [.countdownStep(step.line), .state(.interrupted, duration: .seconds(70))], in: meeting.id)
        }
        return keeper
    }

    private func resumable(_ keeper: InMemoryHistoryKeeper) -> [String] {
        keeper.store.resumableMeetings().map(\.id.rawValue)
    }

    @Test("has an address in front of any screen, which asks about that meeting again")
    func address() throws {
        let other = Standup.sample("Retro")
        let app = try ApplicationFixture(
            place: try Place(address: "standup/Retro?question=interrupted:m2"),
            keeper: try keeper(standups: [Self.standup, other]))
        #expect(app.screen.dialog?.title == "Go on with “Retro”?")
        #expect(app.screen.address == "standup/\(other.id)?question=interrupted:m2")
        app.press(.escape)
        #expect(app.screen.address == "standup/\(other.id)")
    }

    @Test("is asked about in front of everything, and goes on in the turn in which it was")
    func resume() throws {
        let keeper = try keeper()
        let app = try ApplicationFixture(place: .standup("Web"), microphone: .init(sampleRate: 16_000), keeper: keeper)
        let dialog = try #require(app.screen.dialog)
        #expect(dialog.title == "Go on with “Web”?")
        #expect(dialog.message.contains("1:10") && dialog.message.contains("Ben's turn"))
        #expect(dialog.answers.map(\.key) == ["r", "k", "d"] && dialog.selected == 0)
        app.press(.character("r"))
        app.clock.advance(by: .seconds(1))
        let record = try #require(app.screen.record)
        #expect(record.speaking == "Ben is speaking")
        #expect(["0:49", "0:50"].contains(record.clock))
        #expect(app.screen.notice?.text.hasPrefix("The meeting goes on.") == true)
        let live = try #require(app.store.meeting(Meeting.ID(rawValue: "m1")))
        #expect(live.state == .live && live.turns.map(\.start) == [.zero, .seconds(60)])
        app.clock.advance(by: .seconds(120))
        let kept = try #require(app.store.meeting(live.id))
        #expect(kept.state == .finished && kept.duration == .seconds(180))
        #expect(app.store.meetings(of: nil).count == 1)
        #expect(app.screen.dialog == nil)
    }

    @Test("stays as it is when it is kept, and is asked about no more")
    func keep() throws {
        let keeper = try keeper()
        let app = try ApplicationFixture(keeper: keeper)
        app.press(.character("k"))
        #expect(app.screen.dialog == nil)
        #expect(app.screen.notice?.text == "The meeting is kept as far as it had come.")
        #expect(keeper.store.meeting(Meeting.ID(rawValue: "m1"))?.state == .interrupted)
        #expect(resumable(keeper) == [])
        #expect(try ApplicationFixture(keeper: keeper).screen.dialog == nil)
    }

    @Test("is deleted when it is discarded, and comes back with u as undecided as it was")
    func discard() throws {
        let keeper = try keeper()
        let app = try ApplicationFixture(keeper: keeper)
        app.press(.character("d"))
        #expect(app.screen.dialog == nil && keeper.store.meetings(of: nil).isEmpty)
        app.press(.character("u"))
        #expect(resumable(keeper) == ["m1"])
        app.press(.character("s"))
        #expect(app.screen.dialog?.title == "Go on with “Web”?")
        app.press(.character("d"))
        app.runner.interrupt()
        app.clock.settle()
        #expect(keeper.store.tombstones().isEmpty && resumable(keeper) == [])
    }

    @Test("stays undecided when nobody decides: until the next start, or until a meeting of it is to be started")
    func undecided() throws {
        let keeper = try keeper()
        let app = try ApplicationFixture(keeper: keeper)
        app.press(.escape)
        #expect(app.screen.dialog == nil && app.screen.list != nil)
        #expect(resumable(keeper) == ["m1"])
        app.press(.character("s"))
        #expect(app.screen.dialog?.title == "Go on with “Web”?")
        app.press(.escape, .enter)
        #expect(app.screen.page != nil && app.screen.dialog == nil)
        app.press(.enter)
        #expect(app.screen.dialog?.title == "Go on with “Web”?", "the page's button starts a meeting too")
        app.press(.escape, .character("s"), .character("k"), .character("s"))
        #expect(app.screen.start != nil)
        #expect(try ApplicationFixture(keeper: try self.keeper()).screen.dialog != nil)
    }

    @Test("of another standup is asked about when the first is decided")
    func several() throws {
        let other = Standup(
            id: Standup.ID(rawValue: "s2"), title: "Ops", length: .seconds(180), attendees: Team.all)
        let keeper = try keeper(standups: [Self.standup, other])
        let app = try ApplicationFixture(keeper: keeper)
        #expect(app.screen.dialog?.title == "Go on with “Web”?")
        app.press(.character("k"))
        #expect(app.screen.dialog?.title == "Go on with “Ops”?")
        app.press(.character("d"))
        #expect(app.screen.dialog == nil && resumable(keeper) == [])
    }

    @Test("asks what to do without a microphone, as before any meeting, and goes on without")
    func withoutMicrophone() throws {
        let keeper = try keeper()
        let app = try ApplicationFixture(microphone: .init(error: .noDevice(.input, name: "usb")), keeper: keeper)
        app.press(.character("r"))
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.dialog?.answers.first?.text == "Continue without recording")
        #expect(app.screen.start?.start == "Go on with the meeting")
        #expect(resumable(keeper) == ["m1"])
        app.press(.character("w"))
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.record?.speaking == "Ben is speaking")
        #expect(keeper.claims == [Meeting.ID(rawValue: "m1")])
    }

    @Test("is not asked about any more when another program has decided")
    func decidedElsewhere() throws {
        let keeper = try keeper()
        let app = try ApplicationFixture(keeper: keeper)
        try keeper.store.anotherConnection().record([.countdownSettled], in: Meeting.ID(rawValue: "m1"))
        app.clock.advance(by: .seconds(2))
        #expect(app.screen.dialog == nil)
    }
}
