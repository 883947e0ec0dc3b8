import MeetingModel
import MeetingTiming
import Presentation
import Sound
import StandupHistory
import StandupSpeech
import StandupTesting
import Testing
import TestSupport

@testable import MeetingEngine
@testable import MeetingHistory
@testable import StandupFeatures

@Suite("Starting a meeting with the available devices")
struct StartingTests {
    let daily = Standup.sample("Daily")

    func fixture(
        _ microphone: FakeAudioSystem.Microphone = .init(), recognizer: FixedRecognizer = FixedRecognizer(),
        preferences: InMemoryPreferences = InMemoryPreferences()
    ) throws -> ApplicationFixture {
        try ApplicationFixture(
            standups: [daily], place: .start("Daily"), microphone: microphone, recognizer: recognizer,
            preferences: preferences)
    }

    @Test func `speechAuthorized: if everything is available, the meeting starts without a question`() throws {
        let fixture = try fixture(recognizer: FixedRecognizer(source: ScriptedRecognizer.source(script: [])))
        fixture.press(.enter)
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.screen.dialog == nil)
        let record = try #require(fixture.screen.record)
        #expect(record.title == "Daily" && record.isRecording)
        #expect(fixture.screen.address == "standup/\(daily.id)/record")
    }

    @Test func `no question is asked before the devices are known`() throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        #expect(try rig.startScreen.facts.last?.value == "Looking for devices…")
        rig.perform(.start)
        #expect(rig.screen.dialog == nil)
        #expect(rig.effects == [.startMeeting(MeetingRequest(standup: daily))])
        #expect(try rig.startScreen.progress != nil)
    }

    @Test
    func `speechRestricted: a missing recognizer is shown in advance; the question offers no transcript or cancel`()
        throws
    {
        let problem = RecognizerError.noModel(language: "en", searched: "/usr/share/pocketsphinx")
        let fixture = try fixture(
            recognizer: FixedRecognizer(RecognizerAvailability(name: "PocketSphinx", problem: problem)))
        let facts = try #require(fixture.screen.start?.facts)
        #expect(facts.map(\.value).contains("none: no model for “English” is installed"))
        fixture.type("s")
        let dialog = try #require(fixture.screen.dialog)
        #expect(dialog.answers.map(\.text) == ["Continue without transcript", "Cancel"])
        #expect(dialog.message.contains("/usr/share/pocketsphinx"))
        fixture.type("c")
        #expect(fixture.screen.start != nil && fixture.screen.dialog == nil)
        fixture.type("sw")
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.screen.record?.isRecording == true)
    }

    @Test
    func `speechDenied: a refused microphone causes a question: no recording, another device, or cancel`() throws {
        let fixture = try fixture(.init(error: .failed(device: "Desk", reason: "permission denied")))
        fixture.type("s")
        fixture.clock.advance(by: .seconds(4))
        let dialog = try #require(fixture.screen.dialog)
        #expect(dialog.answers.map(\.text) == ["Continue without recording", "Choose another device", "Cancel"])
        #expect(dialog.message.contains("permission denied"))
        fixture.press(.escape)
        #expect(fixture.screen.start?.progress == nil && fixture.screen.dialog == nil)
        #expect(try fixture.store.meetingCount(of: daily.id) == 0)
    }

    @Test func `a microphone without a frame within three seconds counts as missing`() throws {
        let fixture = try fixture(.init(isDead: true))
        fixture.type("s")
        fixture.clock.advance(by: .seconds(2))
        #expect(fixture.screen.dialog == nil && fixture.screen.start?.progress != nil)
        fixture.clock.advance(by: .seconds(2))
        #expect(fixture.screen.dialog?.title == "No microphone")
    }

    @Test func `continueWithoutRecording: the meeting continues without recording and transcript`() throws {
        let fixture = try fixture(
            .init(error: .failed(device: "Desk", reason: "permission denied")),
            recognizer: FixedRecognizer(source: ScriptedRecognizer.source(script: [])))
        fixture.type("s")
        fixture.clock.advance(by: .seconds(4))
        fixture.type("w")
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.screen.record?.isRecording == false)
        #expect(fixture.screen.record?.level == nil)
    }

    @Test func `openSettings: choosing another device checks the devices again and returns to the start`() throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        rig.receive(.equipment(Equipment(input: .named("usb"), inputLabel: nil, output: .none)))
        rig.perform(.start)
        #expect(rig.screen.dialog?.message == "Microphone “usb” not found. Connect it or choose another.")
        #expect(rig.screen.dialog?.selected == 0)
        rig.type("a")
        #expect(rig.application.context == .devices)
        #expect(try rig.start.destination != nil)
        rig.press(.escape)
        #expect(rig.effects.contains(.checkEquipment(daily)))
        #expect(try rig.start.destination == nil && rig.startScreen.title == "Daily")
        rig.receive(.equipment(Equipment(input: .systemDefault, inputLabel: "Desk", output: .none)))
        rig.perform(.start)
        #expect(rig.effects == [.startMeeting(MeetingRequest(standup: daily))])
    }

    @Test func `a slow start can be cancelled, and keeps nothing`() throws {
        let fixture = try fixture(.init(isDead: true))
        fixture.type("s")
        fixture.press(.escape)
        #expect(fixture.screen.start?.progress == nil && fixture.screen.dialog == nil)
        #expect(try fixture.store.meetingCount(of: daily.id) == 0)
        fixture.press(.escape)
        #expect(fixture.screen.page != nil)
    }

    @Test func `continuing without a microphone applies to one start only, even if that fails`() throws {
        for error in [MeetingStartError.interrupted, .history(.cannotWrite(path: "/data", reason: "disk full"))] {
            var rig = ApplicationRig([daily], place: .start("Daily"))
            rig.receive(.equipment(Equipment(input: .named("usb"), inputLabel: nil, output: .none)))
            rig.perform(.start)
            rig.type("w")
            #expect(
                rig.effects == [
                    .startMeeting(MeetingRequest(standup: daily, usesMicrophone: false, usesRecognizer: false))
                ])
            rig.receive(.meetingFailed(error))
            rig.perform(.start)
            #expect(rig.effects.isEmpty && rig.screen.dialog?.title == "No microphone")
        }
    }

    @Test func `a starting meeting keeps its screen, even if its standup is deleted elsewhere`() throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        rig.perform(.start)
        rig.receive(.standups([], meetings: []))
        #expect(try rig.startScreen.progress != nil)
        let timer = try MeetingTimer(
            attendees: daily.attendees.map(\.id), length: daily.length, settings: daily.settings)
        let status = MeetingStatus(timer: timer, standup: daily, isRecording: true)
        rig.receive(.meetingStarted(Meeting.ID(rawValue: "m"), status, now: .zero))
        #expect(rig.screen.record != nil)
        rig.receive(.meetingEnded(Meeting.ID(rawValue: "m"), .saved))
        #expect(rig.screen.list != nil)
    }

    @Test(arguments: [true, false])
    func `a meeting whose end cannot be written is not reported as saved`(hasUnsavedData: Bool) throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        rig.perform(.start)
        let timer = try MeetingTimer(
            attendees: daily.attendees.map(\.id), length: daily.length, settings: daily.settings)
        var status = MeetingStatus(timer: timer, standup: daily, isRecording: true)
        rig.receive(.meetingStarted(Meeting.ID(rawValue: "m"), status, now: .zero))
        status.hasUnsavedData = hasUnsavedData
        rig.receive(.meetingStatus(status, now: .seconds(1), wallClock: Timestamp(nanosecondsSince1970: 0)))
        rig.receive(.meetingEnded(Meeting.ID(rawValue: "m"), .saved))
        #expect(rig.address.contains("/meeting/m"), "what was said can be read")
        #expect(rig.notice?.contains("could not be saved") == hasUnsavedData)
        #expect(rig.notice?.hasPrefix("Meeting saved") == !hasUnsavedData)
    }

    @Test func `the end of a meeting with a call says how much of each side was heard`() throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        rig.perform(.start)
        let timer = try MeetingTimer(
            attendees: daily.attendees.map(\.id), length: daily.length, settings: daily.settings)
        var status = MeetingStatus(timer: timer, standup: daily, isRecording: true)
        rig.receive(.meetingStarted(Meeting.ID(rawValue: "m"), status, now: .zero))
        status.call = MeetingStatus.Call(selection: .loudspeakerMonitor)
        status.heard = [.room: .milliseconds(61_200)]
        rig.receive(.meetingStatus(status, now: .seconds(1), wallClock: Timestamp(nanosecondsSince1970: 0)))
        rig.receive(.meetingEnded(Meeting.ID(rawValue: "m"), .saved))
        #expect(rig.notice == "Meeting saved. Audio detected: room 1 min, 1 sec, call 0 sec.")
    }

    @Test func `a standup that is already running starts again only after a question, each time`() throws {
        let fixture = try fixture()
        let since = Timestamp(nanosecondsSince1970: fixture.clock.nanosecondsSince1970)
        fixture.library.hold(daily.id, by: LiveLock.Holder(process: 7, since: since))
        fixture.press(.enter)
        #expect(fixture.screen.dialog?.title == "“Daily” is already running")
        #expect(fixture.screen.dialog?.message.contains("in process 7. Join it, or start another meeting") == true)
        #expect(fixture.screen.address == "standup/\(daily.id)/start?dialog=held")
        fixture.press(.enter)
        #expect(fixture.screen.dialog == nil && fixture.screen.start?.progress == nil)
        #expect(try fixture.store.meetingCount(of: daily.id) == 0)
        fixture.press(.enter)
        #expect(fixture.screen.dialog != nil)
        fixture.type("s")
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.screen.record != nil)
        #expect(fixture.library.claims.count == 1)
    }

    @Test func `a read-only history is reported on the screen, which stays`() throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        rig.perform(.start)
        rig.receive(.meetingFailed(.history(.cannotWrite(path: "/data/standup.db", reason: "disk full"))))
        #expect(try rig.startScreen.problem?.contains("disk full") == true)
        #expect(try rig.startScreen.progress == nil)
    }
}
