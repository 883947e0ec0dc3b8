#if Web
import MeetingHistory
import MeetingModel
import SQLiteHistory

/// The history as the pages need it. [any thread; waits for the disk]
struct WebHistory: Sendable {
    /// The data folder.
    let folder: DataFolder
    /// The history.
    let store: SQLiteMeetingStore

    /// Opens the history of a data folder, and creates it if there is none.
    init(folder: DataFolder) throws(HistoryError) {
        self.folder = folder
        store = try SQLiteMeetingStore(path: folder.databasePath)
    }

    /// Whether a meeting of a standup ended after an instant.
    func hasMeeting(of standup: Standup.ID, endedAfter instant: Timestamp) throws(HistoryError) -> Bool {
        try store.listedMeetings(of: standup, after: nil, limit: 10).contains { listed in
            listed.meeting.state == .finished && listed.meeting.endedAt > instant
        }
    }
}

extension Meeting {
    /// When the meeting ended, by its pauses and its length.
    fileprivate var endedAt: Timestamp {
        startedAt + duration + pauses.reduce(.zero) { $0 + ($1.duration ?? .zero) }
    }
}
#endif
