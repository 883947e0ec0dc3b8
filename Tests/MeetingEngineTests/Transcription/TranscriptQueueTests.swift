import MeetingModel
import Sound
import StandupHistory
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import MeetingEngine
@testable import MeetingHistory
@testable import StandupSpeech

/// The queue of a speech server, with a scripted server and a meeting of three turns of 3 s.
@Suite(.timeLimit(.minutes(10))) struct `The queue of a speech server` {
    private let rig = QueueRig()

    @Test func `transcribes each turn, and adds the transcript when it is complete`() async throws {
        try rig.begin(.finished)
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.server.lengths.count == 3)
        #expect(rig.server.lengths.allSatisfy { (12_000...48_000).contains($0) }, "\(rig.server.lengths)")
        let meeting = try #require(try rig.store.meeting(rig.id))
        #expect(meeting.transcript.map(\.text) == ["answer 1", "answer 2", "answer 3"])
        #expect(meeting.transcript.map(\.attendee) == rig.attendees)
        for (index, utterance) in meeting.transcript.enumerated() {
            #expect(utterance.start >= .seconds(3 * index) && utterance.end <= .seconds(3 * index + 3))
            #expect(utterance.recognizer == "server")
        }
        #expect(try rig.store.transcriptVersions(of: rig.id).map(\.origin) == [.live, .recognizer("server")])
        #expect(
            try rig.store.transcript(of: rig.id, version: 1).map(\.utterance.text) == ["live 1", "live 2", "live 3"])
        #expect(try rig.store.queuedTranscripts() == [])
        #expect(rig.problems == [])
    }

    @Test func `uses the history on its own threads, not in the task pool`() async throws {
        try rig.begin(.finished)
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.server.lengths.count == 3)
        #expect(rig.hasExecutor == [true])
    }

    @Test func `transcribes a turn when it has ended, and shows nothing before the meeting's end`()
        async throws
    {
        try rig.begin(.live, turns: 1)
        await rig.work { queue in
            queue.note(
                rig.event(.meetingStarted(rig.id, standup: rig.standup, length: .zero, attendees: [])), in: rig.id,
                language: "en")
            queue.note(
                rig.event(.turnEnded(rig.attendees[0], used: .zero, overtime: .zero), at: 3), in: rig.id, language: "en"
            )
        }
        #expect(rig.server.lengths.count == 1)
        #expect(try rig.store.transcriptVersions(of: rig.id).count == 1)
        #expect(try rig.store.queuedTranscripts().count == 1)
        try rig.goOn()
        await rig.work { queue in
            queue.note(rig.event(.meetingEnded(.finished, duration: .seconds(9)), at: 9), in: rig.id, language: "en")
        }
        #expect(rig.server.lengths.count == 3)
        #expect(try rig.store.meeting(rig.id)?.transcript.map(\.text) == ["answer 1", "answer 2", "answer 3"])
    }

    @Test func `waits until a turn is written that has ended`() async throws {
        try rig.begin(.live, turns: 0, recorded: 2)
        rig.whileWaiting = { rig in
            try? rig.record(upTo: 3)
            try? rig.store.record([.turnEnded(at: .seconds(3))], in: rig.id)
        }
        try rig.store.record([.turnStarted(rig.attendees[0], at: .zero)], in: rig.id)
        await rig.work { queue in
            queue.note(
                rig.event(.meetingStarted(rig.id, standup: rig.standup, length: .zero, attendees: [])), in: rig.id,
                language: "en")
            queue.note(
                rig.event(.turnEnded(rig.attendees[0], used: .zero, overtime: .zero), at: 3), in: rig.id, language: "en"
            )
        }
        #expect(rig.server.lengths.count == 1)
        #expect(rig.server.lengths.allSatisfy { $0 > 25_000 })
    }

    @Test func `continues in the next process`() async throws {
        try rig.begin(.finished)
        rig.server.script = [nil, .noAnswer(server: "s", reason: "down", advice: "wait", retry: .later)]
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.server.lengths.count == 2)
        #expect(rig.problems.map(\.description) == ["the speech server s returned no words (down); wait"])
        #expect(try rig.store.meeting(rig.id)?.transcript.map(\.text) == ["live 1", "live 2", "live 3"])
        #expect(try rig.store.queuedTranscripts().count == 1)
        await rig.work { $0.resume() }
        #expect(rig.server.lengths.count == 4)
        #expect(try rig.store.meeting(rig.id)?.transcript.map(\.text) == ["answer 1", "answer 3", "answer 4"])
    }

    @Test func `reports once that the server is down, and does not retry for older meetings`() async throws {
        try rig.begin(.finished)
        rig.server.script = Array(
            repeating: .noAnswer(server: "s", reason: "down", advice: "wait", retry: .later), count: 9)
        await rig.work { queue in
            queue.add(rig.id, language: "en")
            queue.add(rig.id, language: "en")
            queue.resume()
        }
        #expect(rig.problems.count == 1)
        // Only the first turn is sent each time, and no turn of an earlier process.
        #expect(rig.server.lengths.count == 2)
    }

    @Test func `does not retry a server that rejects the key`() async throws {
        try rig.begin(.finished)
        rig.server.script = [.noAnswer(server: "s", reason: "key", advice: "set it", retry: .none)]
        await rig.work { queue in
            queue.add(rig.id, language: "en")
            queue.add(rig.id, language: "en")
        }
        #expect(rig.server.lengths.count == 1)
        #expect(rig.problems.count == 1)
        #expect(try rig.store.queuedTranscripts().count == 1)
    }

    @Test func `keeps the live words of a segment that the server rejects`() async throws {
        try rig.begin(.finished)
        rig.server.script = [nil, .noAnswer(server: "s", reason: "400", advice: "check", retry: .otherSound)]
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(try rig.store.meeting(rig.id)?.transcript.map(\.text) == ["answer 1", "live 2", "answer 3"])
        #expect(try rig.store.meeting(rig.id)?.transcript.map(\.recognizer) == ["server", "pocketsphinx", "server"])
        #expect(rig.problems == [])
    }

    @Test func `treats a server that rejects the first segment as unusable, and keeps the meeting queued`()
        async throws
    {
        try rig.begin(.finished)
        rig.server.script = [.noAnswer(server: "s", reason: "HTML", advice: "check", retry: .otherSound)]
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.problems.count == 1)
        #expect(try rig.store.queuedTranscripts().count == 1)
        #expect(try rig.store.transcriptVersions(of: rig.id).count == 1)
    }

    @Test func `does not replace a corrected transcript`() async throws {
        try rig.begin(.finished)
        let first = try #require(try rig.store.transcript(of: rig.id, version: 1).first)
        _ = try rig.store.correctTranscript(
            of: rig.id, version: 1, [UtteranceCorrection(utterance: first.id, text: "mine")], at: rig.now)
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(try rig.store.meeting(rig.id)?.transcript.first?.text == "mine")
        #expect(try rig.store.transcriptVersions(of: rig.id).count == 3)
        #expect(try rig.store.queuedTranscripts() == [])
    }

    @Test func `skips a meeting that another process transcribes`() async throws {
        try rig.begin(.finished)
        rig.isClaimed = true
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.server.lengths == [])
        #expect(try rig.store.queuedTranscripts().count == 1)
    }

    @Test func `resumes only for the server that was chosen for the meeting`() async throws {
        try rig.begin(.finished)
        try rig.store.queueTranscript(QueuedTranscript(meeting: rig.id, draft: "https://other/en/turns"))
        await rig.work { $0.resume() }
        #expect(rig.server.lengths == [])
        #expect(try rig.store.queuedTranscripts().count == 1)
    }

    @Test func `sends no silence, and then keeps the live transcript`() async throws {
        try rig.begin(.finished, isSilent: true)
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.server.lengths == [])
        #expect(try rig.store.transcriptVersions(of: rig.id).count == 1)
        #expect(try rig.store.queuedTranscripts() == [])
    }

    @Test func `forgets a meeting that was discarded or had no recording`() async throws {
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.server.lengths == [])
        try rig.begin(.finished)
        rig.hasRecording = false
        try rig.begin(.finished)
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.server.lengths == [])
        #expect(try rig.store.queuedTranscripts() == [])
    }

    @Test func `receives names, vocabulary and language`() async throws {
        try rig.begin(.finished)
        await rig.work { $0.add(rig.id, language: "en") }
        #expect(rig.server.prompts == ["Ann.", "Ann.", "Ann."])
        #expect(rig.server.languages == ["en", "en", "en"])
    }
}

