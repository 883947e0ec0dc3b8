import Glibc
import MeetingModel

/// The temporary folder for one model, beside the installed ones.
///
/// It keeps downloads until the model is installed, so that the next attempt resumes them. A file lock admits one
/// program at a time, and is released when that program ends.
final class InstallationFolder {
    let path: String
    private let descriptor: CInt

    /// Creates and locks the folder of a model within the folder of all models.
    init(of name: String, in models: String) throws(InstallationError) {
        try Self.create(models)
        path = Self.path(of: name, in: models)
        while true {
            guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .file(path: path, error: errno) }
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard descriptor >= 0 else {
                if errno == ENOENT { continue }
                throw .file(path: path, error: errno)
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                let error = errno
                close(descriptor)
                throw error == EWOULDBLOCK ? .busy(name: name) : .file(path: path, error: error)
            }
            // The previous owner of the lock may have removed the folder.
            if Self.isCurrent(path, descriptor) {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
    }

    static func path(of name: String, in models: String) -> String { "\(models)/.\(name).parts" }

    deinit {
        // A child process inherits the lock until it executes its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The free space on its disk in bytes; nil if unknown.
    var freeSpace: Int? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        return Int(status.f_bavail) * Int(status.f_frsize)
    }

    /// Removes it with its content.
    func remove() {
        Self.removeFiles(in: path)
        rmdir(path)
    }

    /// Removes it if it contains no downloads.
    func removeIfEmpty() {
        Self.removeFiles(in: path) { FileStatus($0)?.size == 0 }
        rmdir(path)
    }

    private static func removeFiles(in path: String, where isUnwanted: (String) -> Bool = { _ in true }) {
        guard let folder = opendir(path) else { return }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if isUnwanted("\(path)/\(name)") { unlink("\(path)/\(name)") }
        }
    }

    private static func isCurrent(_ path: String, _ descriptor: CInt) -> Bool {
        guard let own = FileStatus(descriptor) else { return false }
        return FileStatus(path)?.identity == own.identity
    }

    private static func create(_ path: String) throws(InstallationError) {
        if mkdir(path, 0o755) == 0 { return }
        switch errno {
        case EEXIST: return
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw .file(path: path, error: ENOENT)
            }
            try create(String(path[..<slash]))
            guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw .file(path: path, error: errno) }
        default: throw .file(path: path, error: errno)
        }
    }
}
