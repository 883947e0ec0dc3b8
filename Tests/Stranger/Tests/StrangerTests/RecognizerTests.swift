import MeetingEngine
import StandupTesting
import Testing

/// A recognizer of one's own: it says how long each utterance was.
final class LengthRecognizer: SpeechRecognizer {
    let name = "length"
    let learnedState: [Float]? = nil
    private var samples = 0

    func begin() { samples = 0 }

    func hear(_ samples: UnsafeBufferPointer<Int16>) -> String {
        self.samples += samples.count
        return "\(self.samples / 16_000) seconds"
    }

    func end() -> [RecognizedWord] {
        let text = "\(samples / 16_000) seconds"
        return [RecognizedWord(text: text, start: 0, end: samples, confidence: 1)]
    }
}

@Suite struct `A recognizer of one's own` {
    @Test func `keeps the promises of a recognizer`() {
        #expect(SpeechRecognizerConformance.check { LengthRecognizer() } == [])
    }

    @Test func `transcribes fifteen minutes in a moment`() async throws {
        let clock = VirtualClock()
        let voice = FakeAudioSystem.voice(during: [1...3, 6...11])
        let journal = MemoryJournal()
        let plan = MeetingPlan(
            standup: Standup(
                length: .seconds(900), attendees: [Attendee(name: "Ann")]),
            sampleRate: 16_000)
        let session = try MeetingSession(
            plan: plan,
            dependencies: MeetingDependencies(
                clock: clock,
                audio: FakeAudioSystem(
                    clock: clock,
                    microphone: .init(sampleRate: 16_000, sound: voice)),
                journal: journal, recordings: InMemoryRecordings(),
                recognizer: RecognizerSource(key: "length") { _ in
                    LengthRecognizer()
                }))

        try await session.start()
        clock.advance(by: .seconds(900))

        let meeting = try #require(journal.meeting(plan.meeting))
        #expect(meeting.state == .finished)
        #expect(meeting.transcript.map(\.text) == ["2 seconds", "5 seconds"])
    }
}
