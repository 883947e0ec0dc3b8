import Glibc
import GRDB
import MeetingModel
import Testing
import TestSupport

@testable import MeetingHistory
@testable import StandupHistory
@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `A damaged history` {
    let program: Program
    let folder: DataFolder

    init() throws {
        program = try Program()
        let seed = try Seed(program)
        folder = seed.folder
        try seed.store.save(Seed.daily)
        // Enough pages that the damage to one leaves the others.
        for number in 1...300 { try seed.store.begin(Self.meeting(number)) }
    }

    private static func meeting(_ number: Int) -> Meeting {
        let sample = Seed.meeting(1)
        let id = String(number, radix: 16)
        return Meeting(
            id: .init(rawValue: String(repeating: "0", count: 8 - id.count) + id + "-0000-4000-8000-000000000000"),
            standupID: sample.standupID, title: sample.title,
            startedAt: sample.startedAt + .seconds(number), state: .finished, duration: sample.duration,
            attendees: sample.attendees, turns: sample.turns, transcript: sample.transcript)
    }

    /// Overwrites a part of the file, as `dd` would.
    private func damage(pages: Range<Int>, with byte: UInt8) throws {
        let file = open(folder.databasePath, O_RDWR | O_CLOEXEC)
        defer { close(file) }
        let bytes = [UInt8](repeating: byte, count: pages.count * 4096)
        #expect(pwrite(file, bytes, bytes.count, off_t(pages.lowerBound * 4096)) == bytes.count)
    }

    private var pages: Int { (FileStatus(folder.databasePath)?.size ?? 0) / 4096 }

    private func count() throws -> Int { try JSON(program.run("meetings", "--json").output).elements.count }

    /// Mends, and says how many meetings came over.
    private func mend() throws -> Int {
        let before = try bytes(of: folder.databasePath)
        let found = try program.run("doctor", "--data")
        #expect(found.status == 1)
        #expect(found.output.contains("the history cannot be read"), "\(found.output)")
        let mended = try program.run("doctor", "--data", "--mend", "--yes")
        #expect(mended.status == 0, "\(mended.output) \(mended.errors)")
        let aside = try #require(folder.historiesMovedAside.first)
        #expect(try bytes(of: aside) == before, "it is kept as it was")
        #expect(names(in: folder.path).filter { $0.contains("salvaged") || $0.contains("copy") } == [])
        #expect(try program.run("doctor", "--data").status == 0)
        #expect(try program.run("search", "login", "--limit", "1").output.contains("[login]"))
        return try count()
    }

    @Test(arguments: [0x00, 0xFF, 0x2A] as [UInt8])
    func `a damaged page in the middle loses only that page`(_ byte: UInt8) throws {
        let place = pages / 2
        try damage(pages: place..<place + 1, with: byte)
        let count = try mend()
        #expect(count >= 250, "\(count)")
    }

    @Test func `a damaged start loses nothing`() throws {
        try damage(pages: 0..<1, with: 0)
        let refused = try program.run("list")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("doctor --data"))
        #expect(try mend() == 300)
        #expect(try program.run("show", "Daily").output.contains("Cleo"))
    }

    @Test func `a truncated half leaves the other half`() throws {
        try mustSucceed(truncate(folder.databasePath, off_t(pages / 2 * 4096)))
        #expect(try mend() > 0)
    }

    @Test func `an unreadable history is kept, and a new one is created`() throws {
        try write(String(repeating: "this is no database\n", count: 500), to: folder.databasePath)
        #expect(try program.run("doctor", "--data", "--mend", "--yes").status == 0)
        #expect(try count() == 0)
        #expect(folder.historiesMovedAside.count == 1)
    }

    @Test func `a history from before the first release is refused, and its content can be recovered`() throws {
        do {
            let store = try SQLiteMeetingStore(path: folder.databasePath)
            try store.write {
                try $0.execute(
                    sql: "ALTER TABLE meeting DROP COLUMN rehearsal; DROP TABLE mark; PRAGMA user_version = 14")
            }
        }
        let refused = try program.run("list")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("its version, 14, is from before the first release"), "\(refused.errors)")
        #expect(refused.errors.contains("standup doctor --data"))
        #expect(refused.errors.split(separator: "\n").count == 1)
        #expect(try mend() == 300)
    }

    @Test func `points with words of a deleted transcript are deleted`() throws {
        let (meeting, store) = (Self.meeting(1), try SQLiteMeetingStore(path: folder.databasePath))
        let points = (1...2).map { number in
            Point(
                id: .init(rawValue: "p\(number)"), attendee: Seed.ann.id, kind: .plan, text: "login", start: .zero,
                end: .zero, maker: .rules, transcript: 1)
        }
        try store.addPoints(points, to: meeting.id, by: .rules, from: 1, settling: [], at: meeting.startedAt)
        try store.write { try $0.execute(sql: "UPDATE point SET transcript = 7 WHERE id = 'p2'") }
        let found = try program.run("doctor", "--data")
        #expect(found.output.contains("points with words of a deleted transcript"), "\(found.output)")
        #expect(try program.run("doctor", "--data", "--mend", "--yes").status == 0)
        let left = try store.points(of: meeting.id, version: 1)
        #expect(left.map(\.id.rawValue) == ["p1"])
    }

    @Test func `it is not repaired while a meeting is running`() throws {
        try damage(pages: 0..<1, with: 0)
        let lock = try LiveLock.acquire("3f2a0000-0000-4000-8000-000000000003", in: folder)
        defer { lock?.release() }
        let result = try program.run("doctor", "--data", "--mend", "--yes")
        #expect(result.status == 1)
        #expect(result.errors.contains(" is in use; end meetings"))
        #expect(folder.historiesMovedAside == [])
    }

    @Test func `after a program that died it is checked once, and not before`() throws {
        // Damage that no command would come upon.
        let place = try #require(try unusedPage())
        try damage(pages: place..<place + 1, with: 0x2A)
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        try store.save(Seed.daily)
        #expect(try program.run("list").status == 0, "somebody has it open: nothing has died")
        // As a kill leaves it: the log is there, and no process has it open.
        let copy = program.folder + "/left"
        try mustSucceed(mkdir(copy, 0o700))
        for name in ["standup.db", "standup.db-wal"] {
            try write(bytes(of: folder.path + "/" + name), to: copy + "/" + name)
        }
        for _ in 0..<2 {
            let result = try program.run("list", "--data", copy)
            #expect(result.status == 1)
            #expect(result.errors.contains("cannot read the history"), "\(result.errors)")
        }
    }

    @Test func `an intact history left by a dead program is checked once and then opens as usual`() throws {
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        try store.save(Seed.daily)
        let copy = program.folder + "/left"
        try mustSucceed(mkdir(copy, 0o700))
        for name in ["standup.db", "standup.db-wal"] {
            try write(bytes(of: folder.path + "/" + name), to: copy + "/" + name)
        }
        #expect(try program.run("list", "--data", copy).status == 0)
        #expect(names(in: copy) == [DataFolder.markerName, "live", "recordings", "standup.db"])
    }

    /// A page of the index of words, which only a search reads.
    private func unusedPage() throws -> Int? {
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        return try store.read { database in
            try Int.fetchOne(
                database,
                sql: "SELECT max(pageno) - 1 FROM dbstat WHERE name = 'search_content' AND pagetype = 'leaf'")
        }
    }
}
