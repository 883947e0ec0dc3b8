import Dispatch
import MeetingModel
import MeetingTiming
import Sound
import StandupTesting
import Synchronization
import Testing

@testable import MeetingEngine
@testable import StandupSpeech

/// Words that are shown as they are spoken, by one recognizer, and words that are kept, by a slower one.
@Suite(.timeLimit(.minutes(10))) struct `Partial and final words` {
    private static let partialScript = ["won too tree", "for fife"]
    private static let finalScript = ["One, two, three.", "Four, five."]

    /// Ann speaks in her five seconds, and Bob in his.
    private func fixture(_ source: RecognizerSource, _ decoding: DecodingClock.Queues) throws -> MeetingFixture {
        try MeetingFixture(
            names: ["Ann", "Bob"], length: .seconds(10),
            microphone: .init(sound: FakeAudioSystem.voice(during: [1...3, 6...8])),
            recognizer: source, clock: { DecodingClock(clock: $0, queues: decoding) })
    }

    private func source(_ gate: Gate) -> RecognizerSource {
        var source = RecognizerSource(key: "gated") { _ in GatedRecognizer(script: Self.finalScript, gate: gate) }
        source.partials = PartialSource(ScriptedRecognizer.source(script: Self.partialScript))
        return source
    }

    @Test func `come each in its time: a late final word delays no turn, no frame and no partial word`() async throws {
        let gate = Gate()
        let decoding = DecodingClock.Queues()
        let meeting = try fixture(source(gate), decoding)
        try await meeting.start()
        // Nothing is decoded before the meeting is nearly over.
        for _ in 0..<99 {
            meeting.clock.advance(by: .milliseconds(100))
            decoding.partials?.settle()
            meeting.clock.settle()
        }
        #expect(meeting.said { if case .transcriptFinal = $0 { true } else { false } }.isEmpty)
        let turns = meeting.said { if case .turnStarted = $0 { true } else { false } }
        #expect(turns.map(\.at) == [.zero, .seconds(5)])
        #expect(try #require(await meeting.session.recording).frames >= 48_000 * 9)
        let shown = meeting.session.status.partials
        #expect(shown.map(\.text) == Self.partialScript)
        #expect(shown.map(\.attendee) == meeting.plan.standup.attendees.map(\.id))

        gate.open()
        meeting.clock.advance(by: .seconds(1))
        await meeting.waitForEnd(decoding)
        let finals = meeting.said.compactMap { event in
            if case .transcriptFinal(let utterance) = event.kind { utterance } else { nil }
        }
        #expect(finals.map(\.text) == Self.finalScript)
        #expect(finals.map(\.attendee) == meeting.plan.standup.attendees.map(\.id))
        #expect(finals.allSatisfy { $0.recognizer == "gated" })
        #expect(meeting.meeting()?.transcript == finals)
        #expect(meeting.session.status.partials.isEmpty)
    }

    @Test func `of a recognizer without partial ones come as they did`() async throws {
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(5),
            microphone: .init(sound: FakeAudioSystem.voice(during: [1...3])),
            recognizer: ScriptedRecognizer.source(script: ["one two"]))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(6))
        let texts = meeting.said.compactMap {
            if case .transcriptPartial(_, let text, _) = $0.kind { text } else { nil }
        }
        #expect(texts == ["one", "one two"])
    }

    @Test func `stop when their recognizer fails, which is reported once, while the final words continue`()
        async throws
    {
        let gate = Gate()
        gate.open()
        let decoding = DecodingClock.Queues()
        var source = source(gate)
        source.partials = PartialSource(ScriptedRecognizer.source(script: Self.partialScript, failingAt: 0))
        let meeting = try fixture(source, decoding)
        try await meeting.start()
        for _ in 0..<100 {
            meeting.clock.advance(by: .milliseconds(100))
            decoding.partials?.settle()
            decoding.final?.settle()
            meeting.clock.settle()
        }
        await meeting.waitForEnd(decoding)
        let problems = meeting.said { if case .error(.partialsStopped) = $0 { true } else { false } }
        #expect(problems.count == 1)
        #expect(meeting.meeting()?.transcript.map(\.text) == Self.finalScript)
        #expect(meeting.meeting()?.transcribedUpTo == meeting.meeting()?.duration)
    }

    @Test func `are left out when they are late by ten seconds, and left to the end when they are by a minute`() throws
    {
        let clock = ManualClock()
        let recording = try InMemoryRecordings().create("late.wav", sampleRate: 16_000)
        @Sendable func worker() -> TranscriptionWorker {
            TranscriptionWorker(
                clock: clock, recording: recording, cues: nil,
                makeRecognizer: { _ in ScriptedRecognizer(script: []) }, signal: { _ in })
        }
        let seconds: [Int64] = [5, 11, 12, 59, 61, 300]
        let sheddings = Mutex<[[TranscriptionWorkers.LoadShedding?]]>([])
        // The workers share this queue, so they transcribe nothing while it is busy.
        clock.makeQueue("busy").async {
            for (backlog, canPause) in [(0, true), (100, true), (0, false)] as [(Int64, Bool)] {
                var transcription = TranscriptionWorkers(
                    worker: worker(), partials: worker(), sampleRate: 16_000, backlog: backlog * 16_000,
                    canPause: canPause)
                sheddings.withLock { $0.append(seconds.map { transcription.process(upTo: $0 * 16_000) }) }
            }
        }
        clock.settle()
        #expect(
            sheddings.withLock { $0 } == [
                [nil, .partialsStopped, nil, nil, .pausedUntilEnd, nil],
                // The backlog of an interrupted meeting does not mean that the machine is slow.
                [nil, .partialsStopped, nil, nil, nil, .pausedUntilEnd],
                // Without a recording nothing can be transcribed later.
                [nil, .partialsStopped, nil, nil, nil, nil],
            ])
    }

    @Test func `that are left to the end of the meeting are heard then`() throws {
        let clock = ManualClock()
        let recording = try InMemoryRecordings().create("late.wav", sampleRate: 16_000)
        let voice = FakeAudioSystem.voice(during: [1...3])
        let samples = (0..<64_000).map { voice(Double($0) / 16_000) }
        try samples.withUnsafeBufferPointer { try recording.append($0) }
        let heard = Mutex<[String]>([])
        let worker = TranscriptionWorker(
            clock: clock, recording: recording, cues: nil,
            makeRecognizer: { _ in ScriptedRecognizer(script: ["one two"]) },
            signal: { signal in
                if case .utterance(let utterance) = signal { heard.withLock { $0.append(utterance.text) } }
            })
        worker.rest()
        worker.process(upTo: 64_000)
        clock.settle()
        #expect(worker.lag == 64_000)
        worker.perform { $0.finish() }
        clock.settle()
        #expect(heard.withLock { $0 } == ["one two"])
        #expect(worker.lag == 0)
    }

    @Test func `learn that a recognizer failed on an utterance that another one transcribed`() async throws {
        let source = RecognizerSource(key: "fallback") { _ throws(RecognizerError) in
            try FallbackRecognizer(
                { ScriptedRecognizer(script: ["One, two, three."], failingAt: 0) },
                substitute: { ScriptedRecognizer(script: ["won too tree"]) })
        }
        let meeting = try MeetingFixture(
            names: ["Ann"], length: .seconds(5),
            microphone: .init(sound: FakeAudioSystem.voice(during: [1...3])), recognizer: source)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(6))
        let problems = meeting.said { if case .error(.substituted) = $0 { true } else { false } }
        #expect(problems.count == 1)
        #expect(meeting.meeting()?.transcript.map(\.text) == ["won too tree"])
        #expect(meeting.said { if case .recognizerFailed = $0 { true } else { false } }.isEmpty)
    }

    @Test func `of a recognizer that nobody chose come with a word on what is missing, once`() async throws {
        var source = ScriptedRecognizer.source(script: ["one two"])
        source.shortcoming = .unusable("no Whisper model for en; install one with: standup models install base")
        let meeting = try MeetingFixture(names: ["Ann"], length: .seconds(5), recognizer: source)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(6))
        let problems = meeting.said.compactMap { if case .error(let problem) = $0.kind { "\(problem)" } else { nil } }
        #expect(
            problems == [
                "PocketSphinx transcribes this meeting and gets a quarter to a third of the words wrong: "
                    + "no Whisper model for en; install one with: standup models install base"
            ])
        let silent = try MeetingFixture(
            names: ["Ann"], length: .seconds(5), recognizer: ScriptedRecognizer.source(script: ["one two"]))
        try await silent.start()
        silent.clock.advance(by: .seconds(6))
        #expect(silent.said { if case .error = $0 { true } else { false } }.isEmpty)
    }

    @Test func `without a recording are both heard, whichever recognizer is behind`() async throws {
        let gate = Gate()
        let decoding = DecodingClock.Queues()
        let meeting = try MeetingFixture(
            names: ["Ann", "Bob"], length: .seconds(10), isRecorded: false,
            microphone: .init(sound: FakeAudioSystem.voice(during: [1...3, 6...8])),
            recognizer: source(gate), clock: { DecodingClock(clock: $0, queues: decoding) })
        try await meeting.start()
        for _ in 0..<95 {
            meeting.clock.advance(by: .milliseconds(100))
            decoding.partials?.settle()
            meeting.clock.settle()
        }
        #expect(meeting.session.status.partials.map(\.text) == Self.partialScript)
        gate.open()
        meeting.clock.advance(by: .seconds(1))
        await meeting.waitForEnd(decoding)
        #expect(meeting.session.status.utterances.map(\.text) == Self.finalScript)
    }
}

