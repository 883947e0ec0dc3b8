import Glibc
import MeetingHistory
import MeetingModel

/// Looks at every file of the data folder: whose it is to see, where it leads, and whether anybody wants it still.
struct FolderExamination {
    private let folder: DataFolder
    private var findings: [DataFinding] = []

    /// What is wrong with the files of a folder, without what is in them.
    static func findings(in folder: DataFolder) -> [DataFinding] {
        var examination = FolderExamination(folder: folder)
        examination.look()
        return examination.findings
    }

    private init(folder: DataFolder) {
        self.folder = folder
    }

    private mutating func look() {
        let folder = folder
        check(folder.path, isRoot: true)
        for name in DataFolder.names(in: folder.path) {
            let path = folder.path + "/" + name
            guard check(path) else { continue }
            switch path {
            case folder.recordingsPath: lookInto(path) { Self.leftRecording($0, in: folder) }
            case folder.livePath: lookInto(path) { Self.leftLock($0, in: folder) }
            case folder.rememberedPath: lookInto(path) { $0.hasSuffix(".tmp") ? Self.leftOf($0) : nil }
            default: if let left = leftBesideHistory(name) { add(left, at: path) }
            }
        }
    }

    private mutating func lookInto(_ path: String, _ left: (String) -> DataFinding.Mending?) {
        for name in DataFolder.names(in: path) {
            let file = path + "/" + name
            guard check(file), let mending = left(name) else { continue }
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

    private func leftBesideHistory(_ name: String) -> DataFinding.Mending? {
        let history = String(folder.databasePath.dropFirst(folder.path.count + 1))
        if name.hasSuffix(".tmp") { return Self.leftOf(name) }
        let isCopy = [".damaged-copy", ".salvaged"].contains { name.hasPrefix(history + $0) }
        return isCopy && !LiveLock.isHeld(DataMending.lockName, in: folder) ? .removal : nil
    }

    /// A half of an import, or of an export that was made right here.
    private static func leftRecording(_ name: String, in folder: DataFolder) -> DataFinding.Mending? {
        if name.hasSuffix(".tmp") { return leftOf(name) }
        guard name.hasSuffix(".part") else { return nil }
        return LiveMeetingLock.isHeld(Meeting.ID(rawValue: String(name.dropLast(5))), in: folder) ? nil : .removal
    }

    private static func leftLock(_ name: String, in folder: DataFolder) -> DataFinding.Mending? {
        guard name.hasSuffix(".lock") else { return nil }
        let lock = String(name.dropLast(5))
        return LiveLock.isHeld(lock, in: folder) ? nil : .lock(lock)
    }

    /// A temporary file whose name says which process made it, if that is gone, or does not say it.
    private static func leftOf(_ name: String) -> DataFinding.Mending? {
        let process = name.dropLast(4).split(separator: ".").last.flatMap { pid_t($0) }
        guard let process, process > 0 else { return .removal }
        return kill(process, 0) != 0 && errno == ESRCH ? .removal : nil
    }
}
