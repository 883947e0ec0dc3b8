internal import Glibc
internal import GRDB
internal import MeetingHistory
internal import MeetingModel

/// A copy of a damaged database and its log, because SQLite may write to a database while reading it.
///
/// If the first page is damaged, SQLite finds no tables. The schema's pages are then copied from a new history, where
/// the same statements have created each table at the same page. Without them, the test `a damaged start loses
/// nothing` (DamagedHistoryTests) recovers no meetings instead of 300.
struct DamagedCopy {
    private let original: String
    private let path: String

    /// The copy of a database; `make` creates its file.
    init(ofDatabaseAt path: String) {
        original = path
        self.path = path + ".damaged-copy"
    }

    /// Creates the file, readable only by its owner.
    func make() throws {
        remove()
        for ending in ["", "-wal"] where access(original + ending, F_OK) == 0 {
            try Self.copy(original + ending, to: path + ending)
        }
    }

    func remove() {
        for ending in ["", "-wal", "-shm"] { unlink(path + ending) }
    }

    /// Opens the file, with the schema of the new history at `fresh` if its own is unreadable; nil if this fails too.
    func open(freshAt fresh: String) throws -> DatabaseQueue? {
        if let queue = try openUnchanged() { return queue }
        try replaceSchemaPages(from: fresh)
        return try openUnchanged()
    }

    private func openUnchanged() throws -> DatabaseQueue? {
        do {
            let queue = try DatabaseQueue(path: path)
            let tables = try queue.inDatabase { database in
                try Int.fetchOne(
                    database, sql: "SELECT count(*) FROM sqlite_master WHERE name IN ('standup', 'meeting')")
            }
            return tables == 2 ? queue : nil
        } catch let error as DatabaseError
            where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_ERROR].contains(error.resultCode)
        {
            return nil
        }
    }

    private func replaceSchemaPages(from other: String) throws {
        let source = Glibc.open(other, O_RDONLY | O_CLOEXEC)
        let target = Glibc.open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW)
        defer {
            close(source)
            close(target)
        }
        guard source >= 0, target >= 0, let size = FileStatus(target)?.size else { throw error(errno) }
        var first = try Self.page(1, of: source)
        let children = Self.children(ofRoot: first)
        for number in children {
            let page = try Self.page(number, of: source)
            guard pwrite(target, page, page.count, off_t((number - 1) * page.count)) == page.count else {
                throw error(errno)
            }
        }
        // Sets the header's length in pages to this file's, and empties its list of free pages.
        let pages = UInt32(clamping: max(size / Self.pageSize, children.max() ?? 1))
        first.replaceSubrange(
            28..<40,
            with: [pages, 0, 0].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
            })
        guard pwrite(target, first, first.count, 0) == first.count else { throw error(errno) }
    }

    /// SQLite's default page size in bytes.
    private static let pageSize = 4096

    private static func page(_ number: Int, of file: CInt) throws -> [UInt8] {
        var page = [UInt8](repeating: 0, count: pageSize)
        guard pread(file, &page, pageSize, off_t((number - 1) * pageSize)) == pageSize else {
            throw DamagedRow(description: "the new history has no page \(number)")
        }
        return page
    }

    /// The child pages of the first page, if it is an interior page of a table (type 5); none if it is a leaf.
    private static func children(ofRoot page: [UInt8]) -> [Int] {
        guard page[100] == 5 else { return [] }
        func number(at index: Int, bytes: Int) -> Int {
            page[index..<index + bytes].reduce(0) { $0 << 8 | Int($1) }
        }
        let cells = (0..<number(at: 103, bytes: 2)).map { number(at: 112 + 2 * $0, bytes: 2) }
        return cells.map { number(at: $0, bytes: 4) } + [number(at: 108, bytes: 4)]
    }

    private static func copy(_ path: String, to other: String) throws {
        let source = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        let target = Glibc.open(other, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        defer {
            close(source)
            close(target)
        }
        guard source >= 0, target >= 0 else { throw DamagedCopy(ofDatabaseAt: path).error(errno) }
        while true {
            let count = sendfile(target, source, nil, 1 << 24)
            guard count >= 0 else { throw DamagedCopy(ofDatabaseAt: path).error(errno) }
            if count == 0 { return }
        }
    }

    private func error(_ code: CInt) -> HistoryError {
        .cannotWrite(path: original, reason: "it cannot be copied, " + systemMessage(code))
    }
}
