import MeetingEngine
import MeetingModel
import MeetingTiming
@testable import Presentation
import Sound
import StandupHistory
import StandupSpeech
import StandupTesting
import TestSupport

@testable import StandupFeatures

/// A meeting that was started by keys in the whole application, on a manual clock and fake devices.
struct RunningMeetingFixture {
    let app: ApplicationFixture

    /// A meeting of Ann, Ben and Cal that has just started.
    init(
        seconds: Int, settings: MeetingSettings = MeetingSettings(warnings: []),
        microphone: FakeAudioSystem.Microphone = .init(sampleRate: 16_000), recognizer: RecognizerSource? = nil
    ) throws {
        let standup = Standup(
            id: Standup.ID(rawValue: "s1"), title: "Web", length: .seconds(seconds), attendees: Team.all,
            settings: settings)
        app = try ApplicationFixture(
            standups: [standup], microphone: microphone,
            recognizer: recognizer.map { FixedRecognizer(source: $0) } ?? FixedRecognizer())
        // Enter opens the standup's page, s the question who is here, and s starts.
        app.press(.enter, .character("s"), .character("s"))
    }

    func advance(by seconds: Double) {
        app.clock.advance(by: .milliseconds(Int(seconds * 1000)))
    }

    /// Lets time pass until something is so, a minute at most; false if it never is.
    func advance(until isSo: () -> Bool) -> Bool {
        for _ in 0..<600 {
            if isSo() { return true }
            advance(by: 0.1)
        }
        return isSo()
    }

    /// The record screen; nil if another is in front.
    var record: RecordScreen? {
        if case .record(let screen) = app.screen.content { return screen }
        return nil
    }

    /// The standup's page; nil if another is in front.
    var page: StandupScreen? {
        if case .standup(let screen) = app.screen.content { return screen }
        return nil
    }

    /// Lets time pass until the meeting is over and its own page is open, then goes back to the standup's page.
    func endsOnItsPage() -> Bool {
        let isRead = advance { if case .meeting = app.screen.content { true } else { false } }
        app.press(.escape)
        return isRead && page != nil
    }

    /// How many dings have sounded.
    var dings: Int { app.audio.playedCues.count { $0.cue == .ding } }

    /// The meeting in the history.
    var kept: Meeting? { try! app.store.meetings(of: nil).first.flatMap { try app.store.meeting($0.id) } }
}
