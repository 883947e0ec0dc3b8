package import MeetingModel

/// Transcriptions that are not complete: the queue, and drafts with the segments that are done. [any thread]
package protocol TranscriptionStore: Sendable {
    /// Queues a transcript of a meeting; a queued one with another draft is replaced.
    ///
    /// - Throws: `HistoryError.noMeeting` if there is no such meeting.
    func queueTranscript(_ transcript: QueuedTranscript) throws(HistoryError)

    /// The queued transcripts, in the order of the meetings' start.
    func queuedTranscripts() throws(HistoryError) -> [QueuedTranscript]

    /// Removes a transcript from the queue, and its draft; nothing happens if it is not queued.
    func dequeueTranscript(_ transcript: QueuedTranscript) throws(HistoryError)

    /// The finished segments of a draft, in the order of the recording; none if there is no such meeting.
    ///
    /// A draft is not a transcript. It is deleted with its meeting.
    func draft(_ name: String, of meeting: Meeting.ID) throws(HistoryError) -> [DraftPart]

    /// Stores a finished segment, and replaces one of the same frames.
    func keep(_ part: DraftPart, in draft: String, of meeting: Meeting.ID) throws(HistoryError)

    /// The meetings that have ended and whose recording is not transcribed to the end, newest first.
    ///
    /// `LateTranscription.isNeeded` decides about each: a few may need nothing.
    func untranscribedMeetings() throws(HistoryError) -> [Meeting.ID]
}
