public import MeetingModel

/// Stores a meeting while it is running: all that the engine needs from a history.
///
/// To store meetings elsewhere than in SQLite, implement this protocol's seven functions and pass your type to
/// `MeetingDependencies`. `Meeting.apply` applies a change to a value, so that the smallest journal is a dictionary of
/// meetings.
///
/// Each call is atomic, and durable when it returns. A call may wait for the disk, because the engine calls from a
/// separate queue. Durations are stored to the nanosecond. [any thread]
public protocol MeetingJournal: Sendable {
    /// Stores a meeting at its start, replacing one with the same id.
    func begin(_ meeting: Meeting) throws(HistoryError)

    /// Stores all changes to a meeting or none, even if the meeting is marked deleted.
    ///
    /// - Throws: `HistoryError.noMeeting` if there is no such meeting.
    func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError)

    /// The whole meeting; nil if there is none with this id.
    func meeting(_ id: Meeting.ID) throws(HistoryError) -> Meeting?

    /// The steps of a meeting's countdown (`MeetingChange.countdownStep`) in order; none after
    /// `MeetingChange.countdownSettled`.
    ///
    /// A journal that returns none cannot resume interrupted meetings.
    func countdownSteps(of meeting: Meeting.ID) throws(HistoryError) -> [String]

    /// Deletes a discarded meeting and its recording.
    ///
    /// A journal that can restore the meeting for a while keeps both, and does not call `removeRecording`.
    /// A journal that survives a crash marks the meeting before it calls `removeRecording`, so that the next start can
    /// finish the deletion, and calls `removeRecording` even if the mark or the deletion fails.
    func discard(_ meeting: Meeting.ID, removeRecording: () -> Void) throws(HistoryError)

    /// The learned state of a recognizer for a microphone; nil if nothing is stored under this key.
    ///
    /// What is learned of voices is stored in the same way.
    func recognizerState(_ key: String) throws(HistoryError) -> [Float]?

    /// Stores the learned state of a recognizer for a microphone.
    func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError)
}
