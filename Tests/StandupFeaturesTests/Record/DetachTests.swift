import MeetingEngine
import MeetingModel
import MeetingTiming
import Presentation
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingSocket
@testable import StandupFeatures

struct `A meeting that the application leaves` {
    private let daily = Standup.sample("Daily")

    private func running() throws -> ApplicationFixture {
        let app = try ApplicationFixture(standups: [daily], place: .start("Daily"))
        app.press(.character("s"))
        app.clock.advance(by: .seconds(5))
        #expect(app.screen.record != nil)
        return app
    }

    @Test func `is not offered to be joined in the meeting itself`() throws {
        let app = try running()
        let other = try ApplicationFixture(place: .record("Daily"), besides: app)
        #expect(other.screen.record != nil)
        #expect(other.screen.notice == nil)
    }

    @Test func `can be joined by the key that starts one, on its page and in the list`() throws {
        let app = try running()
        app.press(.control("\\"))
        let start = app.screen.keys.first { $0.key == "s" }
        #expect(start?.text == "join")
        #expect(app.screen.page?.meetingsTitle == "1 meeting")
        let other = try ApplicationFixture(besides: app)
        #expect(other.screen.keys.first { $0.key == "s" }?.text == "join")
    }

    @Test func `is neither paused nor ended by a paste that the terminal does not mark`() throws {
        let app = try running()
        for key in "pending\rended: q\rs\r" {
            app.runner.press(key == "\r" ? .enter : .character(key), isBurst: true)
        }
        app.clock.settle()
        #expect(app.screen.record?.clockState == .calm)
        #expect(app.screen.notice?.text == "Keys came faster than anyone types. They were ignored.")
        // In the note they are text.
        app.press(.character("t"))
        for key in "ask" { app.runner.press(.character(key), isBurst: true) }
        app.clock.settle()
        #expect(app.screen.record?.noteField?.text == "ask")
    }

    @Test func `goes on, and can be joined again from its standup's page`() throws {
        let app = try running()
        app.press(.control("\\"))
        #expect(app.screen.page != nil)
        #expect(app.screen.notice?.text.hasSuffix("Open it here, or run: standup attach Daily") == true)
        #expect(app.library.claims.count == 1)
        #expect(app.screen.page?.meetings.first?.state == "running")
        app.clock.advance(by: .seconds(5))
        app.press(.down, .end, .enter)
        #expect(app.screen.record?.facts.first?.value == "0:10")
        app.press(.character("n"))
        #expect(app.screen.record?.speakers.first?.state == .spoke)
    }

    @Test(arguments: [Key.enter, .character("s")])
    func `is joined by the first button of its standup's page, and by s`(key: Key) throws {
        let app = try running()
        app.press(.control("\\"))
        #expect(app.screen.page?.start == "Join the meeting")
        app.press(key)
        app.clock.settle()
        #expect(app.screen.record != nil)
        #expect(app.library.claims.count == 1)
    }

    @Test func `can be joined in another window too, until it has ended`() throws {
        let app = try running()
        let other = try ApplicationFixture(library: app.library)
        other.press(.enter)
        #expect(other.screen.page?.start == "Join the meeting")
        app.press(.enter)
        app.clock.settle()
        app.press(.character("q"), .character("s"))
        app.clock.settle()
        app.press(.escape)
        #expect(app.screen.page?.start == "Start a meeting")
    }

    @Test func `is shown in the list, and told once after the start`() throws {
        let app = try running()
        app.press(.control("\\"))
        let other = try ApplicationFixture(library: app.library)
        #expect(other.screen.notice?.text.contains("“Daily” is running") == true)
        guard case .list(let list) = other.screen.content else {
            Issue.record("not the list")
            return
        }
        #expect(list.cards.first?.lastMeeting == "running now")
        other.press(.down)
        #expect(other.screen.notice == nil)
    }

    @Test func `says before it who has written an update already`() throws {
        let library = TemporaryLibrary()
        try library.store.save(daily)
        let update = WrittenUpdate(
            attendee: daily.attendees[1].id, text: "done", writtenAt: Timestamp(nanosecondsSince1970: 0))
        _ = try library.store.write(update, for: daily.id)
        let app = try ApplicationFixture(place: .start("Daily"), library: library)
        guard case .start(let screen) = app.screen.content else { throw ApplicationRig.NotOpen() }
        #expect(screen.attendees.map(\.update) == ["", "update written", ""])
        let lines = ScreenDrawing.draw(app.screen, size: Size(columns: 80, rows: 24)).lines
        #expect(lines.contains { $0.contains("Ben") && $0.contains("update written") })
    }

    @Test func `can be watched, and no key but leaving does anything`() throws {
        let app = try running()
        let other = try ApplicationFixture(place: .standup("Daily"), besides: app)
        other.press(.character("S"))
        #expect(other.screen.record?.clockState == app.screen.record?.clockState)
        #expect(other.screen.address.hasSuffix("/watch"))
        #expect(other.screen.keys.map(\.text).first == "back")
        let before = app.screen.record?.speaking
        other.press(.character("n"), .character(" "), .character("t"), .character("w"), .character("m"), .enter)
        #expect(app.screen.record?.speaking == before && app.screen.record?.clockState != .paused)
        #expect(other.screen.dialog == nil && other.screen.record?.noteField == nil)
        // A question to those who take part is not asked here.
        app.press(.character("q"))
        #expect(app.screen.dialog != nil && other.screen.dialog == nil)
        app.press(.escape)
        other.press(.character("q"))
        #expect(other.screen.page != nil && app.screen.record != nil)
        let third = try ApplicationFixture(place: Place(address: "standup/Daily/watch"), besides: app)
        #expect(third.screen.address.hasSuffix("/watch"))
        third.runner.interrupt()
        third.clock.settle()
        #expect(app.screen.record != nil, "the meeting goes on")
    }

