import Foundation
import MeetingHistory
import MeetingModel
import StandupTesting

@testable import StandupHistory

/// Histories as copies of a team's, against a server in memory.
class TeamCopies {
    let folder: String
    let database = InMemoryTeamServer()

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/team-copy-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try database.connection(of: "ann").createTables()
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func copy(of member: String) throws -> SQLiteMeetingStore {
        let store = try SQLiteMeetingStore(path: "\(folder)/\(member).db")
        try store.join(database.connection(of: member).identity(), at: "memory", named: "laptop")
        return store
    }

    @discardableResult
    func sync(_ store: SQLiteMeetingStore, as member: String, _ consent: TeamSync.Consent = []) throws
        -> TeamSync.Summary
    {
        try TeamSync(store, with: database.connection(of: member)).run(consent: consent)
    }

    /// Synchronizes copies one after another.
    func sync(_ copies: (store: SQLiteMeetingStore, member: String)...) throws {
        for copy in copies { try sync(copy.store, as: copy.member) }
    }

    func standup(shared: Bool = true) -> Standup {
        Standup(title: "Daily", attendees: [Attendee(name: "Ann"), Attendee(name: "Ben")], isShared: shared)
    }

    func hold(_ standup: Standup, in store: SQLiteMeetingStore, saying text: String = "secret words") throws
        -> Meeting.ID
    {
        let id = Meeting.ID()
        try store.begin(
            Meeting(
                id: id, standupID: standup.id, title: standup.title, startedAt: .now,
                attendees: standup.attendees.map { MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(9)) }))
        try store.record(
            [
                .turnStarted(standup.attendees[0].id, at: .zero),
                .utterance(
                    Utterance(
                        attendee: standup.attendees[0].id, start: .zero, end: .seconds(1), text: text,
                        recognizer: "test", words: [Word(text: text, start: .zero, end: .seconds(1), confidence: 1)])),
                .note("private"),
            ], in: id)
        return id
    }

    func finish(_ id: Meeting.ID, in store: SQLiteMeetingStore) throws {
        try store.record([.turnEnded(at: .seconds(2)), .state(.finished, duration: .seconds(2))], in: id)
    }

    /// Ann's and Ben's copies, a standup that they share, and a meeting that Ann has held and both know.
    func copiesWithMeeting(saying text: String = "secret words") throws
        -> (ann: SQLiteMeetingStore, ben: SQLiteMeetingStore, standup: Standup, meeting: Meeting.ID)
    {
        let (ann, ben) = (try copy(of: "ann"), try copy(of: "ben"))
        let standup = standup()
        try ann.save(standup)
        let meeting = try hold(standup, in: ann, saying: text)
        try ann.record([.state(.finished, duration: .seconds(5))], in: meeting)
        try sync(ann, as: "ann")
        try sync(ben, as: "ben")
        return (ann, ben, standup, meeting)
    }
}
