import StandupHistory
import Testing
import TestSupport

@testable import MeetingEngine
@testable import MeetingHistory
@testable import MeetingModel
@testable import MeetingTiming
@testable import Sound
@testable import StandupSpeech
@testable import StandupTesting

/// Correction of final words: those that sound like a name or term are replaced by it.
@Suite(.timeLimit(.minutes(10))) struct `Vocabulary in a meeting` {
    @Test func `corrects live words, and keeps the original`() async throws {
        let meeting = try MeetingFixture(
            names: ["Kathryn"],
            length: .seconds(5),
            vocabulary: ["Grafana"],
            microphone: .init(sound: FakeAudioSystem.voice(during: [1...3])),
            recognizer: ScriptedRecognizer.source(script: ["katherine fixed the gruffana board"])
        )
        try await meeting.start()
        meeting.clock.advance(by: .seconds(6))
        await meeting.session.waitUntilEnded()
        let finals = meeting.said { if case .transcriptFinal = $0 { true } else { false } }
        guard case .transcriptFinal(let said)? = finals.first?.kind else {
            Issue.record("nothing was heard")
            return
        }
        #expect(said.text == "Kathryn fixed the Grafana board")
        let kept = try #require(meeting.meeting()?.transcript)
        #expect(kept == [said])
        #expect(kept[0].words.map(\.heard) == ["katherine", nil, nil, "gruffana", nil])
        #expect(zip(kept[0].words, kept[0].words.dropFirst()).allSatisfy { $0.end <= $1.start })
    }

    @Test(arguments: [true, false]) func `writes live numbers in digits if the recognizer's source does`(
        isWritten: Bool
    ) async throws {
        let source = ScriptedRecognizer.source(script: ["ticket four one seven is done"])
        let meeting = try MeetingFixture(
            names: ["Kathryn"], length: .seconds(5),
            microphone: .init(sound: FakeAudioSystem.voice(during: [1...3])),
            recognizer: source.expecting([], writesNumbers: isWritten))
        try await meeting.start()
        meeting.clock.advance(by: .seconds(6))
        await meeting.session.waitUntilEnded()
        let kept = try #require(meeting.meeting()?.transcript)
        #expect(kept.map(\.text) == [isWritten ? "ticket 417 is done" : "ticket four one seven is done"])
        #expect(kept.flatMap(\.words).compactMap(\.heard) == (isWritten ? ["four one seven"] : []))
    }

    private static let rate = 16_000

    /// A meeting of 4 s with speech, and its standup.
    private func held(attendee: String = "a") throws -> (SQLiteMeetingStore, Meeting, any RecordedAudio) {
        let voice = FakeAudioSystem.voice(during: [1...2.5])
        let sound = (0..<4 * Self.rate).map { voice(Double($0) / Double(Self.rate)) }
        let recording = try InMemoryRecordings().create("m.wav", sampleRate: Self.rate)
        try sound.withUnsafeBufferPointer { try recording.append($0) }
        let standup = Standup(id: Standup.ID(rawValue: "s"), title: "Daily", vocabulary: ["Grafana"])
        let attendee = MeetingAttendee(
            id: Attendee.ID(rawValue: attendee), name: "Kathryn", slot: .seconds(4), state: .spoke)
        let meeting = Meeting(
            id: Meeting.ID(rawValue: "m"), standupID: standup.id, title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 1), state: .interrupted, duration: .seconds(4),
            attendees: [attendee], turns: [Turn(attendee: attendee.id, start: .zero, end: .seconds(4))],
            recording: Recording(fileName: "m.wav", sampleRate: Self.rate, frames: 4 * Int64(Self.rate)),
            transcribedUpTo: .zero)
        let store = SQLiteMeetingStore.temporary()
        try store.save(standup)
        try store.begin(meeting)
        return (store, meeting, recording)
    }

    private func check(_ transcript: [Utterance]) {
        #expect(transcript.map(\.text) == ["Kathryn likes Grafana"])
        #expect(transcript.first?.words.map(\.heard) == ["katherine", nil, "gruffana"])
    }

    @Test func `corrects the later transcript of an interrupted meeting`() async throws {
        let (store, meeting, recording) = try held()
        let source = RecognizerSource(key: "x", make: { _ in ScriptedRecognizer(script: []) }, segments: .saying)
        try await LateTranscription(of: meeting, recording: recording, cues: nil, recognizer: source, store: store)
            .run()
        check(try #require(try store.meeting(meeting.id)).transcript)
    }

    @Test func `corrects a new transcript`() async throws {
        let (store, meeting, recording) = try held()
        _ = try await MeetingTranscription(
            of: meeting, recording: recording, cues: nil, by: .saying, store: store
        )
        .run(jobs: 2, now: { Timestamp(nanosecondsSince1970: 2) })
        check(try #require(try store.meeting(meeting.id)).transcript)
    }

    @Test func `does not take the unknown speaker of an import for a name`() async throws {
        let (store, meeting, recording) = try held(attendee: "s")
        _ = try await MeetingTranscription(
            of: meeting, recording: recording, cues: nil, by: .saying, store: store
        )
        .run(jobs: 2, now: { Timestamp(nanosecondsSince1970: 2) })
        #expect(try #require(try store.meeting(meeting.id)).transcript.map(\.text) == ["katherine likes Grafana"])
    }

    @Test func `corrects a speech server's words`() async throws {
        let (store, meeting, recording) = try held()
        let turns = TurnTranscription(
            queued: QueuedTranscript(meeting: meeting.id, draft: "d"), recognition: .saying, cues: nil, store: store,
            open: { _ in recording }, prompt: { _ in "" })
        #expect(try await turns.run(now: { Timestamp(nanosecondsSince1970: 2) }) == .complete)
        check(try #require(try store.meeting(meeting.id)).transcript)
    }
}

/// Hears the same in each segment.
private struct Saying: SegmentRecognizer {
    let name = "saying"

    func recognize(_ segment: SpeechSegment) throws(RecognizerError) -> [RecognizedUtterance] {
        let length = Int64(segment.samples.count) / 3
        let words = ["katherine", "likes", "gruffana"].enumerated()
            .map { index, text in
                RecognizedUtterance.Word(
                    text: text, start: Int64(index) * length, end: Int64(index + 1) * length, confidence: 0.5)
            }
        return RecognizedUtterance(words: words, recognizer: name).map { [$0] } ?? []
    }
}

extension SegmentRecognition {
    fileprivate static let saying = SegmentRecognition(name: "saying", key: "saying") { _ in Saying() }
}
