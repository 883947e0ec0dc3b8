internal import Glibc
internal import MeetingHistory

/// The file of a database, before SQLite opens it.
///
/// SQLite treats an empty file as a new database, and a truncated one as whole until it reads a missing page. For a
/// history both would be a silent loss, so they are detected here. The file is not changed.
struct DatabaseFile {
    let path: String

    /// A marker that exists until a new database has its tables: an empty database beside it is no loss.
    private var markOfNew: String { path + "-new" }

    /// A marker that exists until the check of a database that was not closed has succeeded.
    private var markOfUnchecked: String { path + "-unchecked" }

    /// Whether a check of the database was not finished, or found damage.
    var isUnchecked: Bool { access(markOfUnchecked, F_OK) == 0 }

    /// Requires a check of the database, by a later program too, until `setChecked`.
    func setUnchecked() {
        let mark = open(markOfUnchecked, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if mark >= 0 { close(mark) }
    }

    /// The database is whole.
    func setChecked() {
        unlink(markOfUnchecked)
    }

    /// Creates the file if there is none, readable by its owner alone (mode 0600).
    ///
    /// SQLite gives the files beside it the same mode. If the file cannot be created, opening it tells why.
    func create() {
        guard access(path, F_OK) != 0 else { return }
        let mark = open(markOfNew, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard mark >= 0 else { return }
        close(mark)
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// Removes the marker of `create` once the database has its tables.
    func finish() {
        unlink(markOfNew)
    }

    /// The version of the schema in the file's header, which may be behind the log; nil if there is none.
    var version: Int? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4)
        return pread(file, &bytes, bytes.count, 60) == bytes.count ? Self.number(bytes[...]) : nil
    }

    /// The path and kind of a named pipe, socket, device or folder in the place of one of the database's files; nil if
    /// there is none.
    ///
    /// Opening a named pipe would wait for a program at its other end.
    var obstacle: (path: String, kind: String)? {
        for ending in DataFolder.databaseEndings + ["-journal", "-new"] {
            if let kind = DataFolder.kindOfObstacle(at: path + ending) { return (path + ending, kind) }
        }
        return nil
    }

    /// What is missing of the file; nil if nothing is seen to be missing.
    func loss() -> String? {
        // Twice: another process may have closed or created the database during the first.
        partLoss() == nil ? nil : partLoss()
    }

    private func partLoss() -> String? {
        // SQLite would follow links out of the folder.
        if ["", "-wal", "-shm"].contains(where: { DataFolder.isLink(path + $0) }) {
            return "a symbolic link leads to it"
        }
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var header = [UInt8](repeating: 0, count: 100)
        let count = pread(file, &header, header.count, 0)
        var status = stat()
        guard count >= 0, fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        if status.st_size == 0 {
            return access(markOfNew, F_OK) == 0 ? nil : "the file is empty"
        }
        // The log may hold the rest; without it the file is as long as its header says.
        var log = stat()
        let hasLog = stat(path + "-wal", &log) == 0 && log.st_size > 0
        guard count == header.count, header.starts(with: "SQLite format 3\0".utf8), !hasLog else { return nil }
        let pageSize = Self.number(header[16..<18])
        let pages = Self.number(header[28..<32])
        let length = pages * (pageSize == 1 ? 65_536 : pageSize)
        return length > status.st_size ? "it was cut, \(status.st_size) of \(length) bytes are there" : nil
    }

    /// A big-endian number.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
