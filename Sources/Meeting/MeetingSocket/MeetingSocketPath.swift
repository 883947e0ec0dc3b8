package import MeetingHistory
package import MeetingModel

/// Where the socket of a running meeting is.
package struct MeetingSocketPath: Hashable, Sendable {
    package let path: String

    /// Throws if the program never uses such an id.
    package init(_ meeting: Meeting.ID, in folder: DataFolder) throws(DataFolderError) {
        path = try folder.socketPath(meeting.rawValue)
    }
}

package enum RunningMeetings {
    /// The meetings that a process holds, and the sockets at which they may listen; the one that started last is last.
    package static func all(in folder: DataFolder) -> [(meeting: Meeting.ID, socket: MeetingSocketPath)] {
        folder.lockNames.compactMap { name -> (meeting: Meeting.ID, since: Timestamp)? in
            let id = Meeting.ID(rawValue: name)
            guard DataFolder.isMeetingLock(name) else { return nil }
            return LiveMeetingLock.heldSince(id, in: folder).map { (id, $0) }
        }
        .sorted { $0.since < $1.since }
        .compactMap { id, _ in (try? MeetingSocketPath(id, in: folder)).map { (id, $0) } }
    }
}
