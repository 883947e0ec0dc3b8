internal import Glibc
package import MeetingModel

/// How long recordings are kept, where somebody has said so; what was said in them stays.
package struct AudioRetention: Hashable, Sendable {
    /// For how many days.
    package let days: Int

    /// At least one day, at most a hundred years; nil for anything else.
    package init?(days: Int) {
        guard (1...36_500).contains(days) else { return nil }
        self.days = days
    }

    /// Removes the recordings of meetings that began longer ago than that.
    ///
    /// To be called when a program starts. Those that run, those that somebody may want to go on with, and those in which
    /// there is speech that nobody has transcribed yet keep theirs. The file goes first: if it cannot, the meeting still
    /// has it, and it can be tried again.
    ///
    /// - Parameters:
    ///   - store: The history.
    ///   - folder: The data folder.
    ///   - now: The present.
    /// - Returns: What could not be removed, one line each.
    @discardableResult
    package func removeOld(from store: any MeetingStore, in folder: DataFolder, at now: Timestamp) -> [String] {
        var problems: [String] = []
        do {
            let waiting = Set(
                try store.queuedTranscripts().map(\.meeting) + store.untranscribedMeetings()
                    + store.resumableMeetings().map(\.id))
            for meeting in try store.recordedMeetings(before: now + .seconds(-86_400 * days))
            where !waiting.contains(meeting.id) && meeting.state != .live {
                do {
                    try remove(meeting, from: store, in: folder)
                } catch {
                    problems.append("\(error)")
                }
            }
        } catch {
            problems.append("\(error)")
        }
        return problems
    }

    private func remove(_ meeting: Meeting, from store: any MeetingStore, in folder: DataFolder) throws {
        guard let recording = meeting.recording else { return }
        let path = try folder.recordingPath(recording.fileName)
        guard unlink(path) == 0 || errno == ENOENT else {
            throw DataFolderError.cannotRemove(path: path, reason: String(cString: strerror(errno)))
        }
        try store.record([.recordingRemoved], in: meeting.id)
    }
}
