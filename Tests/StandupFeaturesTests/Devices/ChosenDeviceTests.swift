import MeetingTiming
import Sound
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The devices screen in the application") struct ChosenDeviceTests {
    private func screen(_ app: ApplicationFixture) -> DevicesScreen? {
        if case .devices(let screen) = app.screen.content { return screen }
        return nil
    }

    @Test func `shows the level of the open microphone, and remembers a choice by name`() throws {
        let app = try ApplicationFixture(
            standups: [.sample("Daily")],
            microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [0...60])))
        app.press(.character("d"))
        #expect(
            screen(app)?.inputs.map(\.label) == [
                "System default (Fake microphone)", "Fake microphone", "None",
            ])
        app.clock.advance(by: .milliseconds(500))
        #expect((screen(app)?.level ?? 0) > 0.5)
        app.press(.down, .enter)
        #expect(app.preferences.value(.input) == "fake")
        #expect(app.preferences.value(.output) == nil)
        #expect(screen(app)?.inputs.map(\.isChosen) == [false, true, false])
        app.press(.escape, .character("d"))
        #expect(screen(app)?.inputs.map(\.isChosen) == [false, true, false])
        #expect(screen(app)?.selected == 1)
    }

    @Test(arguments: [0, 2, 6, 9])
    func `plays the ding on a loudspeaker, however long that takes to open`(seconds: Int) throws {
        let app = try ApplicationFixture(standups: [.sample("Daily")])
        app.audio.loudspeaker = .init(opensAfter: .seconds(seconds))
        app.press(.character("d"), .character("t"))
        app.clock.advance(by: .seconds(20))
        #expect(app.audio.playedCues.map(\.cue) == [.ding])
        #expect(app.screen.notice == nil)
    }

    @Test(
        arguments: [
            FakeAudioSystem.Loudspeaker(opensAfter: .seconds(1000)), .init(worksFor: .zero),
            .init(worksFor: .milliseconds(50)), .init(opensAfter: .seconds(3), worksFor: .milliseconds(500)),
        ])
    func `says that the ding was not played`(loudspeaker: FakeAudioSystem.Loudspeaker) throws {
        let app = try ApplicationFixture(standups: [.sample("Daily")])
        app.audio.loudspeaker = loudspeaker
        app.press(.character("d"), .character("t"))
        app.clock.advance(by: .seconds(11))
        #expect(app.screen.notice?.kind == .error)
    }

    @Test func `plays the ding on the loudspeaker`() throws {
        let app = try ApplicationFixture(standups: [.sample("Daily")])
        app.press(.character("d"), .character("t"))
        app.clock.advance(by: .seconds(1))
        #expect(app.audio.playedCues.map(\.cue) == [.ding])
    }

    @Test func `reports missing sound after ten seconds`() throws {
        let app = try ApplicationFixture(standups: [.sample("Daily")])
        app.press(.character("d"))
        app.clock.advance(by: .seconds(9))
        #expect(screen(app)?.levelText == "Speak to test the microphone.")
        app.clock.advance(by: .seconds(2))
        #expect(screen(app)?.levelText.hasPrefix("No sound from") == true)
    }

    @Test func `says why a microphone does not work`() throws {
        let app = try ApplicationFixture(
            standups: [.sample("Daily")],
            microphone: .init(error: .failed(device: "fake", reason: "busy")))
        app.press(.character("d"))
        app.clock.advance(by: .seconds(1))
        #expect(screen(app)?.levelText.contains("busy") == true)
        #expect(screen(app)?.level == nil)
    }

    @Test
    func `uses a microphone that is plugged in while the screen is open; until then it is shown as missing`() throws {
        let app = try ApplicationFixture(standups: [.sample("Daily")])
        app.audio.unplug()
        app.press(.character("d"))
        app.clock.advance(by: .seconds(1))
        let away = try #require(screen(app)?.levelText)
        #expect(away.contains("fake"))
        app.clock.advance(by: .seconds(10))
        #expect(screen(app)?.levelText == away)
        app.audio.plugIn()
        app.clock.advance(by: .seconds(3))
        #expect(screen(app)?.levelText == "Speak to test the microphone.")
        #expect(screen(app)?.level != nil)
    }

    @Test func `shows and keeps a remembered device that is not connected`() throws {
        let app = try ApplicationFixture(
            standups: [.sample("Daily")], preferences: InMemoryPreferences([.input: "headset"]))
        app.press(.character("d"))
        #expect(screen(app)?.inputs.contains(.init(label: "headset", detail: "not connected", isChosen: true)) == true)
        app.press(.escape)
        #expect(app.preferences.value(.input) == "headset")
    }
}