/// A meeting, its recording, a scripted server, and the problems that the queue reported.
///
/// Unchecked: the tests change it only while the queue is idle, or in the queue's own calls.
private final class QueueRig: @unchecked Sendable {
    let store = SQLiteMeetingStore.temporary()
    let server = ScriptedServer()
    let id: Meeting.ID
    let standup: Standup.ID
    let attendees: [Attendee.ID]
    let now = Timestamp(nanosecondsSince1970: 77)
    var isClaimed = false
    var hasRecording = true
    var whileWaiting: @Sendable (QueueRig) -> Void = { _ in }
    private let recordings = InMemoryRecordings()
    private var recording: (any RecordingWriter)?
    private var isSilent = false
    private let told = Mutex<[RecognizerError]>([])
    private let executors = Mutex<Set<Bool>>([])

    init() {
        var generator = SeededGenerator(seed: 5)
        id = Meeting.ID(using: &generator)
        standup = Standup.ID(using: &generator)
        attendees = (0..<3).map { _ in Attendee.ID(using: &generator) }
    }

    var problems: [RecognizerError] { told.withLock { $0 } }

    /// Whether the task that used the history had its own executor, in each call.
    var hasExecutor: Set<Bool> { executors.withLock { $0 } }

    private func noteExecutor() {
        let hasExecutor = withUnsafeCurrentTask { $0?.unownedTaskExecutor != nil }
        executors.withLock { _ = $0.insert(hasExecutor) }
    }

