import MeetingModel
import MeetingTiming
@testable import Presentation
import Sound
import StandupHistory
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("A meeting held in the application") struct RunningMeetingTests {
    @Test func `goes from speaker to speaker, dings twice among three, and is in the history`() throws {
        let meeting = try RunningMeetingFixture(seconds: 3)
        #expect(meeting.record?.place == "Speaker 1 of 3")
        #expect(meeting.record?.isRecording == true)
        meeting.advance(by: 1)
        #expect(meeting.record?.place == "Speaker 2 of 3")
        #expect(meeting.record?.facts[1] == Fact("Remaining", "0:02"))
        #expect(meeting.dings == 1)
        meeting.advance(by: 1)
        #expect(meeting.record?.place == "Speaker 3 of 3")
        #expect(meeting.dings == 2)
        #expect(meeting.endsOnItsPage())
        #expect(meeting.dings == 2)
        #expect(meeting.page?.meetings.count == 1)
        #expect(meeting.kept?.state == .finished)
        #expect(meeting.kept?.duration == .seconds(3))
    }

    @Test func `shows what a key does until a busy machine has done it, and takes nothing back`() throws {
        let meeting = try RunningMeetingFixture(seconds: 60)
        meeting.advance(by: 2)
        meeting.app.host.setSlow(true)
        meeting.app.press(.character("n"))
        meeting.advance(by: 1)
        #expect(meeting.record?.speaking == "Ben is speaking")
        meeting.app.press(.character("p"))
        meeting.advance(by: 1)
        #expect(meeting.record?.speaking == "Ann is speaking")
        meeting.app.press(.character("n"))
        meeting.app.host.setSlow(false)
        meeting.advance(by: 1)
        #expect(meeting.record?.speaking == "Ben is speaking")
        #expect(meeting.record?.place == "Speaker 2 of 3")
    }

    @Test func `shows and keeps the words as they come`() throws {
        let meeting = try RunningMeetingFixture(
            seconds: 30, microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [1...3])),
            recognizer: ScriptedRecognizer.source(script: ["I completed the project"]))
        #expect(meeting.advance { meeting.record?.lines.first?.isPartial == true })
        #expect(meeting.record?.lines.first?.name == "Ann")
        #expect((meeting.record?.level ?? 0) > 0.5)
        #expect(meeting.advance { meeting.record?.lines.first?.isPartial == false })
        #expect(meeting.record?.lines.map(\.text) == ["I completed the project"])
        meeting.app.press(.character("q"), .character("s"))
        #expect(meeting.endsOnItsPage())
        #expect(meeting.kept?.transcript.map(\.text) == ["I completed the project"])
    }

    @Test func `is paused during the question, and kept by the first answer`() throws {
        let meeting = try RunningMeetingFixture(seconds: 60)
        meeting.advance(by: 5)
        meeting.app.press(.escape)
        #expect(meeting.app.screen.dialog?.title == "End the meeting?")
        let before = meeting.record?.clock
        meeting.advance(by: 5)
        #expect(meeting.record?.clock == before)
        #expect(before == "0:15")
        meeting.app.press(.character("s"))
        #expect(meeting.endsOnItsPage())
        #expect(meeting.page?.meetings.count == 1)
        #expect(meeting.kept?.duration == .seconds(5))
    }

    @Test func `has addresses for itself and its dialogs; in another application they only open a notice`() throws {
        let meeting = try RunningMeetingFixture(
            seconds: 60, microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [1...2, 4...5])),
            recognizer: ScriptedRecognizer.source(script: ["one", "two"], failingAt: 0))
        #expect(meeting.app.screen.address == "standup/s1/record")
        meeting.app.press(.character("q"))
        #expect(meeting.app.screen.address == "standup/s1/record?dialog=end")
        meeting.app.press(.escape, .character("t"))
        #expect(meeting.app.screen.address == "standup/s1/record?dialog=note")
        meeting.app.press(.escape, .character("?"))
        #expect(meeting.app.screen.address == "standup/s1/record?help=yes")
        meeting.app.press(.escape)
        #expect(meeting.advance { meeting.app.screen.address == "standup/s1/record?dialog=recognizer" })
        for address in ["standup/Web/record", "standup/Web/record?dialog=end", "standup/Web/record?dialog=note"] {
            let elsewhere = try ApplicationFixture(
                standups: [try #require(try meeting.app.store.standups().first)], place: try Place(address: address))
            elsewhere.clock.advance(by: .seconds(5))
            #expect(elsewhere.screen.page != nil && elsewhere.screen.dialog == nil)
            #expect(
                elsewhere.screen.notice?.text
                    == "No meeting of this standup is running in this window. Press s to start one.")
            #expect(try elsewhere.store.meetings(of: nil).isEmpty)
        }
    }

    @Test func `has an address for the question about a lost microphone`() throws {
        let app = try ApplicationFixture(
            standups: [.sample("Daily")], place: .start("Daily"), preferences: InMemoryPreferences([.input: "fake"]))
        app.press(.enter)
        app.clock.advance(by: .seconds(1))
        app.audio.unplug()
        app.clock.advance(by: .seconds(5))
        #expect(app.screen.address.hasSuffix("/record?dialog=microphone"))
    }

    @Test func `leaves nothing if it is discarded`() throws {
        let meeting = try RunningMeetingFixture(seconds: 60)
        meeting.advance(by: 5)
        meeting.app.press(.control("c"), .character("d"))
        #expect(meeting.advance { meeting.page != nil })
        #expect(try meeting.app.store.meetings(of: nil).isEmpty)
        #expect(meeting.page?.meetings.isEmpty == true)
        meeting.app.press(.control("c"))
        #expect(meeting.app.library.keptRecordings.fileNames.isEmpty)
    }

    @Test("asks at the last speaker's `next`, without offering to discard")
    func nextSpeaker() throws {
        let meeting = try RunningMeetingFixture(seconds: 60)
        for _ in 1...2 {
            meeting.advance(by: 1)
            meeting.app.press(.character("n"))
        }
        meeting.advance(by: 1)
        #expect(meeting.record?.next == "Last speaker")
        #expect(meeting.dings == 2)
        meeting.app.press(.character("n"))
        #expect(meeting.app.screen.dialog?.answers.map(\.key) == ["s", "r", "l"])
        meeting.app.press(.character("d"))
        #expect(meeting.app.screen.dialog != nil, "no such answer")
        meeting.app.press(.character("r"))
        #expect(meeting.app.screen.dialog == nil)
        meeting.app.press(.character("n"), .character("s"))
        #expect(meeting.endsOnItsPage())
        #expect(meeting.kept?.attendees.map(\.state) == [.spoke, .spoke, .spoke])
    }

    @Test func `continues after the recognizer has failed, and keeps its earlier words`() throws {
        let meeting = try failing()
        let clock = meeting.record?.clock
        meeting.advance(by: 2)
        #expect(meeting.record?.clock != clock, "the countdown goes on behind the notice")
        #expect(meeting.record?.isRecording == true)
        meeting.app.press(.enter)
        #expect(meeting.app.screen.dialog == nil)
        meeting.app.press(.character("q"), .character("s"))
        #expect(meeting.endsOnItsPage())
        #expect(meeting.kept?.transcript.map(\.text) == ["hello everybody", "this breaks […]"])
    }

    @Test func `can be discarded after the recognizer has failed`() throws {
        let meeting = try failing()
        meeting.app.press(.character("d"))
        #expect(meeting.advance { meeting.page != nil })
        #expect(try meeting.app.store.meetings(of: nil).isEmpty)
    }

    /// A meeting whose recognizer has just failed in the second utterance.
    private func failing() throws -> RunningMeetingFixture {
        let meeting = try RunningMeetingFixture(
            seconds: 120, microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [1...3, 6...9])),
            recognizer: ScriptedRecognizer.source(script: ["hello everybody", "this breaks it all"], failingAt: 1))
        #expect(meeting.advance { meeting.app.screen.dialog != nil })
        #expect(meeting.app.screen.dialog?.title == "Transcription stopped")
        return meeting
    }

    @Test func `is not left by any key that leaves other screens, even from the help`() throws {
        let meeting = try RunningMeetingFixture(seconds: 600)
        for key: Key in [.escape, .character("q"), .control("c")] {
            meeting.app.press(key)
            #expect(meeting.app.screen.dialog?.title == "End the meeting?")
            meeting.app.press(.escape)
            #expect(meeting.app.screen.dialog == nil)
            #expect(meeting.record != nil)
        }
        meeting.advance(by: 1)
        #expect(meeting.record?.clockState == .calm)
    }

    @Test func `is suspended by the second press, also from the help`() throws {
        let meeting = try RunningMeetingFixture(seconds: 600)
        let stops = Stops()
        meeting.app.runner.onSuspend { stops.count.withLock { $0 += 1 } }
        meeting.app.press(.character("?"), .control("z"))
        #expect(stops.count.withLock(\.self) == 0 && meeting.app.screen.help == nil)
        #expect(meeting.app.screen.dialog?.message.contains("^Z again stops") == true)
        let speaker = meeting.record?.speaker
        meeting.app.press(.enter)
        #expect(meeting.app.screen.dialog == nil && meeting.record?.speaker == speaker)
        meeting.app.press(.control("z"))
        meeting.app.press(.control("z"))
        #expect(stops.count.withLock(\.self) == 1 && meeting.record != nil)
    }

    private final class Stops: Sendable {
        let count = Mutex(0)
    }

    @Test(.timeLimit(.minutes(10)))
    func `has keys that do what the help says`() throws {
        let meeting = try RunningMeetingFixture(seconds: 180)
        meeting.advance(by: 10)
        meeting.app.press(.character("e"))
        #expect(meeting.app.screen.notice?.text == "This turn is 30 sec longer.")
        meeting.advance(by: 0.1)
        #expect(meeting.record?.clock == "1:20")
        meeting.app.press(.character("-"), .character("-"))
        #expect(meeting.app.screen.notice?.text == "This turn is 30 sec shorter.")
        meeting.app.press(.character(" "))
        meeting.advance(by: 30)
        #expect(meeting.record?.clock == "0:20")
        #expect(meeting.record?.recording == "‖ paused, off the record")
        meeting.app.press(.character(" "), .character("j"), .character("J"))
        meeting.advance(by: 0.1)
        #expect(meeting.record?.speakers.map(\.name) == ["Ann", "Cal", "Ben"])
        for command in [.grab(2), .moveRow(to: 1), .moveRow(to: 0)] as [Command] { meeting.app.runner.perform(command) }
        meeting.advance(by: 0.1)
        #expect(meeting.record?.speakers.map(\.name) == ["Ann", "Ben", "Cal"], "dragged, but not before the speaker")
        meeting.app.press(.character("j"), .character("J"))
        meeting.app.runner.perform(.select(2))
        meeting.advance(by: 0.1)
        meeting.app.press(.character("a"))
        #expect(meeting.record?.speakers.last?.state == .absent)
        meeting.app.press(.character("p"))
        #expect(meeting.app.screen.notice?.text == "No earlier speaker.")
        meeting.app.press(.character("m"), .character("n"))
        #expect(meeting.record?.muted == "ding muted")
        #expect(meeting.dings == 0)
        meeting.app.press(.character("o"))
        meeting.advance(by: 70)
        #expect(meeting.record?.clockState == .overtime)
    }

    @Test func `changes the warning and shuffles by key`() throws {
        let meeting = try RunningMeetingFixture(seconds: 180)
        meeting.app.press(.character("W"))
        #expect(meeting.app.screen.notice?.text == "warns at 0:10")
        meeting.advance(by: 2)
        meeting.app.press(.character("s"))
        #expect(meeting.app.screen.notice == nil && meeting.record?.speakers.count == 3)
        meeting.app.press(.character("n"), .character("s"))
        #expect(meeting.app.screen.notice?.text == "Fewer than two people are waiting. There is nothing to reorder.")
    }

    @Test func `keeps the typed note in the history and nowhere else`() throws {
        let meeting = try RunningMeetingFixture(seconds: 60)
        meeting.app.press(.character("t"))
        meeting.app.type("ask Ben q")
        #expect(meeting.record?.noteField?.text == "ask Ben q")
        meeting.app.press(.enter, .character("q"), .character("s"))
        #expect(meeting.endsOnItsPage())
        #expect(meeting.kept?.note == "ask Ben q")
    }

    @Test func `reports a lost microphone, continues, and reports its return`() throws {
        let meeting = try RunningMeetingFixture(seconds: 600)
        meeting.advance(by: 3)
        meeting.app.audio.unplug()
        #expect(meeting.advance { meeting.record?.recording == "○ microphone lost" })
        #expect(meeting.app.screen.notice?.kind == .warning)
        #expect(meeting.record?.level == nil)
        let clock = meeting.record?.clock
        meeting.advance(by: 2)
        #expect(meeting.record?.clock != clock)
        meeting.app.audio.plugIn()
        #expect(meeting.advance { meeting.record?.recording == "● recording" })
        #expect(meeting.app.screen.notice?.text.contains("back") == true)
    }
}
