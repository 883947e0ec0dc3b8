package import MeetingModel

/// The user's limit on how long recordings are kept; transcripts are always kept.
package struct AudioRetention: Hashable, Sendable {
    /// The number of days.
    package let days: Int

    /// A limit of 1 day to 100 years; nil if `days` is outside that range.
    package init?(days: Int) {
        guard (1...36_500).contains(days) else { return nil }
        self.days = days
    }

    /// Removes the recordings of meetings that started before the limit.
    ///
    /// Call it when a program starts. It keeps the recordings of meetings that are live, resumable or not completely
    /// transcribed. It removes the file first: if that fails, the meeting still refers to the file.
    ///
    /// - Parameters:
    ///   - store: The history.
    ///   - folder: The data folder.
    ///   - now: The current time.
    ///   - line: The line of an error.
    /// - Returns: One line for each recording that could not be removed.
    @discardableResult
    package func removeOld(
        from store: any MeetingJournal & MeetingCatalogue & TranscriptionStore, in folder: DataFolder,
        at now: Timestamp,
        line: (any Error) -> String = { "\($0)" }
    ) -> [String] {
        var problems: [String] = []
        do {
            let waiting = Set(
                try store.queuedTranscripts().map(\.meeting) + store.untranscribedMeetings()
                    + store.resumableMeetings().map(\.id))
            for meeting in try store.recordedMeetings(before: now + .seconds(-86_400 * days))
            where !waiting.contains(meeting.id) && meeting.state != .live {
                do {
                    try folder.removeRecording(of: meeting)
                    try store.record([.recordingRemoved], in: meeting.id)
                } catch {
                    problems.append(line(error))
                }
            }
        } catch {
            problems.append(line(error))
        }
        return problems
    }
}
