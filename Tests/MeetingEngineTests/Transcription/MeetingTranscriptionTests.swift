import MeetingModel
import StandupHistory
import StandupTesting
import Synchronization
import Testing
import TestSupport

@testable import MeetingEngine
@testable import MeetingHistory
@testable import Sound
@testable import StandupSpeech

/// Transcribing the recording of a saved meeting: all of it again, or only the rest.
@Suite(.timeLimit(.minutes(10))) struct `Transcribing a saved meeting` {
    private let store = SQLiteMeetingStore.temporary()
    private let recording: any RecordedAudio
    private let meeting: Meeting
    private let now = Timestamp(nanosecondsSince1970: 99)
    private static let rate = 16_000
    /// Six segments of speech.
    private static let sound: [Float] = {
        let voice = FakeAudioSystem.voice(during: [0...1.5])
        return (0..<20 * rate).map { frame in
            let time = Double(frame) / Double(rate)
            return [0.5, 4, 7, 11, 14.5, 17.5].reduce(0) { $0 + voice(time - $1) }
        }
    }()

    init() throws {
        let writer = try InMemoryRecordings().create("m.wav", sampleRate: Self.rate)
        try Self.sound.withUnsafeBufferPointer { try writer.append($0) }
        recording = writer
        let attendees = ["Ann", "Bob"].map { name in
            MeetingAttendee(id: Attendee.ID(rawValue: name), name: name, slot: .seconds(10), state: .spoke)
        }
        meeting = Meeting(
            id: Meeting.ID(rawValue: "m"), standupID: Standup.ID(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 1), state: .interrupted, duration: .seconds(20),
            attendees: attendees,
            turns: [
                Turn(attendee: attendees[0].id, start: .zero, end: .seconds(10)),
                Turn(attendee: attendees[1].id, start: .seconds(10), end: .seconds(20)),
            ],
            recording: Recording(fileName: "m.wav", sampleRate: Self.rate, frames: 20 * Int64(Self.rate)),
            transcript: [
                Utterance(
                    attendee: attendees[0].id, start: .seconds(1), end: .seconds(2), text: "live", recognizer: "live",
                    words: [])
            ], transcribedUpTo: .seconds(6))
        try store.begin(meeting)
    }

    private func transcription(_ recognition: SegmentRecognition) -> MeetingTranscription {
        MeetingTranscription(of: meeting, recording: recording, cues: nil, by: recognition, store: store)
    }

    /// The transcript of an uninterrupted run, in a separate history.
    private func expected() async throws -> [Utterance] {
        let other = SQLiteMeetingStore.temporary()
        try other.begin(meeting)
        let whole = MeetingTranscription(
            of: meeting, recording: recording, cues: nil, by: .measuring(), store: other)
        _ = try await whole.run(jobs: 1, now: { now })
        return try #require(try other.meeting(meeting.id)).transcript
    }

    @Test func `gives a new transcript by speaker, beside the old one`() async throws {
        let number = try await transcription(.measuring()).run(jobs: 2, now: { now })
        #expect(number == 2)
        let kept = try #require(try store.meeting(meeting.id))
        #expect(kept.transcript.count == 6)
        #expect(kept.transcript.map(\.attendee.rawValue) == ["Ann", "Ann", "Ann", "Bob", "Bob", "Bob"])
        #expect(kept.transcribedUpTo == .seconds(6))
        let versions = try store.transcriptVersions(of: meeting.id)
        #expect(versions.map(\.origin) == [.live, .recognizer("measure")])
        #expect(versions.last?.createdAt == now)
        #expect(try store.transcript(of: meeting.id, version: 1).map(\.utterance.text) == ["live"])
    }

    @Test func `of a meeting without a word becomes its own transcript, and there is no empty one beside it`()
        async throws
    {
        let store = SQLiteMeetingStore.temporary()
        var silent = meeting
        silent.transcript = []
        try store.begin(silent)
        let number = try await MeetingTranscription(
            of: silent, recording: recording, cues: nil, by: .measuring(), store: store
        ).run(jobs: 1, now: { now })
        #expect(number == 1)
        let kept = try #require(try store.meeting(meeting.id))
        #expect(kept.transcript.count == 6)
        #expect(kept.transcribedUpTo == .seconds(20), "nobody transcribes it again")
        #expect(try store.transcriptVersions(of: meeting.id).map(\.number) == [1])
        #expect(try store.draft("measure/1/en", of: meeting.id) == [])
    }

    @Test func `without any word keeps nothing, and the shown transcript stays`() async throws {
        let silence = try InMemoryRecordings().create("m.wav", sampleRate: Self.rate)
        try [Float](repeating: 0, count: 20 * Self.rate).withUnsafeBufferPointer { try silence.append($0) }
        let number = try await MeetingTranscription(
            of: meeting, recording: silence, cues: nil, by: .measuring(), store: store
        ).run(jobs: 1, now: { now })
        #expect(number == nil)
        #expect(try store.transcriptVersions(of: meeting.id).map(\.number) == [1])
        #expect(try store.meeting(meeting.id)?.transcript.map(\.text) == ["live"])
    }

    @Test(arguments: [1, 3, 5], [1, 2])
    func `continues where it stopped, with the same result`(stop: Int, jobs: Int) async throws {
        let expected = try await expected()
        let heard = HeardCount()
        await #expect(throws: RecognizerError.self) {
            _ = try await transcription(.measuring(count: heard, failingAfter: stop)).run(jobs: jobs, now: { now })
        }
        #expect(try store.transcriptVersions(of: meeting.id).count == 1)
        let parts = try store.draft("measure/1/en", of: meeting.id).count
        #expect(parts > 0 && parts < 6)
        let rest = HeardCount()
        _ = try await transcription(.measuring(count: rest)).run(jobs: jobs, now: { now })
        #expect(rest.value == 6 - parts)
        #expect(try #require(try store.meeting(meeting.id)).transcript == expected)
        #expect(try store.draft("measure/1/en", of: meeting.id) == [])
    }

    @Test func `keeps the words of a substitute, but hears the segment again when it is resumed`() async throws {
        let substitute = SegmentRecognition.measuring(name: "other")
        let failing = SegmentRecognition.measuring(failingOn: [2, 4]).substituted(by: substitute)
        await #expect(throws: CancellationError.self) {
            _ = try await transcription(failing)
                .run(
                    jobs: 1, now: { now },
                    report: { progress in
                        if progress.done > 14 * Int64(Self.rate) { withUnsafeCurrentTask { $0?.cancel() } }
                    })
        }
        let kept = try store.draft("measure/1/en", of: meeting.id)
        #expect(kept.count == 3 && kept.flatMap(\.utterances).allSatisfy { $0.recognizer == "measure" })
        let rest = HeardCount()
        let resumed = SegmentRecognition.measuring(count: rest, failingOn: [2]).substituted(by: substitute)
        _ = try await transcription(resumed).run(jobs: 1, now: { now })
        #expect(rest.value == 3)
        let transcript = try #require(try store.meeting(meeting.id)).transcript
        #expect(transcript.map(\.recognizer) == ["measure", "measure", "measure", "other", "measure", "measure"])
        #expect(try store.transcriptVersions(of: meeting.id).last?.origin == .recognizer("measure"))
    }

    @Test func `does not continue the transcript of another recording`() async throws {
        let stale = DraftPart(frames: 3..<999, utterances: [])
        let expected = try await expected()
        try store.keep(stale, in: "measure/1/en", of: meeting.id)
        _ = try await transcription(.measuring()).run(jobs: 1, now: { now })
        #expect(try #require(try store.meeting(meeting.id)).transcript == expected)
    }

    @Test func `ends with a clear error if the meeting is deleted meanwhile`() async throws {
        let store = store
        let id = meeting.id
        let recognition = SegmentRecognition.measuring { count in if count == 2 { try? store.deleteMeeting(id) } }
        await #expect(throws: HistoryError.noMeeting(id)) {
            _ = try await transcription(recognition).run(jobs: 1, now: { now })
        }
        #expect(try store.meeting(id) == nil)
    }

    @Test func `of an interrupted one adds the missing words`() async throws {
        let source = RecognizerSource(
            key: "x", make: { _ in ScriptedRecognizer(script: []) }, segments: .measuring())
        let late = LateTranscription(
            of: meeting, recording: recording, cues: nil, recognizer: source, store: store)
        #expect(meeting.awaitsTranscription)
        try await late.run()
        let kept = try #require(try store.meeting(meeting.id))
        #expect(!kept.awaitsTranscription)
        #expect(kept.transcript.map(\.attendee.rawValue) == ["Ann", "Ann", "Bob", "Bob", "Bob"])
        #expect(kept.transcript.dropFirst().allSatisfy { $0.start > .seconds(6) })
        #expect(try store.transcriptVersions(of: meeting.id).count == 1)
    }

    @Test func `of an interrupted one keeps partial results on failure, and continues from there`() async throws {
        let failing = RecognizerSource(
            key: "x", make: { _ in ScriptedRecognizer(script: []) }, segments: .measuring(failingAfter: 2))
        await #expect(throws: RecognizerError.self) {
            try await LateTranscription(
                of: meeting, recording: recording, cues: nil, recognizer: failing, store: store
            )
            .run()
        }
        let half = try #require(try store.meeting(meeting.id))
        #expect(half.transcript.count == 3)
        #expect((half.transcribedUpTo ?? .zero) > .seconds(13) && half.awaitsTranscription)
        let whole = RecognizerSource(
            key: "x", make: { _ in ScriptedRecognizer(script: []) }, segments: .measuring())
        try await LateTranscription(of: half, recording: recording, cues: nil, recognizer: whole, store: store).run()
        #expect(try #require(try store.meeting(meeting.id)).transcript.count == 5)
    }
}

