import Dispatch
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupHistory
import StandupTesting
import Synchronization
import Testing

@testable import MeetingEngine
@testable import StandupSpeech

/// A signal at each stage of a meeting.
@Suite(.timeLimit(.minutes(10))) struct `An interruption` {
    @Test func `before the start cancels it`() async throws {
        let meeting = try MeetingFixture()
        meeting.session.interrupt()
        await #expect(throws: MeetingStartError.interrupted) { try await meeting.session.start() }
        #expect(meeting.meeting() == nil)
        #expect(meeting.said == [])
    }

    @Test func `while the recording is being made leaves neither row nor recording`() async throws {
        let interrupt = Hook()
        let meeting = try MeetingFixture(beforeRecording: { interrupt.call() })
        interrupt.set { meeting.session.interrupt() }
        await #expect(throws: MeetingStartError.interrupted) { try await meeting.session.start() }
        meeting.clock.advance(by: .seconds(5))
        #expect(meeting.meeting() == nil)
        #expect(meeting.recordings.fileNames == [])
        #expect(meeting.said == [])
    }

    @Test func `while the rest of the speech is decoded leaves it for later`() async throws {
        let interrupt = Hook()
        let meeting = try MeetingFixture(
            length: .seconds(9),
            microphone: .init(sound: FakeAudioSystem.voice(during: [6.5...8.9])),
            recognizer: RecognizerSource(key: "slow") { _ in HookedRecognizer(hook: interrupt) }
        )
        try await meeting.start()
        meeting.clock.advance(by: .milliseconds(7950))
        interrupt.set { meeting.session.interrupt() }
        await meeting.perform(.end(.saved))
        meeting.clock.advance(by: .seconds(1))
        #expect(meeting.end == .interrupted)
        let kept = try #require(meeting.meeting())
        #expect(kept.state == .finished)
        #expect(kept.duration == .milliseconds(7950))
        #expect((kept.transcribedUpTo ?? .zero) < .seconds(7))
    }

    @Test func `drops the commands that still wait`() async throws {
        let meeting = try MeetingFixture(length: .seconds(90), input: .none)
        try await meeting.start()
        let isFree = DispatchSemaphore(value: 0)
        meeting.session.perform { _ in isFree.wait() }
        for _ in 0..<1000 { meeting.session.send(.timer(.extend(.seconds(1)))) }
        meeting.session.send(.note("kept"))
        meeting.session.report("no such command")
        meeting.session.interrupt()
        isFree.signal()
        meeting.clock.settle()
        #expect(meeting.end == .interrupted)
        #expect(meeting.said { if case .error = $0 { true } else { false } } == [])
        let kept = try #require(meeting.meeting())
        #expect(kept.state == .finished && kept.note == "kept")
        #expect(kept.attendees.map(\.slot) == [.seconds(30), .seconds(30), .seconds(30)])
    }

    @Test func `has few commands before it if each waits for the history`() async throws {
        let meeting = try MeetingFixture(length: .seconds(90), input: .none)
        try await meeting.start()
        let (store, id) = (meeting.store, meeting.plan.meeting)
        let before = try store.countdownSteps(of: id).count
        let kept = Mutex<Int?>(nil)
        for _ in 0..<10 { meeting.session.send(.timer(.extend(.seconds(1)))) }
        meeting.session.whenStored { kept.withLock { $0 = try? store.countdownSteps(of: id).count } }
        meeting.clock.settle()
        #expect(kept.withLock { $0 } == before + 10)
    }

    @Test func `waiting for the end returns if the meeting could not start`() async throws {
        let meeting = try MeetingFixture(microphone: .init(error: .noDevice(.input, name: "pulpit")))
        let waiter = Task { await meeting.session.waitUntilEnded() }
        await meeting.session.perform(.timer(.ask))
        await #expect(throws: MeetingStartError.self) { try await meeting.session.start() }
        await waiter.value
    }

    @Test func `a pause in which a meeting was discarded is as long as it was when the meeting comes back`()
        async throws
    {
        let meeting = try MeetingFixture()
        try await meeting.start()
        meeting.clock.advance(by: .seconds(1))
        await meeting.perform(.pause(.user))
        meeting.clock.advance(by: .seconds(90))
        try meeting.store.save(meeting.plan.standup)
        let item = DeletedItem.meeting(meeting.plan.meeting)
        #expect(try meeting.store.setDeleted(item, by: Trash.ownerPrefix + "1"))
        await meeting.perform(.end(.discarded))
        #expect(meeting.end == .discarded)
        #expect(try meeting.store.undelete(item))
        let back = try #require(meeting.meeting())
        try meeting.store.record(back.changesToInterrupt(recordedFrames: nil), in: back.id)
        #expect(meeting.meeting()?.pauses.map(\.duration) == [.seconds(90)])
        #expect(try meeting.store.resumableMeetings().map(\.id) == [back.id])
    }
}

/// Something to do later, at most once.
final class Hook: Sendable {
    private let work = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ work: @escaping @Sendable () -> Void) { self.work.withLock { $0 = work } }

    func call() {
        let work = self.work.withLock { work in
            defer { work = nil }
            return work
        }
        work?()
    }
}

/// A recognizer that returns no words, and calls a hook when it gets sound.
final class HookedRecognizer: SpeechRecognizer {
    private let hook: Hook
    let name = "hooked"
    let learnedState: [Float]? = nil

    init(hook: Hook) { self.hook = hook }

    func begin() {}

    func hear(_ samples: UnsafeBufferPointer<Int16>) -> String {
        hook.call()
        return ""
    }

    func end() -> [RecognizedWord] { [] }
}

/// Recordings in memory, and a hook before each is made.
struct HookedRecordings: RecordingFolder {
    let folder: InMemoryRecordings
    let beforeRecording: @Sendable () -> Void

    func create(_ fileName: String, sampleRate: Int, channels: Int) throws(AudioError) -> any RecordingWriter {
        beforeRecording()
        return try folder.create(fileName, sampleRate: sampleRate, channels: channels)
    }

    func reopen(_ fileName: String, channels: Int) throws(AudioError) -> any RecordingWriter {
        try folder.reopen(fileName, channels: channels)
    }

    func remove(_ fileName: String) throws(AudioError) { try folder.remove(fileName) }
}
