internal import Glibc
internal import MeetingModel

extension DataFolder {
    /// The suffix of a backup, before its version.
    package static let backupEnding = ".version-"

    /// The suffix of a history that was moved aside, before the day.
    static let asideEnding = ".unreadable-"

    /// The paths of the backups of a database; more than one exists only during an upgrade.
    package static func backups(ofDatabaseAt path: String) -> [String] {
        files(besideDatabaseAt: path, ending: backupEnding)
    }

    package var historiesMovedAside: [String] {
        Self.files(besideDatabaseAt: databasePath, ending: Self.asideEnding)
    }

    /// The kind of anything but a file or link at a path, such as `a named pipe`; nil for a file, a link or nothing.
    package static func kindOfObstacle(at path: String) -> String? {
        switch FileStatus(path, followingLinks: false)?.kind {
        case nil, .file, .link: nil
        case .folder: "a folder"
        case .pipe: "a named pipe"
        case .socket: "a socket"
        case .device: "a device"
        }
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func files(besideDatabaseAt path: String, ending: String) -> [String] {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? ""
        let start = path[(slash.map { path.index(after: $0) } ?? path.startIndex)...] + ending
        return names(in: folder.isEmpty ? "." : folder).filter { $0.hasPrefix(start) }.map { folder + $0 }
    }

    /// The sorted names in a folder; none if it cannot be read.
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
