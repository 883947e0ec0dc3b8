import MeetingModel
import MeetingTiming
import Presentation
import Sound
import StandupHistory
import StandupTesting
import Testing
import TestSupport

@testable import MeetingEngine
@testable import MeetingHistory
@testable import StandupFeatures
@testable import StandupSpeech

@Suite("A launched meeting", .timeLimit(.minutes(10)))
struct LaunchedMeetingTests {
    private let daily = Standup.sample("Daily")

    private func fixture(
        _ launch: MeetingLaunch? = nil, _ microphone: FakeAudioSystem.Microphone = .init(),
        recognizer: FixedRecognizer = FixedRecognizer()
    ) throws -> ApplicationFixture {
        try ApplicationFixture(
            standups: [daily], launch: launch ?? MeetingLaunch(standup: daily), microphone: microphone,
            recognizer: recognizer)
    }

    /// An application with an interrupted meeting of “Web”.
    private func interrupted(isResumed: Bool = false, others: [Standup] = []) throws -> ApplicationFixture {
        let tests = InterruptedMeetingTests()
        let web = InterruptedMeetingTests.standup
        return try ApplicationFixture(
            launch: MeetingLaunch(standup: web, isResumed: isResumed), microphone: .init(sampleRate: 16_000),
            library: try tests.library(standups: others + [web]))
    }

