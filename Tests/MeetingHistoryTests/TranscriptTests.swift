import MeetingHistory
import MeetingModel
import StandupHistory
import StandupTesting
import Testing

/// What the history makes of several transcripts of one meeting.
@Suite struct TranscriptTests {
    let folder: TemporaryFolder
    private let now = Timestamp(nanosecondsSince1970: 77)

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A live meeting with three utterances.
    private func filled() throws -> SQLiteMeetingStore {
        let store = try folder.open()
        try store.begin(.full("bystander"))
        try store.begin(.sample("m", at: 5))
        for (seconds, text) in [(3.0, "three"), (1, "one"), (2, "two")] {
            try store.record([.utterance(.sample(at: seconds, text: text))], in: "m")
        }
        return store
    }

    private func texts(_ store: any MeetingStore, _ version: Int? = nil) throws -> [String] {
        if let version { return try store.transcript(of: "m", version: version).map(\.utterance.text) }
        return try #require(try store.meeting("m")).transcript.map(\.text)
    }

    @Test func `A meeting has the transcript that was written during it`() throws {
        let store = try filled()
        let started = Timestamp(nanosecondsSince1970: 5_000_000_000)
        #expect(
            try store.transcriptVersions(of: "m") == [
                TranscriptVersion(number: 1, createdAt: started, origin: .live, isCurrent: true)
            ]
        )
        #expect(try store.transcriptVersions(of: "gone") == [])
        let kept = try store.transcript(of: "m", version: 1)
        #expect(kept.map(\.utterance) == (try store.meeting("m"))?.transcript)
        #expect(Set(kept.map(\.id)).count == 3)
        // Each keeps its number, even if others are inserted before it.
        try store.record([.utterance(.sample(at: 0, text: "zero"))], in: "m")
        let more = try store.transcript(of: "m", version: 1)
        #expect(more.map(\.utterance.text) == ["zero", "one", "two", "three"])
        #expect(Array(more.dropFirst()) == kept)
    }

    @Test func `A correction makes a new transcript, and the earlier one stays as it was`() throws {
        let store = try filled()
        let before = try store.transcript(of: "m", version: 1)
        let corrections = [
            UtteranceCorrection(utterance: before[1].id, text: "2"),
            UtteranceCorrection(utterance: before[2].id, attendee: "1"),
        ]
        #expect(try store.correctTranscript(of: "m", version: 1, corrections, at: now) == 2)
        #expect(try texts(store) == ["one", "2", "three"])
        #expect(try store.meeting("m")?.transcript.map(\.attendee) == ["0", "0", "1"])
        #expect(try store.transcript(of: "m", version: 1) == before)
        let after = try store.transcript(of: "m", version: 2)
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after[0] == before[0])
        #expect(
            try store.transcriptVersions(of: "m").last
                == TranscriptVersion(number: 2, createdAt: now, origin: .correction(of: 1), isCurrent: true)
        )
        #expect(try store.transcriptVersions(of: "m").map(\.isCurrent) == [false, true])
        #expect(try store.meeting("bystander") == .full("bystander"))
        #expect(try store.meetingWithoutWords("m")?.transcript.map(\.text) == ["one", "2", "three"])
    }

    @Test func `Later utterances are added to a correction too, and to every correction of it`() throws {
        let store = try filled()
        let ids = try store.transcript(of: "m", version: 1).map(\.id)
        _ = try store.correctTranscript(of: "m", version: 1, [.init(utterance: ids[0], text: "1")], at: now)
        try store.record([.utterance(.sample(at: 2.5, text: "late"))], in: "m")
        #expect(try texts(store) == ["1", "two", "late", "three"])
        #expect(try texts(store, 1) == ["one", "two", "late", "three"])
        #expect(try store.transcript(of: "m", version: 1).map(\.id) == store.transcript(of: "m", version: 2).map(\.id))
        let late = try store.transcript(of: "m", version: 2)[2].id
        #expect(try store.correctTranscript(of: "m", version: 2, [.init(utterance: late, text: "soon")], at: now) == 3)
        try store.record([.utterance(.sample(at: 9, text: "end"))], in: "m")
        #expect(try texts(store) == ["1", "two", "soon", "three", "end"])
        #expect(try texts(store, 2) == ["1", "two", "late", "three", "end"])
        #expect(try texts(store, 1) == ["one", "two", "late", "three", "end"])
    }

    @Test func `Later utterances of the meeting are not added to another recognizer's transcript`() throws {
        let store = try filled()
        let better = [Utterance.sample(at: 1, text: "ONE"), .sample(at: 0.5, text: "HALF")]
        #expect(try store.addTranscript(better, to: "m", recognizer: "whisper é\0", at: now) == 2)
        try store.record([.utterance(.sample(at: 9, text: "end"))], in: "m")
        #expect(try texts(store) == ["HALF", "ONE"])
        let id = try store.transcript(of: "m", version: 2)[1].id
        #expect(try store.correctTranscript(of: "m", version: 2, [.init(utterance: id, text: "1")], at: now) == 3)
        try store.record([.utterance(.sample(at: 10, text: "after"))], in: "m")
        #expect(try texts(store) == ["HALF", "1"])
        #expect(try texts(store, 1) == ["one", "two", "three", "end", "after"])
        #expect(
            try store.transcriptVersions(of: "m").map(\.origin) == [
                .live, .recognizer("whisper é\0"), .correction(of: 2),
            ]
        )
    }

    @Test func `Any transcript can become the current one again`() throws {
        let store = try filled()
        _ = try store.addTranscript([], to: "m", recognizer: "none", at: now)
        #expect(try texts(store) == [])
        try store.chooseTranscript(of: "m", version: 1, at: now)
        #expect(try texts(store) == ["one", "two", "three"])
        #expect(try store.transcriptVersions(of: "m").map(\.isCurrent) == [true, false])
        try store.chooseTranscript(of: "m", version: 2, at: now)
        #expect(try texts(store) == [])
    }

    @Test func `A transcript that is neither current nor being written can be deleted; its number is not reused`()
        throws
    {
        let store = try filled()
        _ = try store.addTranscript([.sample(at: 1, text: "two")], to: "m", recognizer: "a", at: now)
        _ = try store.addTranscript([.sample(at: 1, text: "3")], to: "m", recognizer: "b", at: now)
        #expect(throws: HistoryError.transcriptInUse("m", version: 3)) {
            try store.deleteTranscript(of: "m", version: 3)
        }
        #expect(throws: HistoryError.transcriptInUse("m", version: 1)) {
            try store.deleteTranscript(of: "m", version: 1)
        }
        try store.chooseTranscript(of: "m", version: 2, at: now)
        try store.deleteTranscript(of: "m", version: 3)
        #expect(try store.transcriptVersions(of: "m").map(\.number) == [1, 2])
        #expect(try store.addTranscript([], to: "m", recognizer: "c", at: now) == 4)
        try store.record([.state(.finished, duration: .seconds(9))], in: "m")
        try store.deleteTranscript(of: "m", version: 1)
        #expect(try store.transcriptVersions(of: "m").map(\.number) == [2, 4])
        #expect(throws: HistoryError.noTranscript("m", version: 1)) { try store.transcript(of: "m", version: 1) }
        try store.chooseTranscript(of: "m", version: 2, at: now)
        #expect(try texts(store) == ["two"])
    }

    @Test func `Late utterances are added to a correction even if its original is deleted`() throws {
        let store = try filled()
        try store.record([.state(.interrupted, duration: .seconds(9))], in: "m")
        let ids = try store.transcript(of: "m", version: 1).map(\.id)
        _ = try store.correctTranscript(of: "m", version: 1, [.init(utterance: ids[0], text: "1")], at: now)
        try store.deleteTranscript(of: "m", version: 1)
        try store.record([.utterance(.sample(at: 8, text: "late"))], in: "m")
        #expect(try texts(store) == ["1", "two", "three", "late"])
        #expect(Set(try store.transcript(of: "m", version: 2).map(\.id)).count == 4)
        try store.begin(.sample("m"))
        #expect(try store.transcriptVersions(of: "m").map(\.number) == [1])
        #expect(try texts(store) == [])
    }

    @Test func `A correction that changes nothing makes no transcript; one of a missing utterance is an error`() throws
    {
        let store = try filled()
        let id = try store.transcript(of: "m", version: 1)[0].id
        for corrections: [UtteranceCorrection] in [
            [], [.init(utterance: -1, text: "x")], [.init(utterance: id)],
            [.init(utterance: id, text: "one", attendee: "0")],
        ] {
            #expect(try store.correctTranscript(of: "m", version: 1, corrections, at: now) == 1)
        }
        #expect(try store.transcriptVersions(of: "m").count == 1)
        #expect(throws: HistoryError.noTranscript("m", version: 2)) {
            try store.correctTranscript(of: "m", version: 2, [], at: now)
        }
        #expect(throws: HistoryError.noTranscript("m", version: 0)) { try store.transcript(of: "m", version: 0) }
        #expect(throws: HistoryError.noTranscript("m", version: 7)) {
            try store.chooseTranscript(of: "m", version: 7, at: now)
        }
        #expect(throws: HistoryError.noMeeting("gone")) {
            try store.addTranscript([], to: "gone", recognizer: "x", at: now)
        }
        #expect(throws: HistoryError.noMeeting("gone")) {
            try store.correctTranscript(of: "gone", version: 1, [], at: now)
        }
        #expect(throws: HistoryError.noMeeting("gone")) { try store.deleteTranscript(of: "gone", version: 1) }
    }

    @Test func `A correction to an empty text removes the utterance; later corrections build on earlier ones`() {
        let kept = ["a", "b"].enumerated()
            .map { NumberedUtterance(id: Int64($0), utterance: .sample(at: Double($0), text: $1)) }
        let corrected = kept.corrected(by: [
            .init(utterance: 0, text: " \n"), .init(utterance: 1, text: "c"), .init(utterance: 1, attendee: "9"),
            .init(utterance: 0, text: "back"),
        ])
        #expect(corrected.map(\.id) == [1])
        #expect(corrected.map(\.utterance.text) == ["c"])
        #expect(corrected.map(\.utterance.attendee) == ["9"])
    }

    // MARK: Turns of others

    @Test func `The turns of an attendee become another's, in all transcripts and points`() throws {
        let store = try folder.open()
        try store.begin(.full("bystander"))
        try store.begin(.full("m"))
        let first = try #require(try store.transcript(of: "m", version: 1).first)
        _ = try store.correctTranscript(
            of: "m", version: 1, [UtteranceCorrection(utterance: first.id, text: "done")], at: now)
        try store.keep(DraftPart(frames: 0..<9, utterances: [.sample(at: 1)]), in: "d", of: "m")
        let findings = try store.findings()
        let (before, bystander) = (try #require(try store.meeting("m")), try store.meeting("bystander"))

        let dora = Attendee(id: "d", name: "Dora")
        #expect(try store.giveTurns(of: "0", to: dora, keeps: true, in: "m"))
        var expected = before
        expected.attendees = before.attendees.givingTurns(of: "0", to: dora, keeps: true)
        expected.turns = [Turn(attendee: "d", start: .zero, end: .seconds(8)), before.turns[1]]
        let after = try #require(try store.meeting("m"))
        #expect(after.attendees == expected.attendees && after.turns == expected.turns)
        #expect(after.attendees.map(\.name) == ["Dora", "Ann", "Bob"])
        #expect(after.transcript.map(\.attendee) == ["d", "1"] && after.points.map(\.attendee) == ["d", "1"])
        #expect(after.transcript.map(\.text) == ["done", "and today"])
        #expect(try store.transcript(of: "m", version: 1).map(\.utterance.attendee) == ["d", "1"])
        // A transcription that goes on would give its words to the first one.
        #expect(try store.draft("d", of: "m") == [])
        #expect(try store.meeting("bystander") == bystander)
        #expect(try store.findings() == findings)

        #expect(try store.giveTurns(of: "d", to: Attendee(id: "1", name: "Bob"), keeps: false, in: "m"))
        let joined = try #require(try store.meeting("m"))
        #expect(joined.attendees.map(\.name) == ["Bob", "Ann"] && Set(joined.turns.map(\.attendee)) == ["1"])
        #expect(joined.attendees[0].used == .seconds(8) && joined.attendees[0].state == .spoke)
        #expect(try store.giveTurns(of: "1", to: Attendee(id: "1", name: "Rob"), keeps: false, in: "m"))
        #expect(try store.meeting("m")?.attendees.map(\.name) == ["Rob", "Ann"])
        #expect(try store.meeting("m")?.turns == joined.turns)
        #expect(throws: HistoryError.noMeeting("gone")) {
            try store.giveTurns(of: "0", to: dora, keeps: true, in: "gone")
        }
    }
}
