public import MeetingHistory
public import MeetingModel
internal import Synchronization

/// A store that keeps everything in memory and follows the same rules as the one on disk. [any thread]
public final class InMemoryMeetingStore: MeetingStore {
    let history: InMemoryHistory
    /// Which of the history's connections this is.
    let connection: Int

    /// An empty store.
    public convenience init() {
        self.init(history: InMemoryHistory(), connection: 0)
    }

    private init(history: InMemoryHistory, connection: Int) {
        self.history = history
        self.connection = connection
    }

    /// Another store of the same contents, as another process has it: what one writes changes the other's version.
    public func anotherConnection() -> InMemoryMeetingStore {
        let connection = history.contents.withLock { contents in
            contents.connections += 1
            return contents.connections
        }
        return InMemoryMeetingStore(history: history, connection: connection)
    }

    /// From now on every write throws this error, as if the disk were full, and changes nothing; nil ends that.
    public func failWrites(with error: HistoryError?) {
        history.contents.withLock { $0.failure = error }
    }

    /// A number that differs from the one before if another connection has written since then.
    public func dataVersion() -> Int64 {
        read { contents in contents.writes.reduce(0) { $1.key == connection ? $0 : $0 + $1.value } }
    }

    // MARK: Standups

    /// All standups, in the order in which they were created.
    public func standups() -> [Standup] {
        read { $0.standups.filter { $0.deletedBy == nil }.map(\.standup) }
    }

    /// Inserts the standup, or replaces the one with its id; one that is marked deleted is there again.
    public func save(_ standup: Standup) throws(HistoryError) {
        try write { $0.save(standup) }
    }

    /// Saves the standup unless somebody else has changed or deleted it since `original` was read.
    public func save(_ standup: Standup, replacing original: Standup?) throws(HistoryError) -> SaveOutcome {
        try write { contents in
            let kept = contents.standups.first { $0.standup.id == standup.id && $0.deletedBy == nil }?.standup
            let outcome = SaveOutcome(of: standup, replacing: original, where: kept)
            if outcome == .saved { contents.save(standup) }
            return outcome
        }
    }

    /// Removes a standup and its meetings.
    public func deleteStandup(_ id: Standup.ID) throws(HistoryError) {
        try write { contents in
            contents.standups.removeAll { $0.standup.id == id }
            contents.meetings.removeAll { $0.meeting.standupID == id }
        }
    }

    // MARK: Deleting so that it can be undone

    /// Marks something deleted; false if it is not there, or is marked already.
    @discardableResult
    public func setDeleted(_ item: DeletedItem, by owner: String) throws(HistoryError) -> Bool {
        try write { contents in
            switch item {
            case .standup(let id):
                guard let index = contents.standups.firstIndex(where: { $0.standup.id == id && $0.deletedBy == nil })
                else { return false }
                contents.standups[index].deletedBy = owner
            case .meeting(let id):
                guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == id && $0.deletedBy == nil })
                else { return false }
                contents.meetings[index].deletedBy = owner
            }
            return true
        }
    }

    /// Takes the mark away; false if there is no such thing any more.
    @discardableResult
    public func undelete(_ item: DeletedItem) throws(HistoryError) -> Bool {
        try write { contents in
            switch item {
            case .standup(let id):
                guard let index = contents.standups.firstIndex(where: { $0.standup.id == id }) else { return false }
                contents.standups[index].deletedBy = nil
            case .meeting(let id):
                guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == id }) else { return false }
                contents.meetings[index].deletedBy = nil
            }
            return true
        }
    }

    /// Everything that is marked deleted.
    public func tombstones() -> [Tombstone] {
        read { contents in
            let standups = contents.standups.compactMap { kept in
                kept.deletedBy.map { Tombstone(item: .standup(kept.standup.id), owner: $0) }
            }
            let meetings = contents.meetings.compactMap { kept in
                kept.deletedBy.map { Tombstone(item: .meeting(kept.meeting.id), owner: $0) }
            }
            return standups + meetings
        }
    }

    // MARK: Others

    /// What a recogniser learned about a microphone, nil if nothing was kept under this key.
    public func recognizerState(_ key: String) -> [Float]? {
        read { $0.recognizerStates[key] }
    }

    /// Keeps what a recogniser learned about a microphone.
    public func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError) {
        try write { contents in contents.recognizerStates[key] = state }
    }

    func read<T>(_ body: (borrowing InMemoryHistory.Contents) -> T) -> T {
        history.contents.withLock { body($0) }
    }

    func write<T>(
        _ change: (inout InMemoryHistory.Contents) throws(HistoryError) -> T
    ) throws(HistoryError) -> T {
        try history.contents.withLock { contents throws(HistoryError) in
            if let failure = contents.failure { throw failure }
            var changed = contents
            let result = try change(&changed)
            changed.writes[connection, default: 0] += 1
            contents = changed
            return result
        }
    }
}

/// What the connections to one history in memory share.
final class InMemoryHistory: Sendable {
    struct Contents {
        var standups: [KeptStandup] = []
        /// In the order in which they were begun.
        var meetings: [KeptMeeting] = []
        var recognizerStates: [String: [Float]] = [:]
        var failure: HistoryError?
        var connections = 0
        /// How often each connection has written.
        var writes: [Int: Int64] = [:]
    }

    struct KeptStandup {
        var standup: Standup
        var deletedBy: String?
    }

    let contents = Mutex(Contents())
}

extension InMemoryHistory.Contents {
    mutating func save(_ standup: Standup) {
        let kept = InMemoryHistory.KeptStandup(standup: standup)
        if let index = standups.firstIndex(where: { $0.standup.id == standup.id }) {
            standups[index] = kept
        } else {
            standups.append(kept)
        }
    }

    func isVisible(_ kept: KeptMeeting) -> Bool {
        kept.deletedBy == nil
            && !standups.contains { $0.standup.id == kept.meeting.standupID && $0.deletedBy != nil }
    }

    /// The meetings that are not marked deleted, nor their standups, newest first.
    var visibleMeetings: [KeptMeeting] { newestFirst { isVisible($0) } }

    /// The meetings that meet a condition, newest first.
    func newestFirst(where isWanted: (KeptMeeting) -> Bool) -> [KeptMeeting] {
        meetings.enumerated().filter { isWanted($0.element) }
            .sorted { ($0.element.meeting.startedAt, $0.offset) > ($1.element.meeting.startedAt, $1.offset) }
            .map(\.element)
    }
}
