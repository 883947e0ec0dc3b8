import MeetingHistory
import MeetingModel
import MeetingTiming
@testable import Presentation
import Sound
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import standup_gallery
@testable import StandupFeatures

@Suite("A recording in the application", .timeLimit(.minutes(10))) struct PlaybackRunnerTests {
    /// The application at a meeting of six minutes, playing from 1:00 on.
    private func fixture(quits: Bool = false) throws -> ApplicationFixture {
        let standup = SampleHistory.design
        let fixture = try ApplicationFixture(
            standups: [standup],
            place: .meeting(standup.title, meeting: "Design-1", playback: PlaybackPlace(from: .seconds(60))),
            meetings: [SampleHistory.meeting(1, of: standup)], quitsOnLeaving: quits)
        try #require(fixture.player.playbacks.count == 1)
        return fixture
    }

    private func bar(_ fixture: ApplicationFixture) -> PlayerScreen? {
        guard case .meeting(let screen) = fixture.screen.content else { return nil }
        return screen.player
    }

    @Test func `is followed while it plays, and not while it is paused`() throws {
        let fixture = try fixture()
        fixture.clock.advance(by: .seconds(10))
        #expect(bar(fixture)?.time.hasPrefix("1:10 of ") == true)
        fixture.press(.character(" "))
        fixture.clock.advance(by: .seconds(5))
        let screen = fixture.screen
        #expect(bar(fixture)?.state == .paused)
        fixture.clock.advance(by: .seconds(60))
        #expect(fixture.screen == screen)
        fixture.press(.character(" "), .right)
        #expect(bar(fixture)?.time.hasPrefix("1:15 of ") == true)
    }

    @Test("the bottom line names the keys that do something: pause and resume while it plays, saving with corrections")
    func hints() throws {
        let fixture = try fixture()
        fixture.clock.advance(by: .seconds(1))
        func hints() -> [String] { fixture.screen.keys.map { "\($0.key) \($0.text)" } }
        #expect(hints().prefix(2) == ["p play", "Space pause"])
        fixture.press(.character(" "))
        fixture.clock.advance(by: .seconds(1))
        #expect(hints().prefix(2) == ["p play", "Space resume"])
        fixture.press(.character("e"), .character("x"), .enter)
        fixture.clock.settle()
        #expect(hints().prefix(3) == ["^S save corrections", "u undo", "p play"])
        fixture.clock.advance(by: .seconds(3_600))
        fixture.press(.character(" "))
        fixture.clock.advance(by: .seconds(3_600))
        #expect(!hints().contains { $0.hasPrefix("Space") })
    }

    @Test func `says that nothing is heard if the loudspeaker is none`() throws {
        let fixture = try fixture()
        #expect(fixture.screen.notice == nil)
        fixture.press(.character("O"), .end, .enter)
        #expect(fixture.player.playbacks.last?.request.loudspeaker == DeviceSelection.none)
        #expect(
            fixture.screen.notice?.text
                == "No loudspeaker is chosen, so nothing is heard. Press O to choose one.")
    }

    @Test func `goes on with one person's turns, and with everybody's again`() throws {
        let fixture = try fixture()
        fixture.press(.character("S"))
        let names = fixture.screen.dialog?.answers.map(\.text) ?? []
        #expect(names.first == "everyone" && names.count > 2)
        fixture.press(.down, .enter)
        let request = try #require(fixture.player.playbacks.last?.request)
        #expect(request.meeting.attendees.first { $0.id == request.speaker }?.name == names[1])
        #expect(fixture.player.playbacks.count == 2 && fixture.player.playbacks[0].end == .stopped)
        #expect(bar(fixture)?.details == "only \(names[1])")
        fixture.press(.character("S"), .home, .enter)
        #expect(fixture.player.playbacks.last?.request.speaker == nil && bar(fixture)?.details == "")
    }

    @Test func `goes on on another loudspeaker, in this meeting only`() throws {
        let fixture = try fixture()
        fixture.press(.character("O"))
        #expect(fixture.screen.address.hasSuffix("dialog=loudspeaker"))
        let names = fixture.screen.dialog?.answers.map(\.text) ?? []
        try #require(names.count > 1)
        fixture.press(.end, .enter)
        #expect(fixture.player.playbacks.count == 2)
        #expect(fixture.player.loudspeakers.first == .systemDefault)
        #expect(fixture.player.loudspeakers.last != .systemDefault)
        #expect(bar(fixture)?.details == names.last)
        #expect(fixture.preferences.value(.output) == nil)
    }

    @Test func `stops when the user leaves the meeting, starts another or quits`() throws {
        let left = try fixture()
        left.press(.escape)
        #expect(left.screen.page != nil)
        #expect(left.player.playbacks[0].end == .stopped)

        let again = try fixture()
        again.press(.character("p"))
        #expect(again.player.playbacks.count == 1, "the same playback goes to the selection")
        again.runner.interrupt()
        again.clock.settle()
        #expect(again.player.playbacks[0].end == .stopped)
    }

    @Test func `that was opened to be played stays undoable when it is deleted`() throws {
        let fixture = try fixture(quits: true)
        fixture.press(.character("D"), .character("d"))
        #expect(fixture.screen.page?.meetings.isEmpty == true)
        fixture.clock.advance(by: .seconds(2))
        fixture.press(.character("u"))
        #expect(fixture.screen.page?.meetings.count == 1)
        #expect(try fixture.store.meetingCount(of: nil) == 1)
    }

    @Test func `stops when another program deletes the meeting`() throws {
        let fixture = try fixture()
        try fixture.store.anotherConnection().deleteMeeting(Meeting.ID(rawValue: "Design-1"))
        fixture.clock.advance(by: .seconds(2))
        #expect(fixture.screen.page != nil)
        #expect(fixture.player.playbacks[0].end == .stopped)
    }

    @Test func `waits for a lost loudspeaker, and says when it has failed`() throws {
        let fixture = try fixture()
        fixture.player.playbacks[0].setLost(true)
        fixture.clock.advance(by: .seconds(1))
        #expect(bar(fixture)?.state == .waiting)
        fixture.player.playbacks[0].setLost(false)
        fixture.clock.advance(by: .seconds(1))
        #expect(bar(fixture)?.state == .playing)
        fixture.player.playbacks[0].fail(.failed(device: "speaker", reason: "it is gone"))
        fixture.clock.advance(by: .seconds(1))
        #expect(bar(fixture)?.state == .stopped)
        #expect(fixture.screen.notice?.kind == .error)
    }

    @Test func `that is not remembered: the next start makes no sound`() throws {
        let fixture = try fixture()
        let place = try #require(fixture.preferences.value(.place))
        #expect(place.contains("/meeting/Design-1") && !place.contains("play="))
    }

    @Test func `ends the application that was opened for it when the user leaves the meeting`() async throws {
        let fixture = try fixture(quits: true)
        fixture.clock.advance(by: .seconds(3))
        fixture.press(.character("q"))
        await fixture.runner.waitUntilQuit()
        #expect(fixture.player.playbacks[0].end == .stopped)
    }
}
