internal import Glibc

extension DataFolder {
    /// What stands between the name of the database and the version in the name of a backup.
    package static let backupEnding = ".version-"

    /// What stands between the name of the database and the day in the name of one that was put aside.
    package static let asideEnding = ".unreadable-"

    /// The paths of the backups of a database; there is one at most but for a moment.
    package static func backups(ofDatabaseAt path: String) -> [String] {
        files(besideDatabaseAt: path, ending: backupEnding)
    }

    /// The paths of the histories that were put aside, with the files that belong to them.
    package var asides: [String] {
        Self.files(besideDatabaseAt: databasePath, ending: Self.asideEnding)
    }

    /// What is at a path if that is neither a file nor a link, such as `a named pipe`; nil otherwise.
    package static func kindOfObstacle(at path: String) -> String? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG, S_IFLNK: return nil
        case S_IFDIR: return "a folder"
        case S_IFIFO: return "a named pipe"
        case S_IFSOCK: return "a socket"
        default: return "a device"
        }
    }

    /// Whether there is anything at a path.
    package static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func files(besideDatabaseAt path: String, ending: String) -> [String] {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let start = path[(slash.map { path.index(after: $0) } ?? path.startIndex)...] + ending
        return names(in: folder.isEmpty ? "." : folder).filter { $0.hasPrefix(start) }.map { folder + $0 }
    }

    /// The names in a folder, in order; none if it cannot be read.
    package static func names(in folder: String) -> [String] {
        guard let listing = opendir(folder) else { return [] }
        defer { closedir(listing) }
        var names: [String] = []
        while let entry = readdir(listing) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
