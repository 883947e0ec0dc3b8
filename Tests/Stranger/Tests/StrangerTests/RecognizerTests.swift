import AudioDevices
import MeetingEngine
import MeetingModel
import MeetingTiming
import SpeechRecognition
import StandupTesting
import Testing

/// Another program's recogniser: it says how many whole seconds each utterance has.
final class LengthRecognizer: SpeechRecognizer {
    let name = "length"
    let learnedState: [Float]? = nil
    private var samples = 0

    func begin() { samples = 0 }

    func hear(_ samples: UnsafeBufferPointer<Int16>) -> String {
        self.samples += samples.count
        return words.joined(separator: " ")
    }

    func end() -> [RecognizedWord] {
        let length = samples / words.count
        return words.enumerated()
            .map { RecognizedWord(text: $1, start: $0 * length, end: ($0 + 1) * length, confidence: 1) }
    }

    private var words: [String] { ["\(samples / 16_000)", "seconds"] }
}

@Suite struct `Another program's recogniser` {
    @Test func `it keeps the promises of a recogniser`() {
        #expect(SpeechRecognizerConformance.check { LengthRecognizer() } == [])
    }

    @Test(.timeLimit(.minutes(10))) func `it transcribes a meeting in virtual time`() async throws {
        let clock = ManualClock()
        let store = InMemoryMeetingStore()
        let audio = FakeAudioSystem(
            clock: clock,
            microphone: .init(sampleRate: 16_000, sound: FakeAudioSystem.voice(during: [1.0...3.0, 6.0...11.0])))
        var chance = SeededGenerator(seed: 5)
        let standup = Standup(
            id: Standup.ID(using: &chance), title: "Daily", length: .seconds(15),
            attendees: [Attendee(id: Attendee.ID(using: &chance), name: "Ann")])
        let plan = MeetingPlan(
            meeting: Meeting.ID(using: &chance), standup: standup, input: .systemDefault, sampleRate: 16_000)
        let session = try MeetingSession(
            plan: plan,
            dependencies: MeetingDependencies(
                clock: clock, audio: audio, cues: CueSounds(sampleRate: 48_000, samples: [:]), journal: store,
                recordings: InMemoryRecordings(),
                recognizer: RecognizerSource(key: "length") { _ in LengthRecognizer() }))

        try await session.start()
        clock.advance(by: .seconds(20))

        let meeting = try #require(store.meeting(plan.meeting))
        #expect(meeting.transcript.map(\.text) == ["2 seconds", "5 seconds"])
        #expect(meeting.transcript.map(\.recognizer) == ["length", "length"])
    }
}