extension MeetingFixture {
    /// Lets the recognizers finish, and returns when the meeting has ended.
    fileprivate func waitForEnd(_ decoding: DecodingClock.Queues) async {
        while end == nil {
            clock.settle()
            decoding.partials?.settle()
            decoding.final?.settle()
        }
        await session.waitUntilEnded()
    }
}

/// A clock whose decoding queues go their own way, as the machine's do.
private struct DecodingClock: MeetingClock {
    final class Queues: Sendable {
        private let made = Mutex<[String: WorkQueue]>([:])
        var final: WorkQueue? { made.withLock { $0["standup.decoding"] } }
        var partials: WorkQueue? { made.withLock { $0["standup.partials"] } }

        func make(_ label: String) -> WorkQueue {
            let queue = WorkQueue(label: label)
            made.withLock { $0[label] = queue }
            return queue
        }
    }

    let clock: ManualClock
    let queues: Queues

    var isVirtual: Bool { true }
    var now: Duration { clock.now }
    var nowWithSuspend: Duration { clock.nowWithSuspend }
    var nanosecondsSince1970: Int64 { clock.nanosecondsSince1970 }

    func makeQueue(_ label: String, inBackground: Bool) -> WorkQueue {
        inBackground ? queues.make(label) : clock.makeQueue(label, inBackground: inBackground)
    }

    func makeTimer(on queue: WorkQueue, handler: @escaping @Sendable () -> Void) -> any DeadlineTimer {
        clock.makeTimer(on: queue, handler: handler)
    }
}

/// A gate that blocks its callers until it is opened.
private final class Gate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func pass() {
        semaphore.wait()
        semaphore.signal()
    }
}

/// Hears a script, and decodes no utterance before its gate is open.
private final class GatedRecognizer: SpeechRecognizer {
    let name = "gated"
    let learnedState: [Float]? = nil
    private let gate: Gate
    private let recognizer: ScriptedRecognizer

    init(script: [String], gate: Gate) {
        self.gate = gate
        recognizer = ScriptedRecognizer(script: script)
    }

    func begin() { recognizer.begin() }

    func hear(_ samples: UnsafeBufferPointer<Int16>) throws(RecognizerError) -> String {
        _ = try recognizer.hear(samples)
        return ""
    }

    func end() -> [RecognizedWord] {
        gate.pass()
        return recognizer.end()
    }
}
