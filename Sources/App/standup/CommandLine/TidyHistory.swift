import MeetingHistory
import MeetingModel
import Sound
import StandupHistory

/// A history that was opened and tidied up: it completed the meetings and deletions of programs that crashed, and
/// deleted recordings that are past their retention.
struct TidyHistory {
    let store: SQLiteMeetingStore
    let recovered: [InterruptedMeetings.Recovered]
    /// What was deleted, and what could not be deleted and why, a line each.
    let notes: [String]

    /// Opens the history of a data folder, and creates both if there is none.
    ///
    /// `progress` receives the progress of an upgrade from an earlier version, from 0 to 1. `makeMinutes` makes the points
    /// of a meeting again that had words of a deleted transcript.
    init(
        in folder: DataFolder, retention: AudioRetention?, progress: @escaping @Sendable (Double) -> Void = { _ in },
        makeMinutes: @Sendable (any MeetingStore, Meeting.ID) -> Void
    ) throws {
        try folder.create()
        let store = try SQLiteMeetingStore(path: folder.databasePath, progress: progress)
        self.store = store
        let line = { (error: any Error) in Failure(error).message }
        recovered = try InterruptedMeetings.recover(in: store, folder: folder, line: line) { path in
            try WAVRecording.repair(path: path).frames
        }
        let problems = Trash.emptyAbandoned(
            in: store, folder: folder, remakePoints: { makeMinutes(store, $0) }, line: line)
        let report = retention?.removeOld(from: store, in: folder, at: .now, line: line)
        notes = problems + (report.flatMap { retention?.lines(on: $0, in: store) } ?? [])
    }
}