    @Test
    func `starts without a key, opens its page when it ends, and the application quits when the page is left`()
        async throws
    {
        let app = try fixture()
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.record?.speaking == "Ann is speaking")
        #expect(app.screen.dialog == nil)
        app.press(.character("n"), .character("n"), .character("n"), .character("s"))
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.meeting?.title.hasPrefix("Daily") == true)
        app.press(.escape)
        await app.runner.waitUntilQuit()
        let ended = try #require(try await app.runner.lastMeeting?.get())
        #expect(ended.reason == .saved && !ended.hasUnsavedData)
        #expect(try app.store.meeting(ended.meeting)?.state == .finished)
    }

    @Test func `opens its page also if its time is up`() async throws {
        let app = try fixture()
        app.clock.advance(by: .seconds(602))
        #expect(app.screen.meeting != nil)
        app.press(.character("q"))
        await app.runner.waitUntilQuit()
        let ended = try #require(try await app.runner.lastMeeting?.get())
        #expect(ended.reason == .finished && ended.duration == .seconds(600))
        #expect(try !app.store.meetings(of: nil).isEmpty)
    }

    @Test func `stays open after it is discarded, so that it can be restored`() async throws {
        let app = try fixture()
        app.clock.advance(by: .seconds(1))
        app.press(.character("q"), .character("d"))
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.page?.meetings.isEmpty == true)
        #expect(app.screen.notice?.text == "Meeting discarded. Press u to undo.")
        app.press(.control("c"))
        await app.runner.waitUntilQuit()
        let ended = try #require(try await app.runner.lastMeeting?.get())
        #expect(ended.reason == .discarded)
        #expect(try app.store.meetings(of: nil).isEmpty)
    }

    @Test
    func `has the settings, the recording and the rate of its launch, even if the standup has changed since`() throws {
        var launch = MeetingLaunch(standup: daily, isRecorded: false, sampleRate: 16_000, allowsConcurrent: true)
        launch.standup.settings.atSlotEnd = .overtime
        var rig = ApplicationRig([daily], launch: launch)
        #expect(rig.effects.contains(.checkEquipment(launch.standup)))
        var renamed = daily
        renamed.title = "Weekly"
        rig.receive(.standups([renamed], meetings: []))
        rig.receive(.equipment(Equipment(input: .systemDefault, inputLabel: "Desk", output: .none)))
        renamed.settings.atSlotEnd = .overtime
        #expect(
            rig.effects == [
                .startMeeting(
                    MeetingRequest(standup: renamed, allowsConcurrent: true, isRecorded: false, sampleRate: 16_000))
            ])
        #expect(try rig.startScreen.facts.map(\.value).contains("not recorded"))
    }

    @Test func `keeps no sound if it is launched without recording`() throws {
        let app = try fixture(MeetingLaunch(standup: daily, isRecorded: false))
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.record?.isRecording == false)
        app.press(.character("q"), .character("s"))
        app.clock.advance(by: .seconds(1))
        let kept = try #require(try app.store.meetings(of: nil).first)
        #expect(kept.recording == nil)
    }

    @Test func `asks if the recognizer is missing, and ends the application if it is cancelled`() async throws {
        let problem = RecognizerError.noModel(language: "en", searched: "/usr/share/pocketsphinx")
        let app = try fixture(
            recognizer: FixedRecognizer(RecognizerAvailability(name: "PocketSphinx", problem: problem)))
        #expect(app.screen.dialog?.answers.first?.text == "Continue without transcript")
        app.press(.escape)
        #expect(app.screen.start != nil && app.screen.dialog == nil)
        app.clock.advance(by: .seconds(5))
        #expect(app.screen.start != nil, "it begins by itself only once")
        app.press(.escape)
        await app.runner.waitUntilQuit()
        #expect(await app.runner.lastMeeting == nil)
        #expect(try app.store.meetings(of: nil).isEmpty)
    }

    @Test func `asks if the microphone is missing, and reports why no meeting was held`() async throws {
        let error = AudioError.failed(device: "Desk", reason: "permission denied")
        let app = try fixture(nil, .init(error: error))
        app.clock.advance(by: .seconds(4))
        #expect(app.screen.dialog?.title == "No microphone")
        app.press(.escape, .escape)
        await app.runner.waitUntilQuit()
        #expect(await app.runner.lastMeeting == .notStarted(.microphone(error)))
    }

    @Test func `continues without a microphone on request`() throws {
        let app = try fixture(nil, .init(error: .failed(device: "Desk", reason: "permission denied")))
        app.clock.advance(by: .seconds(4))
        app.type("w")
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.record?.isRecording == false)
    }

    @Test("resumes the interrupted meeting with `--resume`")
    func resumes() throws {
        let app = try interrupted(isResumed: true)
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.record?.speaking == "Ben is speaking")
        #expect(try app.store.meetings(of: nil).count == 1)
    }

    @Test func `does not start if there is nothing to resume`() async throws {
        let app = try fixture(MeetingLaunch(standup: daily, isResumed: true))
        await app.runner.waitUntilQuit()
        #expect(await app.runner.lastMeeting == nil)
        #expect(try app.store.meetings(of: nil).isEmpty)
    }

    @Test(arguments: ["r", "k", "d"])
    func `waits for the decision about an interrupted meeting`(key: Character) throws {
        let app = try interrupted(others: [.sample("Retro")])
        app.clock.advance(by: .seconds(2))
        #expect(app.screen.dialog?.title == "Resume “Web”?")
        app.press(.character(key))
        app.clock.advance(by: .seconds(1))
        #expect(app.screen.dialog == nil, "nothing is asked about other standups")
        #expect(app.screen.record?.speaking == (key == "r" ? "Ben is speaking" : "Ann is speaking"))
        let states = try app.store.meetings(of: InterruptedMeetingTests.standup.id).map(\.state)
        #expect(states == (key == "k" ? [.live, .interrupted] : [.live]))
    }

    @Test func `does not start if the interrupted meeting stays undecided`() async throws {
        let app = try interrupted()
        app.press(.escape)
        await app.runner.waitUntilQuit()
        #expect(try app.store.resumableMeetings().count == 1)
    }

    @Test func `ends the application when its standup is gone`() async throws {
        let app = try ApplicationFixture(launch: MeetingLaunch(standup: daily))
        await app.runner.waitUntilQuit()
        #expect(try app.store.meetings(of: nil).isEmpty)
    }

    @Test(arguments: [true, false])
    func `is saved on an interrupt, and goes on after a hangup`(isHangup: Bool) async throws {
        let app = try fixture()
        app.clock.advance(by: .seconds(1))
        if isHangup { app.runner.hangUp() } else { app.runner.interrupt() }
        app.clock.advance(by: .seconds(1))
        await app.runner.waitUntilQuit()
        let meeting = try #require(try app.store.meetings(of: nil).first)
        guard !isHangup else {
            #expect(await app.runner.lastMeeting == .detached(meeting.id))
            #expect(meeting.state == .live)
            return
        }
        let ended = try #require(try await app.runner.lastMeeting?.get())
        #expect(ended.reason == .interrupted)
        #expect(meeting.state == .finished)
    }
}
