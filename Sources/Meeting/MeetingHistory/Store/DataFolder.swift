internal import Glibc
package import MeetingModel

/// The data folder: `standup.db`, `recordings/`, `trash/`, `live/` and `remembered/`.
package struct DataFolder: Hashable, Sendable {
    /// The folder's path, without a trailing slash.
    package let path: String
    /// Whether it may contain other data or be a home folder (`--shared-folder`).
    package let isShared: Bool

    /// The folder at a path; nothing is created.
    package init(path: String, isShared: Bool = false) {
        self.isShared = isShared
        var path = path[...]
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = String(path)
    }

    /// The default folder: `$XDG_DATA_HOME/standup`, else `~/.local/share/standup`.
    ///
    /// As the XDG specification requires, a value that is not an absolute path is ignored.
    package static func standard(environment: [String: String]) throws(DataFolderError) -> DataFolder {
        if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return DataFolder(path: data + "/standup") }
        guard let home = environment["HOME"], home.hasPrefix("/") else { throw .noHome }
        return DataFolder(path: DataFolder(path: home).path + "/.local/share/standup")
    }

    package var databasePath: String { "\(path)/\(Self.databaseName)" }
    /// The name of the database; those of its log and index begin with it.
    package static let databaseName = "standup.db"

    package var recordingsPath: String { path + "/recordings" }

    /// The path of the folder with the recordings that were deleted because of their age, see `AudioTrash`.
    package var trashPath: String { path + "/trash" }

    /// The path of the file with the clock as programs have seen it, see `SeenClock`.
    var clockPath: String { path + "/" + Self.clockName }

    /// The path of the lock folder, with a lock for each live meeting and each program that can undo a deletion.
    package var livePath: String { path + "/live" }

    /// The path of the file with the output of the user's hooks.
    package var hookLogPath: String { path + "/hooks.log" }

    /// The path of the preferences folder.
    package var rememberedPath: String { path + "/remembered" }

    package var hasHistory: Bool { access(databasePath, F_OK) == 0 }

    /// Creates the folder, `recordings/` and `live/` if they are missing, readable only by their owner (mode 0700), and marks
    /// the folder.
    ///
    /// - Throws: Also if the folder belongs to others, see `checkOwnership`.
    package func create() throws(DataFolderError) {
        guard !path.isEmpty else { throw .cannotCreate(path: "\"\"", reason: "its name is empty") }
        try createFolder(path)
        try checkOwnership()
        mark()
        for folder in [recordingsPath, livePath] {
            try createFolder(folder)
            try Self.checkNoLink(folder)
        }
    }

    package static func recordingName(of id: Meeting.ID) -> String { id.rawValue + ".wav" }

    /// The path of a recording with this name.
    ///
    /// - Throws: If the program never uses such a name, if a symbolic link leads out of the folder, or if the path is
    ///   not a file. Names come from the history, so a data folder from elsewhere can contain any name.
    package func recordingPath(_ fileName: String) throws(DataFolderError) -> String {
        guard Self.isPlain(fileName) else { throw .unsafeName(fileName) }
        let path = recordingsPath + "/" + fileName
        try Self.checkNoLink(recordingsPath)
        try Self.checkNoLink(path)
        if let kind = Self.kindOfObstacle(at: path) { throw .notAFile(path: path, kind: kind) }
        return path
    }

    private static func checkNoLink(_ path: String) throws(DataFolderError) {
        if isLink(path) { throw .link(path: path) }
    }

    /// Whether there is a symbolic link at a path.
    package static func isLink(_ path: String) -> Bool {
        FileStatus(path, followingLinks: false)?.kind == .link
    }

    func lockPath(_ name: String) throws(DataFolderError) -> String {
        guard Self.isPlain(name) else { throw .unsafeName(name) }
        return livePath + "/" + name + ".lock"
    }

    package func socketPath(_ name: String) throws(DataFolderError) -> String {
        guard Self.isPlain(name) else { throw .unsafeName(name) }
        return livePath + "/" + name + ".sock"
    }

    /// The names of all locks, held or free.
    package var lockNames: [String] {
        Self.names(in: livePath).filter { $0.hasSuffix(".lock") }.map { String($0.dropLast(".lock".count)) }
    }

    /// Letters, digits, `-`, `_` and `.` (not as the first character); short enough for any file system.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= 200 && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch UInt8(byte) {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    private func createFolder(_ path: String) throws(DataFolderError) {
        if mkdir(path, 0o700) == 0 { return }
        switch errno {
        case EEXIST:
            guard FileStatus(path)?.isFolder == true else {
                throw .cannotCreate(path: path, reason: "a file is in the way")
            }
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw .refused(path, by: ENOENT)
            }
            let parent = String(path[..<slash])
            try createFolder(parent)
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw .refused(path, by: errno)
            }
        case let code:
            throw .refused(path, by: code)
        }
    }
}
