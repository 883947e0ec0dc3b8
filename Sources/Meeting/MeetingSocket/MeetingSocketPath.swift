import CSocket
import Glibc
package import MeetingHistory
package import MeetingModel

/// Where the socket of a running meeting is.
package struct MeetingSocketPath: Hashable, Sendable {
    /// The path.
    package let path: String

    /// The path of a meeting's socket: in the data folder, or in the runtime folder if that path is too long.
    ///
    /// `environment` holds `XDG_RUNTIME_DIR`.
    ///
    /// - Throws: If the program never uses such an id.
    package init(_ meeting: Meeting.ID, in folder: DataFolder, environment: [String: String]) throws(DataFolderError) {
        let own = try folder.socketPath(meeting.rawValue)
        if own.utf8.count <= standup_socket_longest_path() {
            path = own
        } else {
            path = Self.runtimeFolder(environment) + "/" + meeting.rawValue + ".sock"
        }
    }

    /// Creates the folder of the path if it is the runtime folder.
    ///
    /// - Returns: False if the folder cannot be created, or belongs to somebody else.
    package func prepare() -> Bool {
        let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
        if mkdir(folder, 0o700) == 0 { return true }
        var status = stat()
        return lstat(folder, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o022 == 0
    }

    private static func runtimeFolder(_ environment: [String: String]) -> String {
        if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") { return runtime + "/standup" }
        return "/tmp/standup-\(geteuid())"
    }
}

/// The running meetings of a data folder.
package enum RunningMeetings {
    /// The meetings that a process holds, and the sockets at which they may listen; the one that started last is last.
    package static func all(
        in folder: DataFolder, environment: [String: String]
    ) -> [(meeting: Meeting.ID, socket: MeetingSocketPath)] {
        folder.lockNames.compactMap { name -> (meeting: Meeting.ID, since: Timestamp)? in
            let id = Meeting.ID(rawValue: name)
            guard DataFolder.isMeetingLock(name) else { return nil }
            return LiveMeetingLock.heldSince(id, in: folder).map { (id, $0) }
        }
        .sorted { $0.since < $1.since }
        .compactMap { id, _ in
            (try? MeetingSocketPath(id, in: folder, environment: environment)).map { (id, $0) }
        }
    }
}
