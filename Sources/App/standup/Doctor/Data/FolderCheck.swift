import Glibc
import MeetingHistory
import MeetingModel

/// Examines the files of the data folder: permissions, symbolic links and leftover files.
///
/// Only files with the program's own names are checked.
struct FolderCheck {
    private let folder: DataFolder
    private var findings: [DataFinding] = []

    /// The problems of the files in a folder, apart from their contents.
    static func findings(in folder: DataFolder) -> [DataFinding] {
        var folderCheck = FolderCheck(folder: folder)
        folderCheck.run()
        return folderCheck.findings
    }

    /// Whether a file is still left over from a program that crashed.
    static func isLeft(_ path: String, in folder: DataFolder) -> Bool {
        FolderCheck(folder: folder).left(path) != nil
    }

    private init(folder: DataFolder) {
        self.folder = folder
    }

    private mutating func run() {
        let folder = folder
        let others = folder.foreignNames
        // A folder with foreign files may be readable by others on purpose.
        if folder.reasonNotToOwn == nil { check(folder.path, isRoot: true) }
        for name in DataFolder.names(in: folder.path) where DataFolder.isOwn(name) {
            let path = folder.path + "/" + name
            let isMixed = others.contains { $0.hasPrefix(name + "/") }
            guard isMixed ? !DataFolder.isLink(path) : check(path) else { continue }
            switch path {
            case folder.recordingsPath: lookInto(path, names: DataFolder.isOwnRecording)
            case folder.trashPath:
                lookInto(path, names: DataFolder.isDay)
                let days = DataFolder.names(in: path).filter(DataFolder.isDay).map { path + "/" + $0 }
                for day in days where !DataFolder.isLink(day) { lookInto(day, names: DataFolder.isOwnRecording) }
            case folder.livePath: lookInto(path, names: DataFolder.isOwnInLive)
            case folder.rememberedPath: lookInto(path, names: DataFolder.isOwnMemory)
            default: if let left = left(path) { add(left, at: path) }
            }
        }
    }

    private mutating func lookInto(_ path: String, names isOwn: (String) -> Bool) {
        for name in DataFolder.names(in: path) where isOwn(name) {
            let file = path + "/" + name
            guard check(file), let repair = left(file) else { continue }
            add(repair, at: file)
        }
    }

    private mutating func add(_ repair: DataFinding.Repair, at path: String) {
        findings.append(
            DataFinding(
                kind: .file, path: path, problem: "left by a program that died", repair: repair, advice: "removes it")
        )
    }

    /// Checks one file or folder; returns false for symbolic links and special files, which are not examined further.
    @discardableResult
    private mutating func check(_ path: String, isRoot: Bool = false) -> Bool {
        // The data folder itself may be a symbolic link.
        guard let status = FileStatus(path, followingLinks: isRoot) else { return false }
        guard status.isFile || status.isFolder || status.kind == .socket && isSocket(path) else {
            findings.append(
                status.kind == .link
                    ? DataFinding(
                        kind: .link, path: path, problem: "a symbolic link, which is not followed",
                        advice: "replace it with what it points to, or remove it")
                    : DataFinding(
                        kind: .file, path: path, problem: "neither a file nor a folder", advice: "remove it"))
            return false
        }
        let wanted: UInt32 = status.isFolder ? 0o700 : 0o600
        let mode = status.mode
        if status.owner != geteuid() {
            findings.append(
                DataFinding(
                    kind: .permissions, path: path, problem: "owned by another user", advice: "make it yours: chown"))
        } else if mode != wanted {
            findings.append(
                DataFinding(
                    kind: .permissions, path: path,
                    problem: mode & 0o077 != 0
                        ? "open to other users (mode \(Self.octal(mode)))" : "its mode is \(Self.octal(mode))",
                    repair: .mode(wanted), advice: "makes its mode \(Self.octal(wanted))"))
        }
        return true
    }

    /// Whether a path is where a running meeting has its socket.
    private func isSocket(_ path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        return path[..<slash] == folder.livePath && DataFolder.isSocket(String(path[path.index(after: slash)...]))
    }

    private static func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }

    // MARK: Leftover files

    /// The repair that removes a leftover file; nil for all other files.
    private func left(_ path: String) -> DataFinding.Repair? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let name = String(path[path.index(after: slash)...])
        switch String(path[..<slash]) {
        case folder.path: return isLeftBesideHistory(name) ? .removal : nil
        case folder.recordingsPath: return isLeftRecording(name) ? .removal : nil
        case folder.rememberedPath: return isLeftMemory(name) ? .removal : nil
        case folder.livePath where DataFolder.isSocket(name):
            return LiveLock.isHeld(String(name.dropLast(".sock".count)), in: folder) ? nil : .removal
        case folder.livePath:
            let lock = name.dropLast(".lock".count)
            let isLeft = folder.isStaleLock(at: path) && !LiveLock.isHeld(String(lock), in: folder)
            return isLeft ? .lock(String(lock)) : nil
        default: return nil
        }
    }

    private func isLeftBesideHistory(_ name: String) -> Bool {
        if DataFolder.isTemporary(name) { return !Self.isLocked(folder.path + "/" + name) }
        // A running backup locks the folder.
        if name.contains(DataFolder.backupEnding) { return name.contains(".tmp") && !Self.isLocked(folder.path) }
        let isCopy = [".damaged-copy", ".salvaged"].contains { name.hasPrefix("standup.db" + $0) }
        return isCopy && !LiveLock.isHeld(DataRepair.lockName, in: folder)
    }

    /// Whether a file is a partial import, or a partial export to this folder.
    private func isLeftRecording(_ name: String) -> Bool {
        if DataFolder.isTemporary(name) { return !Self.isLocked(folder.recordingsPath + "/" + name) }
        guard name.hasSuffix(".part") else { return false }
        // The next start removes it with its lock.
        return !DataFolder.exists("\(folder.livePath)/\(name.dropLast(5)).lock")
    }

    /// Whether a temporary file belongs to no running process; its name contains the process id.
    private func isLeftMemory(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        guard parts.count == 3, let process = pid_t(parts[1]), process > 0 else { return false }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    /// Whether any process holds a `flock` lock on a file or folder; true if that cannot be determined.
    private static func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }
}
