import AudioDevices
import MeetingModel
import MeetingTiming
import SpeechRecognition
import StandupTesting
import Synchronization
import Testing

@testable import MeetingEngine

@Suite struct `Transcription in a meeting` {
    @Test func `knows of a change of speaker before it hears it, however far behind it is`() throws {
        let clock = ManualClock()
        let recording = try InMemoryRecordings().create("late.wav", sampleRate: 16_000)
        let voice = FakeAudioSystem.voice(during: [1...4])
        let samples = (0..<96_000).map { voice(Double($0) / 16_000) }
        try samples.withUnsafeBufferPointer { try recording.append($0) }
        let heard = Mutex<[RecognizedUtterance]>([])
        let worker = TranscriptionWorker(
            clock: clock,
            recording: recording,
            cues: nil,
            makeRecognizer: { ScriptedRecognizer(script: ["one two three four five six", "seven eight nine"]) },
            signal: { signal in
                if case .utterance(let utterance) = signal { heard.withLock { $0.append(utterance) } }
            }
        )
        // The queue is busy until both are asked for, as it is when the recogniser is slow.
        clock.makeQueue("busy").async {
            worker.hear(upTo: 96_000)
            worker.perform { $0.markBoundary(at: 40_000) }
        }
        clock.settle()
        let utterances = heard.withLock { $0 }
        #expect(utterances.count == 2)
        #expect(utterances.allSatisfy { $0.end <= 40_000 || $0.start >= 40_000 })
    }
}
