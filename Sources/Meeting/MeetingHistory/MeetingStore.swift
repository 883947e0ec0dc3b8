public import MeetingModel

/// Where standups and meetings are kept.
///
/// Every call is atomic and is on disk when it returns. Durations are kept to the nanosecond. Calls may take as long
/// as the disk does, so an engine makes them on a queue that nothing waits for. [any thread]
public protocol MeetingStore: Sendable {
    /// All standups, in the order in which they were created.
    func standups() throws(HistoryError) -> [Standup]

    /// Inserts the standup, or replaces the one with its id.
    func save(_ standup: Standup) throws(HistoryError)

    /// Removes a standup and its meetings from the history, for good; one that is not there is no error.
    ///
    /// Their recordings are the caller's to remove.
    func deleteStandup(_ id: Standup.ID) throws(HistoryError)

    /// The meetings of one standup or of all, newest first, without turns, pauses, gaps and transcript.
    ///
    /// Of two that started at the same instant the one begun last comes first.
    func meetings(of standup: Standup.ID?) throws(HistoryError) -> [Meeting]

    /// The ids of the meetings whose state is live, those of a program that died included.
    func liveMeetings() throws(HistoryError) -> [Meeting.ID]

    /// One whole meeting, nil if there is none with this id.
    func meeting(_ id: Meeting.ID) throws(HistoryError) -> Meeting?

    /// One meeting with everything but the words of its utterances, which are most of it.
    func meetingWithoutWords(_ id: Meeting.ID) throws(HistoryError) -> Meeting?

    /// Writes the beginning of a meeting; one with the same id is replaced.
    func begin(_ meeting: Meeting) throws(HistoryError)

    /// Writes what has changed in a meeting that was begun. One that is not there is an error.
    func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError)

    /// Removes a meeting from the history, for good; one that is not there is no error.
    ///
    /// Its recording is the caller's to remove.
    func deleteMeeting(_ id: Meeting.ID) throws(HistoryError)

    /// What a recogniser learned about a microphone, nil if nothing was kept under this key.
    func recognizerState(_ key: String) throws(HistoryError) -> [Float]?

    /// Keeps what a recogniser learned about a microphone.
    func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError)
}

extension MeetingStore {
    /// One meeting with everything but the words of its utterances; takes them away unless the store does it better.
    public func meetingWithoutWords(_ id: Meeting.ID) throws(HistoryError) -> Meeting? {
        guard var meeting = try meeting(id) else { return nil }
        meeting.transcript = meeting.transcript.map(\.withoutWords)
        return meeting
    }
}

extension Utterance {
    fileprivate var withoutWords: Utterance {
        Utterance(attendee: attendee, start: start, end: end, text: text, recognizer: recognizer, words: [])
    }
}

/// A change of a meeting, as it happens; `Meeting.apply(_:)` says what it does.
public enum MeetingChange: Hashable, Sendable {
    /// A turn begins at a meeting time.
    case turnStarted(Attendee.ID, at: Duration)
    /// The open turn ends at a meeting time; a turn of no length leaves no trace.
    case turnEnded(at: Duration)
    /// An attendee's part is now this.
    case attendee(MeetingAttendee)
    /// The countdown stands still.
    case paused(at: Duration, reason: Pause.Reason)
    /// The countdown goes on after so much real time.
    case resumed(after: Duration)
    /// The recording holds silence here.
    case gap(Gap)
    /// The recording exists and has so many frames.
    case recording(Recording)
    /// An utterance was confirmed.
    case utterance(Utterance)
    /// The recording has been transcribed up to this meeting time.
    case transcribed(upTo: Duration)
    /// The meeting has come to this duration and state.
    case state(Meeting.State, duration: Duration)
}

/// What can go wrong with the history; `description` is one line that says what, which and what to do.
public enum HistoryError: Error, Hashable, Sendable {
    /// The file is not a database, or is damaged.
    case unreadable(path: String, reason: String)
    /// The database was written by a newer version of the program.
    case newer(path: String)
    /// The disk is full, read-only or gone.
    case cannotWrite(path: String, reason: String)
    /// No meeting has this id.
    case noMeeting(Meeting.ID)
}

extension HistoryError: CustomStringConvertible {
    /// One line: what, which, what to do.
    public var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "cannot read the history, \(DisplayText(path)) (\(DisplayText(reason))), move the file aside and start "
                + "again; it was left untouched"
        case .newer(let path):
            "cannot read the history, \(DisplayText(path)) was written by a newer version of standup, "
                + "install that version"
        case .cannotWrite(let path, let reason):
            "cannot write the history, \(DisplayText(path)) (\(DisplayText(reason))), make room or set --data to a "
                + "folder that can be written"
        case .noMeeting(let id):
            "no such meeting, \(DisplayText(quoting: id.rawValue)), list them with: standup meetings"
        }
    }
}
