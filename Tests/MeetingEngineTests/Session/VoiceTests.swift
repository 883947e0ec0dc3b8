import MeetingModel
import Sound
import StandupHistory
@testable import StandupSpeech
import StandupTesting
import Synchronization
import Testing

@testable import MeetingEngine
@testable import MeetingHistory

@Suite struct `Voices in a meeting` {
    private static let model = "loudness"

    private final class Calls: Sendable {
        let count = Mutex(0)
    }

    /// Tells voices apart by their loudness: Ann is loud, Bob is not.
    private static func source(
        _ script: [String], counting calls: Calls? = nil, failing: Bool = false
    ) -> RecognizerSource {
        let voices = VoiceRecognition(key: model) { () throws(RecognizerError) in
            { samples throws(RecognizerError) in
                calls?.count.withLock { $0 += 1 }
                if failing { throw .failed(name: model, reason: "the test says so") }
                return voice((samples.max() ?? 0) > 6000 ? 0 : 1)
            }
        }
        return ScriptedRecognizer.source(script: script).expecting([], writesNumbers: false, voices: voices)
    }

    private static func voice(_ axis: Int) -> VoiceEmbedding {
        VoiceEmbedding((0..<VoiceEmbedding.size).map { $0 == axis ? 1 : 0 }, model: model)!
    }

    private static func sound(
        ann: [ClosedRange<Double>], bob: [ClosedRange<Double>]
    ) -> @Sendable (Double) -> Float {
        let (loud, quiet) = (FakeAudioSystem.voice(during: ann), FakeAudioSystem.voice(during: bob))
        return { loud($0) + 0.2 * quiet($0) }
    }

    private func profile(_ axis: Int) throws -> [Float] {
        let voice = try #require(Self.voice(axis).distinctive)
        return try #require(VoiceProfile(nil, hearing: [voice], seconds: 20)).numbers
    }

    private func know(_ meeting: MeetingFixture) throws {
        for (axis, attendee) in meeting.plan.standup.attendees.enumerated() {
            try meeting.store.saveRecognizerState(profile(axis), for: LearnedVoice.prefix(of: attendee.id) + Self.model)
        }
    }

    private func hold(_ meeting: MeetingFixture) async throws {
        try await meeting.start()
        meeting.clock.advance(by: .seconds(30))
    }

    /// Ann speaks in her turn and Bob asks something in it; then it is Bob's turn.
    private func interrupted(learnsVoices: Bool = true, source: RecognizerSource? = nil) throws -> MeetingFixture {
        try MeetingFixture(
            names: ["Ann", "Bob"], length: .seconds(24),
            microphone: .init(sound: Self.sound(ann: [1...4], bob: [6...8.5, 13...16])),
            recognizer: source ?? Self.source(["one two three", "who helps you", "four five six"]),
            learnsVoices: learnsVoices)
    }

    /// Each speaks only in the own turn.
    private func orderly() throws -> MeetingFixture {
        try MeetingFixture(
            names: ["Ann", "Bob"], length: .seconds(60),
            microphone: .init(sound: Self.sound(ann: [1...13, 15...27], bob: [31...43])),
            recognizer: Self.source(["one two three", "four five", "six seven"]), learnsVoices: true)
    }

