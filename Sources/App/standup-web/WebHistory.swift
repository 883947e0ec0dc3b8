#if Web
import Assets
import FoundationEssentials
import MeetingEngine
import MeetingHistory
import MeetingModel
import Minutes
import StandupHistory

/// The history as the pages need it. [any thread; waits for the disk]
struct WebHistory: Sendable {
    let folder: DataFolder
    let store: any MeetingStore
    /// Makes the points of corrected transcripts; nil if the configuration does not want that.
    private let minutes: MinutesByRules?

    /// Opens the history of a data folder, and creates it if there is none.
    init(folder: DataFolder, makesMinutes: Bool) throws(HistoryError) {
        self.folder = folder
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        self.store = store
        minutes =
            makesMinutes
            ? MinutesByRules(in: store) { language in
                guard let path = try? AssetFolder.locate("Phrases/\(language).yaml") else { return nil }
                return try String(decoding: Data(contentsOf: URL(filePath: path)), as: UTF8.self)
            } : nil
    }

    /// Makes the points of a meeting whose transcript was corrected, if that is final.
    func makeMinutes(of meeting: Meeting) throws {
        guard let minutes, try store.hasFinalTranscript(meeting) else { return }
        try minutes.makeUnlessAssisted(meeting.id, at: .now)
    }
}
#endif
