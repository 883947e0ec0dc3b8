import MeetingModel
import MeetingTiming
import StandupTesting
import Testing
import TestSupport

@testable import StandupFeatures

@Suite("The end of a meeting with speech still to decode") struct HurriedEndTests {
    @Test(arguments: [false, true])
    func `waits for the decoding, or leaves it for later when told to`(isHurried: Bool) throws {
        let meeting = try RunningMeetingFixture(
            seconds: 9, microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [6.5...8.9])),
            recognizer: ScriptedRecognizer.source(script: ["what was said last"]))
        meeting.advance(by: 8)
        // Both keys arrive before the engine has performed the first.
        meeting.app.perform(.end)
        meeting.app.runner.press(.character("s"))
        if isHurried { meeting.app.runner.press(.character("q")) }
        meeting.app.clock.settle()
        #expect(meeting.endsOnItsPage())
        let kept = try #require(meeting.kept)
        #expect(kept.state == .finished && kept.duration == .seconds(8))
        let isWhole = (kept.transcribedUpTo ?? .zero) >= kept.duration
        #expect(isWhole == !isHurried)
    }
}
