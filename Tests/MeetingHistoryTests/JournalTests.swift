import MeetingHistory
import StandupTesting
import Testing

@Suite(.timeLimit(.minutes(10))) struct `What a journal promises` {
    @Test(arguments: StoreKind.allCases) func `each store keeps the promises`(kind: StoreKind) throws {
        var folders: [TemporaryFolder] = []
        let broken = try MeetingJournalConformance.check {
            folders.append(try TemporaryFolder())
            return try kind.make(in: folders[folders.count - 1])
        } reopen: { journal in
            guard let store = journal as? any MeetingStore else { return journal }
            return try kind.makeAnother(of: store, in: folders[folders.count - 1])
        }
        #expect(broken == [])
    }
}