/// The number of transcribed segments. [any thread]
private final class HeardCount: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}

/// Returns one word for each segment, its length, and fails on request.
private struct Measuring: SegmentRecognizer {
    let name: String
    let count: HeardCount
    let limit: Int?
    let failures: Set<Int>
    let before: @Sendable (Int) -> Void

    func recognize(_ segment: SpeechSegment) throws(RecognizerError) -> [RecognizedUtterance] {
        let number = count.next()
        before(number)
        if limit.map({ number > $0 }) ?? failures.contains(number) { throw .failed(name: name, reason: "on purpose") }
        let length = Int64(segment.samples.count)
        let word = RecognizedUtterance.Word(
            text: "\(length)", start: length / 4, end: length / 2, confidence: 0.1 + 0.2)
        return RecognizedUtterance(words: [word], recognizer: name).map { [$0] } ?? []
    }
}

extension SegmentRecognition {
    fileprivate static func measuring(
        name: String = "measure", count: HeardCount = HeardCount(), failingAfter limit: Int? = nil,
        failingOn failures: Set<Int> = [],
        before: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> SegmentRecognition {
        SegmentRecognition(name: name, key: "\(name)/1") { _ in
            Measuring(name: name, count: count, limit: limit, failures: failures, before: before)
        }
    }
}
