import Foundation
import GRDB
import MeetingModel
import StandupTesting
import Testing

@testable import MeetingHistory
@testable import StandupHistory

/// What the history keeps of voices.
@Suite struct VoiceTests {
    private let folder: TemporaryFolder
    private let ann = Standup.sample("s").attendees[0].id
    private let bob = Standup.sample("s").attendees[1].id

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Numbers that occur nowhere else.
    private func numbers(_ seed: Float) -> [Float] { (0..<194).map { seed + Float($0) / 1009 } }

    /// Whether any eight of the numbers, one after the other, are in any file of the folder.
    private func isLeft(_ numbers: [Float]) throws -> Bool {
        let files = try folder.bytes()
        return stride(from: 0, to: numbers.count - 8, by: 8)
            .contains { start in
                let bytes = numbers[start..<start + 8].flatMap { value in
                    withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) }
                }
                return files.range(of: Data(bytes)) != nil
            }
    }

    private func learned() throws -> SQLiteMeetingStore {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.save(.sample("s"))
        for (id, seed) in [(ann, Float(1)), (bob, 2)] {
            try store.saveRecognizerState(numbers(seed), for: LearnedVoice.prefix(of: id) + "some/model/1")
        }
        return store
    }

    @Test func `Voices are found by attendee`() throws {
        let store = try learned()
        try store.saveRecognizerState([1], for: "pocketsphinx/en-us/Microphone")
        #expect(try store.voices(of: ann) == ["some/model/1": numbers(1)])
        #expect(try store.voices(of: bob) == ["some/model/1": numbers(2)])
        #expect(try store.voices(of: "nobody").isEmpty)
    }

    @Test func `Forgetting leaves none of the numbers in any file`() throws {
        let store = try learned()
        // A profile that was replaced is in the log, too.
        try store.saveRecognizerState(numbers(3), for: LearnedVoice.prefix(of: ann) + "some/model/1")
        #expect(try isLeft(numbers(3)) && isLeft(numbers(2)))
        try store.forgetVoice(of: ann, never: false)
        #expect(try store.voices(of: ann).isEmpty)
        #expect(try !isLeft(numbers(1)) && !isLeft(numbers(3)))
        #expect(try isLeft(numbers(2)))
        try store.saveRecognizerState(numbers(4), for: LearnedVoice.prefix(of: ann) + "some/model/1")
        #expect(try store.voices(of: ann) == ["some/model/1": numbers(4)])
    }

    @Test func `A voice that is refused is not kept, until it is allowed`() throws {
        let store = try learned()
        try store.forgetVoice(of: ann, never: true)
        try store.saveRecognizerState(numbers(4), for: LearnedVoice.prefix(of: ann) + "some/model/1")
        #expect(try store.voices(of: ann) == [LearnedVoice.refusal: []])
        #expect(try !isLeft(numbers(1)) && !isLeft(numbers(4)))
        try store.saveRecognizerState(numbers(5), for: LearnedVoice.prefix(of: bob) + "some/model/1")
        #expect(try store.voices(of: bob) == ["some/model/1": numbers(5)])
        try store.allowVoice(of: ann)
        try store.saveRecognizerState(numbers(6), for: LearnedVoice.prefix(of: ann) + "some/model/1")
        #expect(try store.voices(of: ann) == ["some/model/1": numbers(6)])
        try store.allowVoice(of: ann)
        #expect(try store.voices(of: ann) == ["some/model/1": numbers(6)])
    }

    @Test func `Whoever leaves the standup is forgotten, and all with the standup`() throws {
        let store = try learned()
        var standup = Standup.sample("s")
        standup.attendees.removeAll { $0.id == bob }
        try store.save(standup)
        #expect(try store.voices(of: bob).isEmpty && !store.voices(of: ann).isEmpty)
        #expect(try store.finishErasure(within: .seconds(5)))
        #expect(try !isLeft(numbers(2)) && isLeft(numbers(1)))
        try store.deleteStandup("s")
        #expect(try store.voices(of: ann).isEmpty && !isLeft(numbers(1)))
    }

    @Test func `A history of the first version knows no voices`() throws {
        do {
            let store = try SQLiteMeetingStore(path: folder.database, schema: Schema(migrations: []))
            store.close()
        }
        let queue = try DatabaseQueue(path: folder.database)
        try queue.write { database in
            try database.execute(
                sql: """
                    INSERT INTO standup (id, title, length, theme, at_slot_end, time_sharing, warnings, warning_sounds, language)
                    VALUES ('s', 'Daily', 60000000000, 'navy', 'advance', 'fixed', '', 0, 'en')
                    """)
        }
        try queue.close()
        let store = try SQLiteMeetingStore(path: folder.database)
        var standup = try #require(store.standups().first)
        #expect(!standup.learnsVoices)
        standup.learnsVoices = true
        try store.save(standup)
        #expect(try store.standups() == [standup])
    }

    @Test func `Whom a voice was found to be stays with the words`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        var meeting = Meeting.full("m")
        var heard = Utterance.sample(at: 1, text: "hello")
        heard.isByVoice = true
        meeting.transcript = []
        try store.begin(meeting)
        try store.record([.utterance(heard)], in: "m")
        #expect(try store.meeting("m")?.transcript.map(\.isByVoice) == [true])
        #expect(heard.corrected(attendee: ann)?.isByVoice == false)
        #expect(heard.corrected(text: "hallo")?.isByVoice == true)
    }
}
