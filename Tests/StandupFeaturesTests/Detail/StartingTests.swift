import ApplicationTesting
import AudioDevices
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition
import StandupTesting
import Testing

@testable import StandupFeatures

@Suite("Starting a meeting with what there is")
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

    @Test("speechAuthorized: with everything there nothing is asked and the meeting starts")
    func speechAuthorized() throws {
        let fixture = try fixture(recognizer: FixedRecognizer(source: ScriptedRecognizer.source(script: [])))
        fixture.press(.enter)
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.screen.dialog == nil)
        let record = try #require(fixture.screen.record)
        #expect(record.title == "Daily" && record.isRecording)
        #expect(fixture.screen.address == "standup/\(daily.id)/record")
    }

    @Test("nothing is asked while it is not known what there is")
    func undetermined() throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        #expect(try rig.startScreen.facts.last?.value == "Looking for devices…")
        rig.perform(.start)
        #expect(rig.screen.dialog == nil)
        #expect(rig.effects == [.startMeeting(MeetingRequest(standup: daily))])
        #expect(try rig.startScreen.progress != nil)
    }

    @Test("speechRestricted: without a recogniser it is said before, and asked: without transcript, or cancel")
    func speechRestricted() throws {
        let problem = RecognizerError.noModel(language: "en", searched: "/usr/share/pocketsphinx")
        let fixture = try fixture(
            recognizer: FixedRecognizer(RecognizerAvailability(name: "PocketSphinx", problem: problem)))
        let facts = try #require(fixture.screen.start?.facts)
        #expect(facts.map(\.value).contains("none: no model for “en” is installed"))
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

    @Test("speechDenied: a microphone that is refused is asked about: without recording, another device, or cancel")
    func speechDenied() throws {
        let fixture = try fixture(.init(error: .failed(device: "Desk", reason: "permission denied")))
        fixture.type("s")
        fixture.clock.advance(by: .seconds(4))
        let dialog = try #require(fixture.screen.dialog)
        #expect(dialog.answers.map(\.text) == ["Continue without recording", "Choose another device", "Cancel"])
        #expect(dialog.message.contains("permission denied"))
        fixture.press(.escape)
        #expect(fixture.screen.start?.progress == nil && fixture.screen.dialog == nil)
        #expect(fixture.store.meetingCount(of: daily.id) == 0)
    }

    @Test("a microphone that gives no frame within three seconds is a missing one")
    func deadMicrophone() throws {
        let fixture = try fixture(.init(isDead: true))
        fixture.type("s")
        fixture.clock.advance(by: .seconds(2))
        #expect(fixture.screen.dialog == nil && fixture.screen.start?.progress != nil)
        fixture.clock.advance(by: .seconds(2))
        #expect(fixture.screen.dialog?.title == "No microphone")
    }

    @Test("continueWithoutRecording: the meeting goes on with neither recording nor transcript")
    func continueWithoutRecording() throws {
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

    @Test("openSettings: another device is picked, what there is is looked at anew, and the start is come back to")
    func openSettings() throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        rig.receive(.equipment(Equipment(input: .named("usb"), inputLabel: nil, output: .none)))
        rig.perform(.start)
        #expect(rig.screen.dialog?.message == "Microphone “usb” not found. Connect it or choose another.")
        #expect(rig.screen.dialog?.selected == 0)
        rig.type("p")
        #expect(rig.application.context == .devices)
        #expect(try rig.start.destination != nil)
        rig.press(.escape)
        #expect(rig.effects.contains(.checkEquipment(daily)))
        #expect(try rig.start.destination == nil && rig.startScreen.title == "Daily")
        rig.receive(.equipment(Equipment(input: .systemDefault, inputLabel: "Desk", output: .none)))
        rig.perform(.start)
        #expect(rig.effects == [.startMeeting(MeetingRequest(standup: daily))])
    }

    @Test("a start that takes its time can be given up; nothing is kept")
    func giveUp() throws {
        let fixture = try fixture(.init(isDead: true))
        fixture.type("s")
        fixture.press(.escape)
        #expect(fixture.screen.start?.progress == nil && fixture.screen.dialog == nil)
        #expect(fixture.store.meetingCount(of: daily.id) == 0)
        fixture.press(.escape)
        #expect(fixture.screen.page != nil)
    }

    @Test("to go on without a microphone counts for that start alone, given up or failed")
    func onceWithout() throws {
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

    @Test("a meeting that is being started keeps its screen, even if its standup is deleted elsewhere meanwhile")
    func deletedWhileStarting() throws {
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

    @Test("a meeting whose end the disk refuses is not said to be saved", arguments: [true, false])
    func unsavedEnd(hasUnsavedData: Bool) throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        rig.perform(.start)
        let timer = try MeetingTimer(
            attendees: daily.attendees.map(\.id), length: daily.length, settings: daily.settings)
        var status = MeetingStatus(timer: timer, standup: daily, isRecording: true)
        rig.receive(.meetingStarted(Meeting.ID(rawValue: "m"), status, now: .zero))
        status.hasUnsavedData = hasUnsavedData
        rig.receive(.meetingStatus(status, now: .seconds(1), wallClock: Timestamp(nanosecondsSince1970: 0)))
        rig.receive(.meetingEnded(Meeting.ID(rawValue: "m"), .saved))
        #expect(rig.screen.page != nil)
        #expect(rig.notice?.contains("could not be saved") == hasUnsavedData)
        #expect(rig.notice?.hasPrefix("Meeting saved") == !hasUnsavedData)
    }

    @Test("a standup that is being held is started again only when somebody says so, each time anew")
    func held() throws {
        let fixture = try fixture()
        let since = Timestamp(nanosecondsSince1970: fixture.clock.nanosecondsSince1970)
        fixture.library.hold(daily.id, by: LiveLock.Holder(process: 7, since: since))
        fixture.press(.enter)
        #expect(fixture.screen.dialog?.title == "“Daily” is already running")
        #expect(fixture.screen.dialog?.message.contains("End it there, or start another meeting") == true)
        #expect(fixture.screen.address == "standup/\(daily.id)/start?dialog=held")
        fixture.press(.enter)
        #expect(fixture.screen.dialog == nil && fixture.screen.start?.progress == nil)
        #expect(fixture.store.meetingCount(of: daily.id) == 0)
        fixture.press(.enter)
        #expect(fixture.screen.dialog != nil)
        fixture.type("s")
        fixture.clock.advance(by: .seconds(1))
        #expect(fixture.screen.record != nil)
        #expect(fixture.library.claims.count == 1)
    }

    @Test("a history that cannot be written is said on the screen, which stays")
    func cannotWrite() throws {
        var rig = ApplicationRig([daily], place: .start("Daily"))
        rig.perform(.start)
        rig.receive(.meetingFailed(.history(.cannotWrite(path: "/data/standup.db", reason: "disk full"))))
        #expect(try rig.startScreen.problem?.contains("disk full") == true)
        #expect(try rig.startScreen.progress == nil)
    }
}