    @Test func `that is discarded in one terminal comes back in another`() throws {
        let app = try running()
        let other = try ApplicationFixture(place: .record("Daily"), besides: app)
        #expect(other.screen.record != nil)
        app.press(.character("q"), .character("d"))
        #expect(other.screen.notice?.text == "Meeting discarded. Press u to undo.")
        #expect(try app.store.meetings(of: nil).isEmpty)
        other.press(.character("u"))
        #expect(
            other.screen.notice?.text.hasSuffix(" is back, as an interrupted one. Start its standup to resume it.")
                == true)
        #expect(try app.store.meetings(of: nil).map(\.state) == [.interrupted])
    }

    @Test func `that is discarded stays deleted once the terminal that discarded it has closed, and the others say so`()
        throws
    {
        let app = try running()
        let other = try ApplicationFixture(place: .record("Daily"), besides: app)
        app.press(.character("q"), .character("d"))
        app.runner.interrupt()
        app.clock.settle()
        other.press(.character("u"))
        #expect(
            other.screen.notice?.text == "This cannot be undone: another terminal has deleted it for good.")
        #expect(try app.store.meetings(of: nil).isEmpty)
    }

    @Test func `ends by itself, with nobody to see it`() throws {
        let app = try running()
        app.press(.control("\\"))
        app.clock.advance(by: .seconds(3600))
        #expect(try app.store.meetings(of: nil).map(\.state) == [.finished])
        #expect(app.library.claims.isEmpty)
    }

    @Test func `is no longer running when somebody joins too late`() throws {
        let app = try ApplicationFixture(
            standups: [daily], launch: MeetingLaunch(standup: daily, joined: Meeting.ID(rawValue: "gone")))
        #expect(app.screen.page != nil)
        #expect(app.screen.notice?.text.contains("no longer running") == true)
    }

    @Test func `is kept and can be resumed when its process dies`() throws {
        let status = try RecordRig().status
        var rig = ApplicationRig([status.standup], place: .standup(status.standup.title))
        let id = Meeting.ID(rawValue: "m")
        rig.receive(.meetingStarted(id, status, now: .zero))
        #expect(rig.screen.record != nil)
        rig.receive(.meetingLost(id, hadStarted: true))
        #expect(rig.screen.page != nil)
        #expect(rig.notice?.contains("has died") == true)
        #expect(rig.effects.map(\.isCall) == [true, false] && rig.effects.last == .loadStandups)
        let library = TemporaryLibrary()
        try library.store.begin(
            Meeting(
                id: id, standupID: status.standup.id, title: "Web", startedAt: Timestamp(nanosecondsSince1970: 0),
                attendees: []))
        var backend = FixedBackend(library.store)
        backend.library = library
        try rig.answerCalls(from: backend)
        #expect(try library.store.meeting(id)?.state == .interrupted)
    }

    @Test func `says who raises a hand, and shows it until the hand is lowered`() throws {
        var meeting = try RecordRig([Team.ann, Team.ben])
        func audience(_ hand: Bool?) -> Outcome {
            .audience([Participant(role: .speak, attendee: Team.ben.id, hand: hand)])
        }
        _ = meeting.feature.receive(audience(nil))
        #expect(meeting.notice == nil)
        _ = meeting.feature.receive(audience(true))
        #expect(meeting.notice?.text == "Ben wants to say something.")
        #expect(try meeting.screen.audience == "Wants to speak: Ben · Following: Ben")
        _ = meeting.feature.receive(audience(nil))
        #expect(try meeting.screen.audience == "Following: Ben")
    }

    @Test func `marks those absent who wait, join by call and do not have its page open`() throws {
        let dan = Attendee(id: Attendee.ID(rawValue: "dan"), name: "Dan")
        var cal = Team.cal
        cal.isRemote = true
        var meeting = try RecordRig([Team.ann, Team.ben, cal, dan])
        meeting.perform(.absentUnlessFollowing)
        #expect(meeting.notice?.text.contains("Nobody") == true)
        _ = meeting.feature.receive(.audience([Participant(role: .speak, attendee: Team.ben.id)]))
        #expect(try meeting.screen.audience == "Following: Ben")
        #expect(try meeting.screen.speakers.filter(\.isFollowing).map(\.name) == ["Ben"])
        for size in [Size(columns: 40, rows: 24), Size(columns: 80, rows: 24), Size(columns: 120, rows: 40)] {
            var canvas = Canvas(size)
            try meeting.screen.draw(on: &canvas, in: canvas.bounds)
            let text = canvas.lines.joined(separator: "\n")
            #expect(text.contains("Ben @") && !text.contains("Ann @"), "\(text)")
        }
        meeting.perform(.absentUnlessFollowing)
        #expect(meeting.status.timer.absent == [Team.cal.id])
        #expect(meeting.status.timer.queue == [Team.ben.id, dan.id])
    }
}
