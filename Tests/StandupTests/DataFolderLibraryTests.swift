import Glibc
import MeetingHistory
import MeetingModel
import StandupHistory
import Synchronization
import Testing
import TestSupport

@testable import StandupFeatures
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `The history of the application` {
    @Test func `opening completes the work of a dead program, and closing removes deleted items`() throws {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1, state: .live))
        for number in 2...4 { try seed.hold(Seed.meeting(number)) }
        let ids = (1...4).map { Seed.meeting($0).id }
        try seed.store.setDeleted(.meeting(ids[1]), by: "trash-of-a-program-that-died")

        let library = DataFolderLibrary(folder: seed.folder) { _ in }
        let store = try library.open()
        #expect(try store.meeting(ids[0])?.state == .interrupted)
        #expect(names(in: seed.folder.recordingsPath).count == 3)
        try library.delete(.meeting(ids[2]))
        try library.delete(.meeting(ids[3]))
        #expect(try library.restore(.meeting(ids[3])))
        #expect(names(in: seed.folder.recordingsPath).count == 3, "until it closes it can be undone")
        library.close()
        #expect(names(in: seed.folder.recordingsPath).count == 2)
        #expect(try seed.store.meeting(ids[2]) == nil)
        #expect(try seed.store.meeting(ids[3]) != nil)
    }

    @Test func `a write by another program is reported, one to another file of the folder is not`() async throws {
        let program = try Program()
        let seed = try Seed(program)
        let library = DataFolderLibrary(folder: seed.folder) { _ in }
        _ = try library.open()
        let reports = Mutex(0)
        let others = Mutex(0)
        #expect(library.watch { reports.withLock { $0 += 1 } })
        let watch = HistoryWatch(folder: seed.folder.path, prefix: "other") { others.withLock { $0 += 1 } }
        try seed.store.save(Seed.daily)
        try await eventually("the report") { reports.withLock { $0 } > 0 }
        #expect(others.withLock { $0 } == 0)
        try write("x", to: seed.folder.path + "/other")
        try await eventually("the other report") { others.withLock { $0 } > 0 }
        withExtendedLifetime(watch) {}
        library.close()
        #expect(HistoryWatch(folder: seed.folder.path + "/missing", prefix: "") {} == nil)
    }

    @Test func `a newer version's history is set aside unchanged, and a new one begins`() throws {
        let program = try Program()
        let folder = DataFolder(path: program.data)
        let library = DataFolderLibrary(folder: folder) { _ in }
        try library.open().save(Seed.daily)
        library.close()
        // SQLite keeps the version of the schema in the header, from byte 60.
        let file = open(folder.databasePath, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        #expect(pwrite(file, [0x7F, 0xFF, 0xFF, 0xFF] as [UInt8], 4, 60) == 4)

        #expect(throws: HistoryError.newer(path: folder.databasePath)) { try library.open() }
        let aside = try #require(try library.setAside())
        #expect(try library.open().standups() == [])
        var (before, after) = (stat(), stat())
        #expect(fstat(file, &before) == 0 && stat(aside, &after) == 0)
        #expect(before.st_ino == after.st_ino)
        #expect(try library.setAside() == nil, "what can be read stays where it is")
        library.close()
    }
}
