import Glibc
import MeetingHistory
import MeetingModel

/// Looks at the files of the data folder: whose they are to see, where they lead, and whether anybody wants them still.
///
/// Only those count that bear names the program gives; whatever else is in the folder is somebody else's.
struct FolderExamination {
    private let folder: DataFolder
    private var findings: [DataFinding] = []

    /// What is wrong with the files of a folder, without what is in them.
    static func findings(in folder: DataFolder) -> [DataFinding] {
        var examination = FolderExamination(folder: folder)
        examination.look()
        return examination.findings
    }

    /// Whether a file was left by a program that died, still.
    static func isLeft(_ path: String, in folder: DataFolder) -> Bool {
        FolderExamination(folder: folder).left(path) != nil
    }

    private init(folder: DataFolder) {
        self.folder = folder
    }

    private mutating func look() {
        let folder = folder
        let others = folder.others
        // Others may be meant to see a folder that holds more than ours.
        if folder.objection == nil { check(folder.path, isRoot: true) }
        for name in DataFolder.names(in: folder.path) where DataFolder.isOwn(name) {
            let path = folder.path + "/" + name
            let isMixed = others.contains { $0.hasPrefix(name + "/") }
            guard isMixed ? !DataFolder.isLink(path) : check(path) else { continue }
            switch path {
            case folder.recordingsPath: lookInto(path, names: DataFolder.isOwnRecording)
            case folder.livePath: lookInto(path, names: DataFolder.isOwnLock)
            case folder.rememberedPath: lookInto(path, names: DataFolder.isOwnMemory)
            default: if let left = left(path) { add(left, at: path) }
            }
        }
    }

    private mutating func lookInto(_ path: String, names isOwn: (String) -> Bool) {
        for name in DataFolder.names(in: path) where isOwn(name) {
            let file = path + "/" + name
            guard check(file), let mending = left(file) else { continue }
            add(mending, at: file)
        }
    }

    private mutating func add(_ mending: DataFinding.Mending, at path: String) {
        findings.append(
            DataFinding(
                kind: .file, path: path, problem: "left by a program that died", mending: mending, advice: "removes it")
        )
    }

    /// Looks at one file or folder; false if it is a link, or no file at all, which is not looked into.
    @discardableResult
    private mutating func check(_ path: String, isRoot: Bool = false) -> Bool {
        var status = stat()
        // Where the data folder itself is, is the user's to say, by a link too.
        guard (isRoot ? stat(path, &status) : lstat(path, &status)) == 0 else { return false }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG || kind == S_IFDIR else {
            findings.append(
                kind == S_IFLNK
                    ? DataFinding(
                        kind: .link, path: path, problem: "a symbolic link, which is not followed",
                        advice: "put what it points to in its place, or remove it")
                    : DataFinding(
                        kind: .file, path: path, problem: "neither a file nor a folder", advice: "remove it"))
            return false
        }
        let wanted: UInt32 = kind == S_IFDIR ? 0o700 : 0o600
        let mode = status.st_mode & 0o7777
        if status.st_uid != geteuid() {
            findings.append(
                DataFinding(
                    kind: .permissions, path: path, problem: "another user's", advice: "make it yours: chown"))
        } else if mode != wanted {
            findings.append(
                DataFinding(
                    kind: .permissions, path: path,
                    problem: mode & 0o077 != 0
                        ? "open to other users (mode \(Self.octal(mode)))" : "its mode is \(Self.octal(mode))",
                    mending: .mode(wanted), advice: "makes its mode \(Self.octal(wanted))"))
        }
        return true
    }

    private static func octal(_ mode: UInt32) -> String { "0" + String(mode, radix: 8) }

    // MARK: What nobody wants any more

    /// What would remove a file that nobody wants any more; nil for all others.
    private func left(_ path: String) -> DataFinding.Mending? {
        guard let slash = path.lastIndex(of: "/") else { return nil }
        let name = String(path[path.index(after: slash)...])
        switch String(path[..<slash]) {
        case folder.path: return isLeftBesideHistory(name) ? .removal : nil
        case folder.recordingsPath: return isLeftRecording(name) ? .removal : nil
        case folder.rememberedPath: return isLeftMemory(name) ? .removal : nil
        case folder.livePath:
            let lock = name.dropLast(".lock".count)
            return LiveLock.isLock(at: path) && !LiveLock.isHeld(String(lock), in: folder) ? .lock(String(lock)) : nil
        default: return nil
        }
    }

    private func isLeftBesideHistory(_ name: String) -> Bool {
        if DataFolder.isTemporary(name) { return !Self.isLocked(folder.path + "/" + name) }
        // Whoever makes a backup holds a lock of the folder.
        if name.contains(DataFolder.backupEnding) { return name.contains(".tmp") && !Self.isLocked(folder.path) }
        let isCopy = [".damaged-copy", ".salvaged"].contains { name.hasPrefix("standup.db" + $0) }
        return isCopy && !LiveLock.isHeld(DataMending.lockName, in: folder)
    }

    /// A half of an import, or of an export that was made right here.
    private func isLeftRecording(_ name: String) -> Bool {
        if DataFolder.isTemporary(name) { return !Self.isLocked(folder.recordingsPath + "/" + name) }
        guard name.hasSuffix(".part") else { return false }
        return !LiveMeetingLock.isHeld(Meeting.ID(rawValue: String(name.dropLast(5))), in: folder)
    }

    /// A temporary file says in its name which process writes it.
    private func isLeftMemory(_ name: String) -> Bool {
        let parts = name.split(separator: ".")
        guard parts.count == 3, let process = pid_t(parts[1]), process > 0 else { return false }
        return kill(process, 0) != 0 && errno == ESRCH
    }

    /// Whether some process holds a lock (flock) of a file or folder; one that cannot be asked about counts as held.
    private static func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return true }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0
    }
}
