public import MeetingHistory
public import MeetingModel
internal import Synchronization

/// A store that keeps everything in memory and follows the same rules as the one on disk. [any thread]
public final class InMemoryMeetingStore: MeetingStore {
    private struct Contents {
        var standups: [Standup] = []
        /// In the order in which they were begun.
        var meetings: [Meeting] = []
        var recognizerStates: [String: [Float]] = [:]
        var failure: HistoryError?
    }

    private let contents = Mutex(Contents())

    /// An empty store.
    public init() {}

    /// From now on every write throws this error, as if the disk were full, and changes nothing; nil ends that.
    public func failWrites(with error: HistoryError?) {
        contents.withLock { $0.failure = error }
    }

    /// All standups, in the order in which they were created.
    public func standups() -> [Standup] {
        contents.withLock { $0.standups }
    }

    /// Inserts the standup, or replaces the one with its id.
    public func save(_ standup: Standup) throws(HistoryError) {
        try write { contents in
            if let index = contents.standups.firstIndex(where: { $0.id == standup.id }) {
                contents.standups[index] = standup
            } else {
                contents.standups.append(standup)
            }
        }
    }

    /// Removes a standup and its meetings.
    public func deleteStandup(_ id: Standup.ID) throws(HistoryError) {
        try write { contents in
            contents.standups.removeAll { $0.id == id }
            contents.meetings.removeAll { $0.standupID == id }
        }
    }

    /// The meetings of one standup or of all, newest first, without turns, pauses, gaps and transcript.
    public func meetings(of standup: Standup.ID?) -> [Meeting] {
        let meetings = contents.withLock { $0.meetings }
        return
            meetings.enumerated()
            .filter { standup == nil || $0.element.standupID == standup }
            .sorted { ($0.element.startedAt, $0.offset) > ($1.element.startedAt, $1.offset) }
            .map { _, meeting in
                var meeting = meeting
                meeting.turns = []
                meeting.pauses = []
                meeting.gaps = []
                meeting.transcript = []
                return meeting
            }
    }

    /// The ids of the meetings whose state is live.
    public func liveMeetings() -> [Meeting.ID] {
        contents.withLock { $0.meetings.filter { $0.state == .live }.map(\.id) }
    }

    /// One whole meeting, nil if there is none with this id.
    public func meeting(_ id: Meeting.ID) -> Meeting? {
        contents.withLock { $0.meetings.first { $0.id == id } }
    }

    /// Keeps the beginning of a meeting; one with the same id is replaced.
    public func begin(_ meeting: Meeting) throws(HistoryError) {
        try write { contents in
            contents.meetings.removeAll { $0.id == meeting.id }
            contents.meetings.append(meeting)
        }
    }

    /// Makes changes of a meeting that was begun; one that is not there is an error.
    public func record(_ changes: [MeetingChange], in id: Meeting.ID) throws(HistoryError) {
        try write { contents throws(HistoryError) in
            guard let index = contents.meetings.firstIndex(where: { $0.id == id }) else { throw .noMeeting(id) }
            for change in changes { contents.meetings[index].apply(change) }
        }
    }

    /// Removes a meeting.
    public func deleteMeeting(_ id: Meeting.ID) throws(HistoryError) {
        try write { contents in contents.meetings.removeAll { $0.id == id } }
    }

    /// What a recogniser learned about a microphone, nil if nothing was kept under this key.
    public func recognizerState(_ key: String) -> [Float]? {
        contents.withLock { $0.recognizerStates[key] }
    }

    /// Keeps what a recogniser learned about a microphone.
    public func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError) {
        try write { contents in contents.recognizerStates[key] = state }
    }

    private func write(_ change: (inout Contents) throws(HistoryError) -> Void) throws(HistoryError) {
        try contents.withLock { contents throws(HistoryError) in
            if let failure = contents.failure { throw failure }
            try change(&contents)
        }
    }
}
