import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Team

/// A device of a team, which obeys a command on each line: `create` makes the team, `share` shares all standups, `join` joins,
/// `hold COUNT` adds so many meetings of 500 words, `edit NUMBER` changes a standup's length, `sync` synchronizes.
///
/// Each is answered with its seconds; after a synchronization also the numbers of changes that were sent and received.
struct Team {
    let store: SQLiteMeetingStore
    let address: String

    func obey() throws {
        let server = PostgreSQLTeamServer(at: try PostgreSQLAddress(address))
        while let line = readLine() {
            let words = line.split(separator: " ")
            var changes: TeamSync.Summary?
            let time = try ContinuousClock().measure {
                switch words.first {
                case "create": try server.createTables()
                case "share": try share()
                case "join": try store.join(server.identity(), at: address, named: "bench")
                case "hold": try hold(words.last.flatMap { Int($0) } ?? 1)
                case "edit": try edit(words.last.flatMap { Int($0) } ?? 0)
                case "sync": changes = try TeamSync(store, with: server).run()
                default: exit(64)
                }
            }
            print("\(time.seconds)" + (changes.map { " \($0.sent) \($0.received)" } ?? ""))
            fflush(nil)
        }
    }

    private func share() throws {
        for var standup in try store.standups() {
            standup.isShared = true
            try store.save(standup)
        }
    }

    /// Changes one field of one standup.
    private func edit(_ number: Int) throws {
        let standups = try store.standups()
        var standup = standups[number % standups.count]
        standup.length = .seconds(600 + number)
        try store.save(standup)
    }

    /// One meeting of each standup in turn, with 50 utterances of 10 words.
    private func hold(_ count: Int) throws {
        let standups = try store.standups()
        for number in 0..<count {
            let standup = standups[number % standups.count]
            let meeting = Meeting(
                id: Meeting.ID(), standupID: standup.id, title: standup.title,
                startedAt: .now, language: "en",
                attendees: standup.attendees.map { MeetingAttendee(id: $0.id, name: $0.name, slot: .seconds(60)) })
            try store.begin(meeting)
            let people = standup.attendees.map(\.id)
            let spoken = (0..<50).map { Main.utterance($0, by: people[$0 * people.count / 50]) }
            try store.record(spoken.map { .utterance($0) }, in: meeting.id)
            try store.record([.state(.finished, duration: .seconds(900))], in: meeting.id)
        }
    }
}
