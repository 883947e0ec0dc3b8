import MeetingModel
import MeetingTiming
@testable import Sound
import StandupSpeech
import StandupTesting
import Synchronization
import Testing

@testable import MeetingEngine

@Suite struct `Transcription in a meeting` {
    @Test func `does not join speech before a pause with speech after it`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"],
            length: .seconds(10),
            microphone: .init(sound: FakeAudioSystem.voice(during: [1...3, 13...15])),
            recognizer: ScriptedRecognizer.source(script: ["one two three four", "five six seven"])
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(3))
        await meeting.perform(.pause(.user))
        meeting.clock.advance(by: .seconds(10))
        await meeting.perform(.resume)
        meeting.clock.advance(by: .seconds(8))
        let transcript = try #require(meeting.meeting()).transcript
        #expect(transcript.contains { $0.start < .seconds(3) } && transcript.contains { $0.end > .seconds(3) })
        #expect(transcript.allSatisfy { $0.end <= .seconds(3) || $0.start >= .seconds(3) }, "\(transcript)")
    }

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
            makeRecognizer: { _ in ScriptedRecognizer(script: ["one two three four five six", "seven eight nine"]) },
            signal: { signal in
                if case .utterance(let utterance) = signal { heard.withLock { $0.append(utterance) } }
            }
        )
        // The queue is busy until both are requested, as with a slow recognizer.
        clock.makeQueue("busy").async {
            worker.process(upTo: 96_000)
            worker.perform { $0.markBoundary(at: 40_000) }
        }
        clock.settle()
        let utterances = heard.withLock { $0 }
        #expect(utterances.count == 2)
        #expect(utterances.allSatisfy { $0.end <= 40_000 || $0.start >= 40_000 })
    }

    @Test func `without a recording keeps no sound`() async throws {
        let meeting = try MeetingFixture(
            length: .seconds(30),
            isRecorded: false,
            recognizer: RecognizerSource(key: "missing") { _ throws(RecognizerError) in
                throw .failed(name: "missing", reason: "the test says so")
            }
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(5))
        let recording = try #require(await meeting.session.recording)
        #expect(recording.frames >= 200_000)
        var buffer = [Int16](repeating: 0, count: 4800)
        let kept = try buffer.withUnsafeMutableBufferPointer {
            try recording.read(from: recording.frames - 4800, into: $0)
        }
        #expect(kept == 0)
    }

    @Test func `silence that the disk takes only in part keeps its length`() throws {
        let recording = HesitantRecording(accepts: [false, true, true, false])
        let track = RecordingTrack(recording: recording)
        #expect(throws: AudioError.self) { try track.pad(24_000, of: .room, now: .zero) }
        #expect(track.frames == 24_000)
        try track.retry(now: .seconds(2))
        #expect(track.isWaiting)
        #expect(track.frames == 24_000)
        try track.retry(now: .seconds(4))
        #expect(recording.frames == 24_000)
    }
}

/// A recording that takes or refuses each append in turn, and takes all when the list is at its end.
private final class HesitantRecording: RecordingWriter {
    let fileName = "hesitant"
    let sampleRate = 48_000
    private let state: Mutex<(accepts: [Bool], frames: Int64)>

    init(accepts: [Bool]) {
        state = Mutex((accepts, 0))
    }

    var frames: Int64 { state.withLock { $0.frames } }

    func append(_ samples: UnsafeBufferPointer<Float>) throws(AudioError) {
        let count = Int64(samples.count)
        let isTaken = state.withLock { state in
            let accepts = state.accepts.isEmpty || state.accepts.removeFirst()
            if accepts { state.frames += count }
            return accepts
        }
        if !isTaken { throw .cannotWrite(path: fileName, reason: "no space left on device") }
    }

    func replace(_ samples: UnsafeBufferPointer<Float>, of channel: AudioChannel, from frame: Int64) {}

    func truncate(to frame: Int64) { state.withLock { $0.frames = min($0.frames, frame) } }

    func read(from frame: Int64, into buffer: UnsafeMutableBufferPointer<Int16>) -> Int { 0 }

    func finish() {}
}
