import Glibc
import MeetingModel
import StandupFeatures

/// The folders of this machine, for the choice of a file.
struct HomeFolders: FolderReader {
    private let home: String

    init(home: String = Environment["HOME"] ?? "/") {
        self.home = home
    }

    /// The working folder.
    var start: String {
        guard let path = getcwd(nil, 0) else { return home }
        defer { free(path) }
        return String(cString: path)
    }

    func find(_ path: String, in folder: String) throws(FolderProblem) -> FoundPath {
        let path = FilePath.absolute(path, in: folder, home: home)
        guard let status = FileStatus(path) else {
            let code = errno
            // A name with other bytes is listed, but cannot be opened.
            if path.unicodeScalars.contains("\u{FFFD}") {
                throw .unreadable(path: path, reason: "its name is not UTF-8")
            }
            throw code == ENOENT || code == ENOTDIR
                ? .missing(path: path) : .unreadable(path: path, reason: systemMessage(code))
        }
        switch status.kind {
        case .file: return .file(path)
        case .folder: return .folder(try listing(of: path))
        default: throw .notAFile(path: path)
        }
    }

    private func listing(of path: String) throws(FolderProblem) -> FolderListing {
        guard let folder = opendir(path) else { throw .unreadable(path: path, reason: systemMessage(errno)) }
        defer { closedir(folder) }
        let descriptor = dirfd(folder)
        var entries: [FolderListing.Entry] = []
        errno = 0
        while let next = readdir(folder) {
            defer { errno = 0 }
            let entry = withUnsafePointer(to: &next.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { Self.entry($0, in: descriptor) }
            }
            if let entry { entries.append(entry) }
        }
        guard errno == 0 else { throw .unreadable(path: path, reason: systemMessage(errno)) }
        return FolderListing(path: path, entries: entries)
    }

    /// The entry with a name; nil for what is neither a file nor a folder.
    private static func entry(_ bytes: UnsafePointer<CChar>, in descriptor: CInt) -> FolderListing.Entry? {
        let name = String(cString: bytes)
        guard name != ".", name != ".." else { return nil }
        guard let status = FileStatus(bytes, in: descriptor) else { return FolderListing.Entry(name, .brokenLink) }
        switch status.kind {
        case .file: return FolderListing.Entry(name, .file, modified: status.modified)
        case .folder: return FolderListing.Entry(name, .folder, modified: status.modified)
        default: return nil
        }
    }
}
