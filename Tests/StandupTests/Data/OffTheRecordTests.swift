import Glibc
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupHistory
import StandupSpeech
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import MeetingEngine

@Suite(.timeLimit(.minutes(10)))
struct `Off the record` {
    let program: Program
    let folder: DataFolder
    let clock = ManualClock()

    init() throws {
        program = try Program()
        folder = DataFolder(path: program.data)
        try folder.create()
    }

    /// Speech on the record is never louder than this; speech off the record always is.
    private static let loudest = Float(0.3)

    /// Speech all the time; between `secret` it is loud, of two samples only.
    private static func sound(secret: Range<Double>) -> @Sendable (Double) -> Float {
        let voice = FakeAudioSystem.voice(during: [0...1000])
        return { time in
            secret.contains(time) ? (Int(time * 300) % 2 == 0 ? 0.37 : -0.37) : 0.4 * voice(time)
        }
    }

    /// A recognizer that detects sound which it should not get.
    private final class Witness: SpeechRecognizer {
        let name = "witness"
        let learnedState: [Float]? = nil
        private var heard = 0
        private var isSecret = false

        func begin() { (heard, isSecret) = (0, false) }

        func hear(_ samples: UnsafeBufferPointer<Int16>) -> String {
            heard += samples.count
            isSecret = isSecret || samples.contains { abs(Int($0)) > Int(loudest * 32_768) }
            return text
        }

        func end() -> [RecognizedWord] { [RecognizedWord(text: text, start: 0, end: heard, confidence: 1)] }

        private var text: String { isSecret ? "secretword" : "openword" }
    }

    private func meeting(
        _ sound: @escaping @Sendable (Double) -> Float, report: @escaping @Sendable (MeetingEvent) -> Void
    ) throws -> MeetingSession {
        var generator = SeededGenerator(seed: 7)
        let standup = Standup(
            id: Standup.ID(using: &generator), title: "Daily", length: .seconds(20),
            attendees: [Attendee(id: Attendee.ID(using: &generator), name: "Ann")])
        let plan = MeetingPlan(meeting: Meeting.ID(using: &generator), standup: standup)
        let cues = CueSounds(sampleRate: 48_000, samples: [:])
        return try MeetingSession(
            plan: plan,
            dependencies: MeetingDependencies(
                clock: clock, audio: FakeAudioSystem(clock: clock, microphone: .init(sound: sound)), cues: cues,
                journal: SQLiteMeetingStore(path: folder.databasePath),
                recordings: WAVRecordingFolder(path: folder.recordingsPath),
                recognizer: RecognizerSource(key: "witness") { _ in Witness() })
        ) { report($0) }
    }

    @Test(arguments: [false, true])
    func `no sample and no word is in any file, in any event, in anything that is written later`(_ isSaved: Bool)
        async throws
    {
        let events = Mutex<[MeetingEvent]>([])
        let session = try meeting(Self.sound(secret: 5..<25)) { event in events.withLock { $0.append(event) } }
        try await session.start()
        clock.settle()
        clock.advance(by: .seconds(5))
        await session.perform(.pause(.user))
        // While it lasts nothing of it is anywhere either.
        for seconds in [1, 9, 10] {
            clock.advance(by: .seconds(seconds))
            try check(events.withLock { $0 })
        }
        await session.perform(.resume)
        clock.advance(by: .seconds(isSaved ? 5 : 20))
        if isSaved {
            await session.perform(.end(.saved))
            clock.settle()
            clock.advance(by: .seconds(5))
        }
        try check(events.withLock { $0 })
        #expect("\(events.withLock { $0 })".contains("openword"), "what was said on the record was heard")
        #expect(files(below: program.data).contains { $0.hasSuffix(".wav") })
    }

    private func check(_ events: [MeetingEvent]) throws {
        #expect(!"\(events)".contains("secretword"))
        for path in files(below: program.data) {
            let bytes = try TestSupport.bytes(of: path)
            #expect(!find(Array("secretword".utf8), in: bytes), "\(path)")
            let loud = Int16(0.37 * 32_768)
            for sample in [loud - 1, loud, loud + 1, -loud - 1, -loud, -loud + 1] {
                let pair = [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
                #expect(!find(pair + pair + pair + pair, in: bytes), "\(path)")
            }
            guard path.hasSuffix(".wav") else { continue }
            let samples = bytes.dropFirst(80)
            for index in stride(from: samples.startIndex, to: samples.endIndex - 1, by: 2) {
                let sample = Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
                if abs(Int(sample)) > Int(Self.loudest * 32_768) {
                    Issue.record("sample \((index - 80) / 2) of \(path) is \(sample)")
                    return
                }
            }
        }
    }
}
