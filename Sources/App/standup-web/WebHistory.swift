#if Web
import MeetingHistory
import MeetingModel
import SQLiteHistory

/// The history as the pages need it. [any thread; waits for the disk]
struct WebHistory: Sendable {
    /// The data folder.
    let folder: DataFolder
    /// The history.
    let store: any MeetingStore

    /// Opens the history of a data folder, and creates it if there is none.
    init(folder: DataFolder) throws(HistoryError) {
        self.folder = folder
        store = try SQLiteMeetingStore(path: folder.databasePath)
    }
}
#endif
