package import MeetingModel

/// The transcripts of a history's meetings.
///
/// A meeting has one or more transcripts, each with a number. `Meeting.transcript` is the current one. [any thread]
package protocol TranscriptStore: Sendable {
    /// The transcripts of a meeting, in the order of their creation; none if there is no such meeting.
    func transcriptVersions(of meeting: Meeting.ID) throws(HistoryError) -> [TranscriptVersion]

    /// The utterances of one transcript, in the order of `Meeting.transcript`.
    ///
    /// - Throws: `HistoryError.noTranscript` if there is none with this number.
    func transcript(of meeting: Meeting.ID, version: Int) throws(HistoryError) -> [NumberedUtterance]

    /// Stores a recognizer's transcript of the whole meeting and makes it current.
    ///
    /// Its draft is deleted.
    ///
    /// - Returns: The transcript's number.
    func addTranscript(
        _ utterances: [Utterance],
        to meeting: Meeting.ID,
        recognizer: String,
        at instant: Timestamp,
        finishing draft: String?
    ) throws(HistoryError) -> Int

    /// Copies a transcript, corrects some utterances in the copy and makes it current.
    ///
    /// Utterances added to the live transcript later are also added to its corrected copies. A correction of an
    /// utterance that is not in the transcript is ignored.
    ///
    /// - Returns: The new transcript's number; `version` if the corrections change nothing.
    func correctTranscript(
        of meeting: Meeting.ID,
        version: Int,
        _ corrections: [UtteranceCorrection],
        at instant: Timestamp
    ) throws(HistoryError) -> Int

    /// Makes the turns of an attendee of an ended meeting another's, with the words in all transcripts and the points.
    ///
    /// The other may be new to the meeting. The first one stays in it if `keeps`. Drafts are deleted.
    ///
    /// - Returns: False if a team has the meeting, which does not change there; then nothing is done.
    func giveTurns(
        of attendee: Attendee.ID, to other: Attendee, keeps: Bool, in meeting: Meeting.ID
    ) throws(HistoryError) -> Bool

    /// Makes a transcript current, and takes along the points that a user has added, edited or deleted.
    func chooseTranscript(of meeting: Meeting.ID, version: Int, at instant: Timestamp) throws(HistoryError)

    /// Deletes a transcript permanently, even if it is marked deleted.
    ///
    /// - Throws: `HistoryError.transcriptInUse` if it is current or a live meeting is writing it.
    func deleteTranscript(of meeting: Meeting.ID, version: Int) throws(HistoryError)
}

extension TranscriptStore {
    /// The number of a meeting's current transcript; nil if there is no such meeting, or no transcript.
    package func currentTranscript(of meeting: Meeting.ID) throws(HistoryError) -> Int? {
        try transcriptVersions(of: meeting).first(where: \.isCurrent)?.number
    }

    /// Stores a recognizer's transcript that had no draft.
    package func addTranscript(
        _ utterances: [Utterance], to meeting: Meeting.ID, recognizer: String, at instant: Timestamp
    ) throws(HistoryError) -> Int {
        try addTranscript(utterances, to: meeting, recognizer: recognizer, at: instant, finishing: nil)
    }
}
