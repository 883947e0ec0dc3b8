import Glibc
import GRDB
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupFeatures
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `Deleting a meeting for good` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
    }

    /// Words that are nowhere else, one for each place in which a meeting's words are.
    private static let words = [
        "titlequartz", "noteonyx", "livegarnet", "wordberyl", "heardtopaz", "servernacre", "correctedopal",
        "draftamber", "queuejasper", "ownerpearl",
    ]
    /// A word that was being typed.
    private static let typed = "typedjade"

    /// A meeting with a word in each place.
    private func hold() throws -> Meeting {
        var meeting = Seed.meeting(2)
        meeting = Meeting(
            id: meeting.id, standupID: meeting.standupID, title: "titlequartz", startedAt: meeting.startedAt,
            state: .finished, duration: meeting.duration,
            attendees: meeting.attendees
                + [MeetingAttendee(id: .init(rawValue: "x"), name: "ownerpearl", slot: .zero, state: .absent)],
            turns: meeting.turns,
            transcript: [utterance("livegarnet", word: "wordberyl", heard: "heardtopaz")])
        try seed.hold(meeting)
        let store = seed.store
        try store.record([.note("noteonyx")], in: meeting.id)
        _ = try store.addTranscript(
            [utterance("servernacre")], to: meeting.id, recognizer: "server", at: meeting.startedAt)
        let kept = try store.transcript(of: meeting.id, version: 1)
        _ = try store.correctTranscript(
            of: meeting.id, version: 1, [UtteranceCorrection(utterance: kept[0].id, text: "correctedopal")],
            at: meeting.startedAt)
        try store.keep(
            DraftPart(frames: 0..<9, utterances: [utterance("draftamber")]), in: "queuejasper", of: meeting.id)
        try store.queueTranscript(QueuedTranscript(meeting: meeting.id, draft: "queuejasper"))
        return meeting
    }

    /// Leaves what an application that was killed had not saved.
    private func leaveCorrections(of meeting: Meeting) throws {
        let utterance = try seed.store.transcript(of: meeting.id, version: 1)[0].id
        var pending = PendingCorrections(of: 1, current: 1)
        pending.typed = UtteranceCorrection(utterance: utterance, text: Self.typed)
        var corrections = SavedCorrections(text: nil)
        corrections[meeting.id] = pending
        FilePreferences(folder: seed.folder, configuration: standup.Configuration()).keep(
            corrections.text, for: .corrections)
    }

    private func utterance(_ text: String, word: String? = nil, heard: String? = nil) -> Utterance {
        Utterance(
            attendee: Seed.ann.id, start: .seconds(1), end: .seconds(2), text: text, recognizer: "pocketsphinx",
            words: [
                Word(text: word ?? text, start: .seconds(1), end: .seconds(2), confidence: 1, heard: heard)
            ])
    }

    /// The words and the sound that are in some file of the data folder.
    private func found() throws -> Set<String> {
        var found: Set<String> = []
        // A second of the second turn, as the recording holds it.
        let sound = [UInt8](repeating: 0, count: 64).enumerated().map { $0.offset % 2 == 0 ? 0 : 0x20 as UInt8 }
        for path in files(below: program.data) {
            let bytes = try TestSupport.bytes(of: path)
            for word in Self.words + [Self.typed] where find(Array(word.utf8), in: bytes) { found.insert(word) }
            if find(sound, in: bytes) { found.insert("sound") }
        }
        return found
    }

    @Test(arguments: ["delete-meeting", "delete"])
    func `leaves neither a word nor a sound of it in any file`(_ command: String) throws {
        let meeting = try hold()
        try leaveCorrections(of: meeting)
        #expect(try found() == Set(Self.words + ["sound", Self.typed]), "all of it was there")
        let what = command == "delete" ? "Daily" : meeting.id.rawValue
        let result = try program.run(command, what, "--yes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try found() == [])
        #expect(names(in: seed.folder.recordingsPath) == [])
    }

    @Test func `after the application's undo has gone, too`() throws {
        let meeting = try hold()
        let library = DataFolderLibrary(folder: seed.folder) { _ in }
        _ = try library.open()
        try library.delete(.meeting(meeting.id))
        #expect(try found().contains("sound"), "it can be brought back")
        library.close()
        #expect(try found() == [])
    }

    @Test func `with a transcript that is deleted go its words`() throws {
        let meeting = try hold()
        let result = try program.run("transcripts", meeting.id.rawValue, "--delete", "2", "--yes")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try !found().contains("servernacre"))
        #expect(try found().contains("livegarnet"))
    }

    @Test func `while another program reads the database it is said, and erased once that has closed`() throws {
        let meeting = try hold()
        let path = seed.folder.databasePath
        var configuration = GRDB.Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        try reader.writeWithoutTransaction { try $0.execute(sql: "BEGIN; SELECT count(*) FROM meeting") }
        let note = "standup: note: deleted words are still in \(path), as another program reads it"
        let deleted = try program.run("delete-meeting", meeting.id.rawValue, "--yes")
        #expect(deleted.status == 0)
        #expect(deleted.errorLines.filter { $0.hasPrefix(note) }.count == 1, "\(deleted.errors)")
        // Another process looks: to close the files here would free the reader's locks, which are this process's.
        let looked = try program.run(program: "/usr/bin/grep", ["-rqa", "livegarnet", program.data])
        #expect(looked.status == 0, "the words are there for anybody who reads the file, and every command says so")
        #expect(try program.run("list").errors.contains(note))
        let doctor = try program.run("doctor", "--data")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("wrong   history"), "\(doctor.output)")
        #expect(doctor.output.contains("deleted words are still in the file"))
        try reader.writeWithoutTransaction { try $0.execute(sql: "COMMIT") }
        #expect(try program.run("list").errors == "")
        #expect(try found() == [])
        #expect(try program.run("doctor", "--data").status == 0)
    }

    @Test func `a history that was set aside keeps it, which is reported`() throws {
        let meeting = try hold()
        try write("wordberyl", to: seed.folder.databasePath + ".unreadable-2026-11-21-1")
        let result = try program.run("delete-meeting", meeting.id.rawValue, "--yes")
        #expect(result.status == 0)
        #expect(result.errors.contains("standup.db.unreadable-2026-11-21-1"))
        #expect(try found() == ["wordberyl"])
    }
}