    func event(_ kind: MeetingEvent.Kind, at seconds: Int = 0) -> MeetingEvent {
        MeetingEvent(at: .seconds(seconds), kind: kind)
    }

    /// Stores the meeting with this many ended turns and this many recorded seconds.
    func begin(_ state: Meeting.State, turns: Int = 3, recorded: Int? = nil, isSilent: Bool = false) throws {
        self.isSilent = isSilent
        try? recordings.remove("m.wav")
        recording = try recordings.create("m.wav", sampleRate: 16_000)
        try record(upTo: recorded ?? 3 * turns)
        try store.begin(
            Meeting(
                id: id, standupID: standup, title: "Daily", startedAt: now, state: state, duration: .seconds(3 * turns),
                attendees: attendees.map { MeetingAttendee(id: $0, name: "Ann", slot: .seconds(3)) },
                turns: (0..<turns).map(turn),
                recording: hasRecording ? Recording(fileName: "m.wav", sampleRate: 16_000) : nil,
                transcript: (0..<3).map { index in
                    Utterance(
                        attendee: attendees[index], start: .seconds(3 * index + 1), end: .seconds(3 * index + 2),
                        text: "live \(index + 1)", recognizer: "pocketsphinx", words: [])
                }))
    }

    private func turn(_ index: Int) -> Turn {
        Turn(attendee: attendees[index], start: .seconds(3 * index), end: .seconds(3 * index + 3))
    }

    /// Adds the last two turns to a meeting with one turn, and finishes it.
    func goOn() throws {
        try record(upTo: 9)
        for index in 1..<3 {
            try store.record(
                [.turnStarted(attendees[index], at: .seconds(3 * index)), .turnEnded(at: .seconds(3 * index + 3))],
                in: id)
        }
        try store.record([.state(.finished, duration: .seconds(9))], in: id)
    }

    /// Records up to a second, with speech in the middle of each turn.
    func record(upTo seconds: Int) throws {
        let voice = FakeAudioSystem.voice(during: [0.5...2.5, 3.5...5.5, 6.5...8.5])
        guard let recording else { return }
        let samples = (Int(recording.frames)..<max(Int(recording.frames), seconds * 16_000))
            .map { isSilent ? 0 : voice(Double($0) / 16_000) }
        try samples.withUnsafeBufferPointer { try recording.append($0) }
    }

    /// Creates a queue, as another process would, and runs it until it is done.
    func work(_ ask: (TranscriptQueue) -> Void) async {
        let recognition = SegmentRecognition(
            name: "server", key: "https://server model", segmentation: .atTurns(limit: .seconds(600)), atMost: 1
        ) { [server] _ throws(RecognizerError) in server }
        let queue = TranscriptQueue(
            TranscriptQueue.Dependencies(
                recognition: recognition, store: store, cues: nil,
                open: { [self] _ in
                    guard let recording else { throw AudioError.file(path: "m.wav", reason: "gone") }
                    return recording
                },
                prompt: { meeting in SpeechPrompt(names: meeting.attendees.prefix(1).map(\.name)).text },
                claim: { [self] _ in
                    noteExecutor()
                    return isClaimed ? nil : server
                },
                now: { [self] in
                    noteExecutor()
                    return now
                },
                wait: { [self] in whileWaiting(self) })
        ) { [self] error in told.withLock { $0.append(error) } }
        ask(queue)
        await queue.finish()
        queue.stop()
    }
}

/// A server that answers each segment, or fails as its script says.
private final class ScriptedServer: SegmentRecognizer {
    private struct State {
        var script: [RecognizerError?] = []
        var segments: [SpeechSegment] = []
    }

    let name = "server"
    private let state = Mutex(State())

    var script: [RecognizerError?] {
        get { state.withLock { $0.script } }
        set { state.withLock { $0.script = newValue } }
    }

    var lengths: [Int] { state.withLock { $0.segments.map(\.samples.count) } }
    var prompts: [String] { state.withLock { $0.segments.map(\.prompt) } }
    var languages: [String] { state.withLock { $0.segments.map(\.language) } }

    func recognize(_ segment: SpeechSegment) async throws(RecognizerError) -> [RecognizedUtterance] {
        let (number, error) = state.withLock { state in
            state.segments.append(segment)
            return (state.segments.count, state.script.isEmpty ? nil : state.script.removeFirst())
        }
        if let error { throw error }
        let middle = Int64(segment.samples.count / 2)
        let words = ["answer", "\(number)"].map {
            RecognizedUtterance.Word(text: $0, start: middle, end: middle + 1600, confidence: 1)
        }
        return RecognizedUtterance(words: words, recognizer: name).map { [$0] } ?? []
    }
}
