package import MeetingModel

/// How long recordings are kept, if the user has set a limit; transcripts stay.
package struct AudioRetention: Hashable, Sendable {
    /// The number of days.
    package let days: Int

    /// A limit of 1 day to 100 years; nil for any other.
    package init?(days: Int) {
        guard (1...36_500).contains(days) else { return nil }
        self.days = days
    }

    /// Removes the recordings of meetings that started before the limit.
    ///
    /// To be called when a program starts. Recordings of meetings that are live, can be resumed, or are not transcribed
    /// to the end stay. The file is removed first, so that the meeting still refers to a file that cannot be removed.
    ///
    /// - Parameters:
    ///   - store: The history.
    ///   - folder: The data folder.
    ///   - now: The present.
    /// - Returns: One line for each recording that could not be removed.
    @discardableResult
    package func removeOld(
        from store: any MeetingJournal & MeetingCatalogue & TranscriptionStore, in folder: DataFolder, at now: Timestamp
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
                    problems.append("\(error)")
                }
            }
        } catch {
            problems.append("\(error)")
        }
        return problems
    }
}