    @Test func `are learned from turns in which nobody else spoke`() async throws {
        let meeting = try orderly()
        try await meeting.start()
        meeting.clock.advance(by: .seconds(70))
        let profiles = try meeting.plan.standup.attendees.map {
            try #require(
                meeting.store.voices(of: $0.id)[Self.model].flatMap { VoiceProfile(numbers: $0, model: Self.model) })
        }
        #expect(profiles.allSatisfy { $0.isKnown && $0.meetings == 1 })
        #expect(profiles[0].seconds > profiles[1].seconds)
        #expect(try #require(profiles[0].voice.similarity(to: profiles[1].voice)) < 0.3)
        #expect(try #require(meeting.meeting()).transcript.allSatisfy { !$0.isByVoice })
    }

    @Test func `give words to whoever said them`() async throws {
        let meeting = try interrupted()
        try know(meeting)
        try await hold(meeting)
        let transcript = try #require(meeting.meeting()).transcript
        let names = transcript.map { meeting.plan.standup.name(of: $0.attendee) }
        #expect(names == ["Ann", "Bob", "Bob"])
        #expect(transcript.map(\.isByVoice) == [false, true, false])
        #expect(transcript.map(\.text) == ["one two three", "who helps you", "four five six"])
        // Ann's turn was not hers alone.
        let bob = meeting.plan.standup.attendees[1].id
        #expect(try meeting.store.voices(of: meeting.plan.standup.attendees[0].id)[Self.model] == profile(0))
        #expect(try meeting.store.voices(of: bob)[Self.model] != profile(1))
        #expect(meeting.said { if case .transcriptFinal(let heard) = $0 { heard.isByVoice } else { false } }.count == 1)
    }

    @Test func `are compared with an utterance that somebody corrects`() async throws {
        let calls = Calls()
        let source = Self.source(["one two three", "who helps you", "four five six"], counting: calls)
        let meeting = try interrupted(learnsVoices: false, source: source)
        try await hold(meeting)
        let held = try #require(meeting.meeting())
        let recording = try meeting.recordings.reopen(try #require(held.recording).fileName, channels: 1)
        let voices = try #require(source.segments.voices)
        func likely(_ place: Int) throws -> [Attendee.ID] {
            try meeting.store.likelySpeakers(of: held.transcript[place], in: held, recording: recording, by: voices)
        }
        #expect(try likely(1).isEmpty && calls.count.withLock { $0 } == 0, "nobody's voice is known")
        try know(meeting)
        let (ann, bob) = (held.attendees[0].id, held.attendees[1].id)
        #expect(try likely(0) == [ann, bob] && likely(1) == [bob, ann])
    }

    @Test func `are not listened to unless the standup learns them`() async throws {
        let calls = Calls()
        let meeting = try interrupted(
            learnsVoices: false,
            source: Self.source(["one two three", "who helps you", "four five six"], counting: calls))
        try know(meeting)
        try await hold(meeting)
        #expect(calls.count.withLock { $0 } == 0)
        #expect(try #require(meeting.meeting()).transcript.allSatisfy { !$0.isByVoice })
    }

    @Test func `of those who refuse are not learned`() async throws {
        let meeting = try orderly()
        let bob = meeting.plan.standup.attendees[1].id
        try meeting.store.forgetVoice(of: bob, never: true)
        try await meeting.start()
        meeting.clock.advance(by: .seconds(70))
        #expect(try meeting.store.voices(of: bob) == [LearnedVoice.refusal: []])
        #expect(try meeting.store.voices(of: meeting.plan.standup.attendees[0].id).isEmpty == false)
    }

    @Test func `cost no word if their program fails`() async throws {
        let meeting = try interrupted(
            source: Self.source(["one two three", "who helps you", "four five six"], failing: true))
        try know(meeting)
        try await hold(meeting)
        let transcript = try #require(meeting.meeting()).transcript
        #expect(transcript.map(\.text) == ["one two three", "who helps you", "four five six"])
        let problems = meeting.said { if case .error(.voicesStopped) = $0 { true } else { false } }
        #expect(problems.count == 1)
        #expect(try meeting.store.voices(of: meeting.plan.standup.attendees[1].id)[Self.model] == profile(1))
    }

    @Test func `are told apart when the recording is transcribed again`() async throws {
        let meeting = try interrupted()
        try await hold(meeting)
        try know(meeting)
        let held = try #require(meeting.meeting())
        var standup = meeting.plan.standup
        try meeting.store.save(standup)
        func transcribed() async throws -> [Utterance] {
            let recording = try meeting.recordings.reopen(try #require(held.recording).fileName, channels: 1)
            let source = Self.source(["one two three", "who helps you", "four five six"])
            let version = try await MeetingTranscription(
                of: held, recording: recording, cues: nil, by: source.segments, store: meeting.store
            ).run(jobs: 1, now: { Timestamp(nanosecondsSince1970: 0) })
            return try meeting.store.transcript(of: held.id, version: try #require(version)).map(\.utterance)
        }
        #expect(try await transcribed().map(\.isByVoice).contains(true))
        standup.learnsVoices = false
        try meeting.store.save(standup)
        #expect(try await transcribed().map(\.isByVoice).contains(true) == false)
    }

    @Test func `are learned from a past meeting by the names under which its words stand`() async throws {
        let meeting = try interrupted(learnsVoices: false)
        try await hold(meeting)
        let held = try #require(meeting.meeting())
        let recording = try meeting.recordings.reopen(try #require(held.recording).fileName, channels: 1)
        let voices = try #require(Self.source([]).segments.voices)
        let (ann, bob) = (meeting.plan.standup.attendees[0].id, meeting.plan.standup.attendees[1].id)
        // As it stands, half of what is Ann's is Bob's.
        var corrected = held
        corrected.transcript[1] = try #require(held.transcript[1].corrected(attendee: bob))
        try meeting.store.learnVoices(from: corrected, recording: recording, by: voices)
        let profiles = try [ann, bob].map { id in
            try #require(
                meeting.store.voices(of: id)[Self.model].flatMap { VoiceProfile(numbers: $0, model: Self.model) })
        }
        #expect(try #require(profiles[0].voice.similarity(to: profiles[1].voice)) < 0.3)
        #expect(profiles[0].seconds < profiles[1].seconds, "Bob speaks in both turns")
    }
}
