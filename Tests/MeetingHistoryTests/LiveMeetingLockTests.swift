import Foundation
import MeetingHistory
import MeetingModel
import Testing

@Suite(.timeLimit(.minutes(10))) struct LiveMeetingLockTests {
    let temporary: TemporaryFolder
    let folder: DataFolder

    init() throws {
        temporary = try TemporaryFolder()
        folder = DataFolder(path: temporary.path)
        try folder.create()
    }

    @Test func `A lock has one holder until it is released, and leaves no file`() throws {
        #expect(!LiveMeetingLock.isHeld("m", in: folder))
        let lock = try #require(try LiveMeetingLock.acquire("m", in: folder))
        #expect(LiveMeetingLock.isHeld("m", in: folder))
        #expect(!LiveMeetingLock.isHeld("n", in: folder))
        #expect(try LiveMeetingLock.acquire("m", in: folder) == nil)
        lock.release()
        lock.release()
        #expect(!LiveMeetingLock.isHeld("m", in: folder))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.livePath) == [])
    }

    @Test func `A lock is released when its last reference is gone`() throws {
        do {
            let lock = try LiveMeetingLock.acquire("m", in: folder)
            #expect(lock != nil)
        }
        #expect(!LiveMeetingLock.isHeld("m", in: folder))
    }

    @Test func `Releasing a lock twice does not release its next holder's`() throws {
        let first = try #require(try LiveMeetingLock.acquire("m", in: folder))
        first.release()
        let second = try #require(try LiveMeetingLock.acquire("m", in: folder))
        first.release()
        #expect(LiveMeetingLock.isHeld("m", in: folder))
        second.release()
    }

    @Test func `Another process sees that a lock is held, and cannot take it`() async throws {
        let lock = try #require(try LiveMeetingLock.acquire("m", in: folder))
        await #expect(processExitsWith: .success) { [path = temporary.path as String] in
            let folder = DataFolder(path: path)
            #expect(LiveMeetingLock.isHeld("m", in: folder))
            let second = try LiveMeetingLock.acquire("m", in: folder)
            #expect(second == nil)
        }
        lock.release()
    }

    @Test func `The kernel frees the lock of a killed process; its file stays and blocks nobody`() async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = temporary.path as String] in
            let lock = try LiveMeetingLock.acquire("m", in: DataFolder(path: path))
            #expect(lock != nil)
            kill(getpid(), SIGKILL)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.livePath) == ["m.lock"])
        #expect(!LiveMeetingLock.isHeld("m", in: folder))
        let lock = try #require(try LiveMeetingLock.acquire("m", in: folder))
        lock.release()
    }

    @Test func `If many take and release a lock at once, only one holds it at a time`() async throws {
        let path = temporary.path + "/held"
        let (held, together) = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
            for _ in 0..<8 {
                group.addTask { [folder] in
                    var (held, together) = (0, 0)
                    for _ in 0..<1000 {
                        guard let lock = try LiveMeetingLock.acquire("m", in: folder) else { continue }
                        held += 1
                        // Creating a folder fails if another holder has it.
                        if mkdir(path, 0o700) != 0 { together += 1 }
                        sched_yield()
                        rmdir(path)
                        lock.release()
                    }
                    return (held, together)
                }
            }
            return try await group.reduce((0, 0)) { ($0.0 + $1.0, $0.1 + $1.1) }
        }
        #expect(held > 0)
        #expect(together == 0)
    }

    @Test func `Asking who holds a lock never keeps another from taking it`() async throws {
        // As after a crash: the file is there, and nobody holds it.
        #expect(FileManager.default.createFile(atPath: folder.livePath + "/m.lock", contents: nil))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<2 {
                group.addTask { [folder] in while !Task.isCancelled { _ = LiveLock.holder(of: "m", in: folder) } }
            }
            var refused = 0
            for _ in 0..<20_000 {
                if let lock = try LiveMeetingLock.acquire("m", in: folder) { lock.release() } else { refused += 1 }
            }
            #expect(refused == 0)
            group.cancelAll()
        }
    }

    @Test func `A lock names its holder and the time it was taken`() throws {
        #expect(LiveLock.holder(of: "m", in: folder) == nil)
        let before = time(nil)
        let lock = try #require(try LiveMeetingLock.acquire("m", in: folder))
        let holder = try #require(LiveLock.holder(of: "m", in: folder))
        #expect(holder.process == getpid())
        #expect(holder.since.nanosecondsSince1970 / 1_000_000_000 >= Int64(before) - 1)
        lock.release()
        #expect(LiveLock.holder(of: "m", in: folder) == nil)
    }

    @Test
    func `A standup has one holder, or several if started concurrently; it is free when all have released it`() throws {
        let first = try #require(try StandupLock.acquire("s", in: folder))
        #expect(try StandupLock.acquire("s", in: folder) == nil)
        #expect(try StandupLock.acquire("s2", in: folder) != nil)
        let second = try #require(try StandupLock.acquire("s", concurrently: true, in: folder))
        first.release()
        #expect(StandupLock.holder(of: "s", in: folder)?.process == getpid())
        #expect(try StandupLock.acquire("s", in: folder) == nil)
        second.release()
        #expect(StandupLock.holder(of: "s", in: folder) == nil)
        #expect(try StandupLock.acquire("s", in: folder) != nil)
    }

    @Test func `A link in place of a lock is not followed`() throws {
        let target = temporary.path + "/target"
        #expect(symlink(target, folder.livePath + "/m.lock") == 0)
        #expect(throws: DataFolderError.self) { try LiveMeetingLock.acquire("m", in: folder) }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test func `If the folder of locks is missing, the error names it`() {
        let error = #expect(throws: DataFolderError.self) {
            try LiveMeetingLock.acquire("m", in: DataFolder(path: "/no/such"))
        }
        #expect(error == .cannotCreate(path: "/no/such/live/m.lock", reason: "No such file or directory", code: ENOENT))
    }
}
