internal import Glibc
internal import MeetingHistory

/// The file of a database, before SQLite opens it.
///
/// SQLite takes an empty file for a new database, and one that was cut for a whole one until it reads what is missing.
/// For a history both would be a silent loss, so that they are found here. Nothing is changed in what is found.
struct DatabaseFile {
    let path: String

    /// There while a database is being made, until it has its tables: an empty one next to it is no loss.
    private var markOfNew: String { path + "-new" }

    /// There while nobody knows whether a database that was not closed is whole.
    private var markOfUnchecked: String { path + "-unchecked" }

    /// Whether a program that was to check the database did not come to the end of it, or found it damaged.
    var isUnchecked: Bool { access(markOfUnchecked, F_OK) == 0 }

    /// Says until `setChecked` that the database is to be checked, whatever becomes of this program.
    func setUnchecked() {
        let mark = open(markOfUnchecked, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if mark >= 0 { close(mark) }
    }

    /// The database is whole.
    func setChecked() {
        unlink(markOfUnchecked)
    }

    /// Creates the file if there is none, for the user's eyes only (mode 0600).
    ///
    /// What SQLite puts beside it gets the same mode. If it cannot be created, SQLite says why.
    func create() {
        guard access(path, F_OK) != 0 else { return }
        let mark = open(markOfNew, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard mark >= 0 else { return }
        close(mark)
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if file >= 0 { close(file) }
    }

    /// Removes what a `create` left beside a database that has its tables now.
    func finish() {
        unlink(markOfNew)
    }

    /// The version of the schema that the file itself says, which may be behind its log; nil if it says none.
    var version: Int? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 4)
        return pread(file, &bytes, bytes.count, 60) == bytes.count ? Self.number(bytes[...]) : nil
    }

    /// What is in the place of the file or of one beside it, and is no file, with its path; nil if nothing is.
    ///
    /// To open a named pipe would wait for a program at its other end.
    var obstacle: (path: String, kind: String)? {
        for ending in DataFolder.databaseEndings + ["-journal", "-new"] {
            if let kind = DataFolder.kindOfObstacle(at: path + ending) { return (path + ending, kind) }
        }
        return nil
    }

    /// What is missing of the file, nil if nothing that can be seen here.
    func loss() -> String? {
        // Two looks: another process may have closed the database, or made it, between the parts of the first.
        partLoss() == nil ? nil : partLoss()
    }

    private func partLoss() -> String? {
        // SQLite would follow them, out of the folder.
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

    /// A number with its highest byte first.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
