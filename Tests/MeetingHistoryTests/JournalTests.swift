import MeetingHistory
import StandupTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct `What a journal promises` {
    @Test func `the store keeps the promises`() throws {
        var folders: [TemporaryFolder] = []
        let broken = try MeetingJournalConformance.check {
            folders.append(try TemporaryFolder())
            return try folders[folders.count - 1].open()
        } reopen: { _ in
            try folders[folders.count - 1].open()
        }
        #expect(broken == [])
    }
}
