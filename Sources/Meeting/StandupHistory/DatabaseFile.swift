internal import Glibc
internal import MeetingHistory
internal import MeetingModel

/// Checks a database file before SQLite opens it.
///
/// SQLite treats an empty file as a new database, and a truncated one as intact until it reads a missing page. Either
/// would silently lose a history, so both are detected here. The file is not changed.
struct DatabaseFile {
    let path: String

    /// A marker that exists until a new database has its tables: until then, an empty database is no loss.
    private var newMarkerPath: String { path + "-new" }

    /// A marker that exists until a database that was not closed has passed a check.
    private var uncheckedMarkerPath: String { path + "-unchecked" }

    /// Whether a check of the database was not finished, or found damage.
    var isUnchecked: Bool { access(uncheckedMarkerPath, F_OK) == 0 }

    /// Requires every program to check the database until one calls `setChecked`.
    func setUnchecked() {
        let marker = open(uncheckedMarkerPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if marker >= 0 { close(marker) }
    }

    /// Records that the database passed its check.
    func setChecked() {
        unlink(uncheckedMarkerPath)
    }

    /// Creates the file if it does not exist, readable only by its owner (mode 0600); false if that is not possible.
    ///
    /// SQLite gives the same mode to the files beside it. If the file cannot be created, opening it reports the reason.
    func create() -> Bool {
        guard access(path, F_OK) != 0 else { return true }
        let marker = open(newMarkerPath, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard marker >= 0 else { return false }
        close(marker)
        let file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return errno == EEXIST }
        close(file)
        return true
    }

    /// Removes the marker of `create` once the database has its tables.
    func removeNewMarker() {
        unlink(newMarkerPath)
    }

    /// The schema version in the file's header; nil if there is none, or if this process has the database open.
    ///
    /// The log may contain a newer one.
    var version: Int? {
        let version = OpenDatabase.read(path: path, flags: O_NOFOLLOW) { file in
            var bytes = [UInt8](repeating: 0, count: 4)
            return pread(file, &bytes, bytes.count, 60) == bytes.count ? Self.number(bytes[...]) : nil
        }
        guard case .read(let version) = version else { return nil }
        return version
    }

    /// The path and kind of a named pipe, socket, device or folder in place of a database file; nil if there is none.
    ///
    /// Opening a named pipe would block until a program opens its other end.
    var obstacle: (path: String, kind: String)? {
        for ending in DataFolder.databaseEndings + ["-journal", "-new"] {
            if let kind = DataFolder.kindOfObstacle(at: path + ending) { return (path + ending, kind) }
        }
        return nil
    }

    /// Whether the file has all that was written: there is no log, or an empty one.
    var isClosed: Bool {
        guard let status = FileStatus(path), status.size > 0 else { return false }
        return !hasLog
    }

    private var hasLog: Bool { (FileStatus(path + "-wal")?.size ?? 0) > 0 }

    /// Describes the missing part of the file; nil if none was found, or if this process has the database open.
    func findMissingPart() -> String? {
        // Checked twice: another process may close or create the database during the first check.
        missingPart() == nil ? nil : missingPart()
    }

    private func missingPart() -> String? {
        // SQLite would follow links out of the folder.
        if ["", "-wal", "-shm"].contains(where: { DataFolder.isLink(path + $0) }) {
            return "a symbolic link leads to it"
        }
        guard case .read(let missing) = OpenDatabase.read(path: path, missingPart) else { return nil }
        return missing
    }

    private func missingPart(of file: CInt) -> String? {
        var header = [UInt8](repeating: 0, count: 100)
        let count = pread(file, &header, header.count, 0)
        guard count >= 0, let status = FileStatus(file), status.isFile else { return nil }
        if status.size == 0 {
            return access(newMarkerPath, F_OK) == 0 ? nil : "the file is empty"
        }
        // The log may hold the rest; without a log, the file must be as long as its header says.
        guard count == header.count, header.starts(with: "SQLite format 3\0".utf8), !hasLog else { return nil }
        let pageSize = Self.number(header[16..<18])
        let pages = Self.number(header[28..<32])
        let length = pages * (pageSize == 1 ? 65_536 : pageSize)
        return length > status.size ? "it was cut, \(status.size) of \(length) bytes are there" : nil
    }

    /// A big-endian number.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}
