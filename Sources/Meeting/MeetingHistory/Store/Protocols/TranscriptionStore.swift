package import MeetingModel

/// Incomplete transcriptions: the queue, and drafts with finished segments. [any thread]
package protocol TranscriptionStore: Sendable {
    /// Queues a transcript of a meeting; a queued one with another draft is replaced.
    ///
    /// - Throws: `HistoryError.noMeeting` if there is no such meeting.
    func queueTranscript(_ transcript: QueuedTranscript) throws(HistoryError)

    /// The queued transcripts, ordered by the meetings' start.
    func queuedTranscripts() throws(HistoryError) -> [QueuedTranscript]

    /// Removes a transcript from the queue, and its draft; nothing happens if it is not queued.
    func dequeueTranscript(_ transcript: QueuedTranscript) throws(HistoryError)

    /// The finished segments of a draft, in the order of the recording; none if there is no such meeting.
    ///
    /// A draft is not a transcript. It is deleted with its meeting.
    func draft(_ name: String, of meeting: Meeting.ID) throws(HistoryError) -> [DraftPart]

    /// Stores a finished segment, replacing one with the same frames.
    func keep(_ part: DraftPart, in draft: String, of meeting: Meeting.ID) throws(HistoryError)

    /// The ended meetings whose recordings are not completely transcribed (`awaitsTranscription`), newest first.
    func untranscribedMeetings() throws(HistoryError) -> [Meeting.ID]
}
