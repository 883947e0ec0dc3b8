import Glibc
import MeetingHistory
import MeetingModel
import MeetingSocket

struct StorageChecks {
    let composition: Composition

    /// Checks the data folder, its free space, the history and the running meetings.
    func run() -> [Check] {
        [dataFolder(), freeSpace(), history()] + silentMeetings()
    }

    private var path: String { composition.folder.path }

    private func dataFolder() -> Check {
        let name = "data folder"
        guard let status = FileStatus(path) else {
            let parent = Self.existingAncestor(of: path)
            return access(parent, W_OK | X_OK) == 0
                ? .ok(name, "\(path) will be created")
                : .fail(
                    name, "\(path) cannot be created in \(parent)", mend: "set --data to a writable folder")
        }
        guard status.isFolder else {
            return .fail(name, "\(path) is not a folder", mend: "move it away, or set --data to a folder")
        }
        guard access(path, R_OK | W_OK | X_OK) == 0 else {
            return .fail(name, "\(path) cannot be written", mend: "set --data to a writable folder")
        }
        do { try composition.folder.checkOwnership() } catch { return .failed(name, error) }
        if let objection = composition.folder.reasonNotToOwn {
            return .warn(name, "\(path): \(objection)", mend: "set --data to a folder of its own")
        }
        guard !status.isOpenToOthers else {
            return .warn(name, "\(path) is open to other users", mend: "chmod 700 \(SuggestedCommand.quoted(path))")
        }
        return .ok(name, path)
    }

    private func freeSpace() -> Check {
        let name = "free space"
        let folder = Self.existingAncestor(of: path)
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else {
            return .warn(name, "unknown in \(folder) (\(systemMessage(errno)))", mend: "check the disk")
        }
        // A recording of the room alone: mono, 16 bits, 48 kHz. With a call it is twice as large.
        let bytes = Double(status.f_bavail) * Double(status.f_frsize)
        let hours = bytes / (48_000 * 2 * 3600)
        let room = hours >= 1 ? "\(Int(hours)) hours" : "\(Int(hours * 60)) minutes"
        let finding = "\(Int(bytes / 1e6)) MB, room for \(room) of recording"
        switch hours {
        case 8...: return .ok(name, finding)
        case 0.05...: return .warn(name, finding, mend: "free some space, or set --data to a folder on another disk")
        default: return .fail(name, finding, mend: "free some space, or set --data to a folder on another disk")
        }
    }

    private func history() -> Check {
        let name = "history"
        guard composition.folder.hasHistory else { return .ok(name, "none yet") }
        do {
            let store = try composition.openHistory().store
            let standups = try store.standups().count.counted("standup")
            let meetings = try store.meetingCount(of: nil).counted("meeting")
            return .ok(name, "\(standups), \(meetings) in \(composition.folder.databasePath)")
        } catch {
            return .failed(name, error)
        }
    }

    /// The running meetings that other programs cannot reach.
    private func silentMeetings() -> [Check] {
        LiveMeeting.all(in: composition.folder).silent.map {
            Check(name: "meeting", status: .warn, finding: Failure(silent: $0.meeting, $0.error).message, mend: nil)
        }
    }

    /// The folder itself if it exists, otherwise its nearest existing ancestor.
    private static func existingAncestor(of path: String) -> String {
        var path = path
        while access(path, F_OK) != 0 {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            if slash == path.startIndex { return "/" }
            path = String(path[..<slash])
        }
        return path
    }
}
