import Glibc
import MeetingHistory
import MeetingModel
import ProgramSupport
import Testing

@testable import standup

@Suite(.timeLimit(.minutes(1)))
struct `The history of the application` {
    @Test func `what a newer version wrote is put aside as it is, and a new history begins`() throws {
        let program = try Program()
        let folder = DataFolder(path: program.data)
        let keeper = DataFolderKeeper(folder: folder) { _ in }
        try keeper.open().save(Seed.daily)
        keeper.close()
        // SQLite keeps the version of the schema in the header, from byte 60.
        let file = open(folder.databasePath, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        #expect(pwrite(file, [0x7F, 0xFF, 0xFF, 0xFF] as [UInt8], 4, 60) == 4)

        #expect(throws: HistoryError.newer(path: folder.databasePath)) { try keeper.open() }
        let aside = try #require(try keeper.setAside())
        #expect(try keeper.open().standups() == [])
        var (before, after) = (stat(), stat())
        #expect(fstat(file, &before) == 0 && stat(aside, &after) == 0)
        #expect(before.st_ino == after.st_ino)
        #expect(try keeper.setAside() == nil, "what can be read stays where it is")
        keeper.close()
    }
}
