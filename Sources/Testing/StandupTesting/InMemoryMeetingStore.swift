public import MeetingHistory
public import MeetingModel
internal import Synchronization

/// An in-memory history with the behavior of the SQLite history. [any thread]
public final class InMemoryMeetingStore: MeetingStore {
    let history: InMemoryHistory
    /// The number of this connection.
    let connection: Int

    /// Creates an empty store.
    public convenience init() {
        self.init(history: InMemoryHistory(), connection: 0)
    }

    private init(history: InMemoryHistory, connection: Int) {
        self.history = history
        self.connection = connection
    }

    /// Another connection to the same history, like that of another process.
    ///
    /// Its writes change the `dataVersion` of this connection.
    package func anotherConnection() -> InMemoryMeetingStore {
        let connection = history.contents.withLock { contents in
            contents.connections += 1
            return contents.connections
        }
        return InMemoryMeetingStore(history: history, connection: connection)
    }

    /// Makes every write throw an error and change nothing, as on a full disk; nil ends this.
    public func failWrites(with error: HistoryError?) {
        history.contents.withLock { $0.failure = error }
    }

    /// A number that changes after each write by another connection.
    package func dataVersion() -> Int64 {
        read { contents in contents.writes.reduce(0) { $1.key == connection ? $0 : $0 + $1.value } }
    }

    // MARK: Standups

    /// All standups, in the order of their creation.
    public func standups() -> [Standup] {
        read { $0.standups.filter { $0.deletedBy == nil }.map(\.standup) }
    }

    /// Stores a standup, or replaces the one with its id; removes a deletion mark.
    public func save(_ standup: Standup) throws(HistoryError) {
        try write { $0.save(standup) }
    }

    /// Stores a standup unless another process has changed or deleted it since `original` was read.
    package func save(_ standup: Standup, replacing original: Standup?) throws(HistoryError) -> SaveOutcome {
        try write { contents in
            let kept = contents.standups.first { $0.standup.id == standup.id && $0.deletedBy == nil }?.standup
            let outcome = SaveOutcome(of: standup, replacing: original, where: kept)
            if outcome == .saved { contents.save(standup) }
            return outcome
        }
    }

    /// Deletes a standup and its meetings permanently.
    public func deleteStandup(_ id: Standup.ID) throws(HistoryError) {
        try write { contents in
            contents.standups.removeAll { $0.standup.id == id }
            contents.deleteMeetings { $0.standupID == id }
            contents.waitingUpdates[id] = nil
        }
    }

    // MARK: Deletion with undo

    /// Marks an item as deleted; false if it does not exist or is already marked.
    @discardableResult
    package func setDeleted(_ item: DeletedItem, by owner: String) throws(HistoryError) -> Bool {
        try write { contents throws(HistoryError) in
            switch item {
            case .standup(let id):
                guard let index = contents.standups.firstIndex(where: { $0.standup.id == id && $0.deletedBy == nil })
                else { return false }
                contents.standups[index].deletedBy = owner
            case .meeting(let id):
                guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == id && $0.deletedBy == nil })
                else { return false }
                contents.meetings[index].deletedBy = owner
                let deleted = contents.meetings[index]
                if deleted.meeting.state == .interrupted, !deleted.countdownSteps.isEmpty {
                    contents.returnUpdates(of: id)
                }
            case .transcript(let id, let version):
                let index = contents.meetings.firstIndex { $0.meeting.id == id && contents.isVisible($0) }
                guard let index, (try? contents.meetings[index].index(of: version)) != nil else { return false }
                try contents.meetings[index].checkNotInUse(version)
                contents.meetings[index].deletedTranscripts[version] = owner
            }
            return true
        }
    }

    /// Removes a deletion mark; false if the item does not exist.
    @discardableResult
    package func undelete(_ item: DeletedItem) throws(HistoryError) -> Bool {
        try write { contents in
            switch item {
            case .standup(let id):
                guard let index = contents.standups.firstIndex(where: { $0.standup.id == id }) else { return false }
                contents.standups[index].deletedBy = nil
            case .meeting(let id):
                guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == id }) else { return false }
                contents.meetings[index].deletedBy = nil
                contents.removeWaitingUpdates(of: contents.meetings[index].meeting)
            case .transcript(let id, let version):
                guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == id }) else { return false }
                return contents.meetings[index].deletedTranscripts.removeValue(forKey: version) != nil
            }
            return true
        }
    }

    /// All deletion marks.
    package func tombstones() -> [Tombstone] {
        read { contents in
            let standups = contents.standups.compactMap { kept in
                kept.deletedBy.map { Tombstone(item: .standup(kept.standup.id), owner: $0) }
            }
            let meetings = contents.meetings.compactMap { kept in
                kept.deletedBy.map { Tombstone(item: .meeting(kept.meeting.id), owner: $0) }
            }
            let transcripts = contents.meetings.flatMap { kept in
                kept.deletedTranscripts.sorted { $0.key < $1.key }.map { version, owner in
                    Tombstone(item: .transcript(kept.meeting.id, version: version), owner: owner)
                }
            }
            return standups + meetings + transcripts
        }
    }

    // MARK: Recognizer state

    /// A recognizer's learned state for a microphone; nil if none is stored under this key.
    public func recognizerState(_ key: String) -> [Float]? {
        read { $0.recognizerStates[key] }
    }

    /// Stores a recognizer's learned state for a microphone.
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

/// The contents shared by the connections to one in-memory history.
final class InMemoryHistory: Sendable {
    struct Contents {
        var standups: [StoredStandup] = []
        /// The meetings in the order of their start.
        var meetings: [StoredMeeting] = []
        /// The updates that wait for a standup's next meeting.
        var waitingUpdates: [Standup.ID: [WrittenUpdate]] = [:]
        /// The files of recordings of deleted meetings.
        var removedRecordings: Set<String> = []
        var recognizerStates: [String: [Float]] = [:]
        var failure: HistoryError?
        var connections = 0
        /// The number of writes by each connection.
        var writes: [Int: Int64] = [:]
    }

    struct StoredStandup {
        var standup: Standup
        var deletedBy: String?
    }

    let contents = Mutex(Contents())
}

extension InMemoryHistory.Contents {
    mutating func deleteMeetings(where isDeleted: (Meeting) -> Bool) {
        for kept in meetings where isDeleted(kept.meeting) {
            if let recording = kept.meeting.recording { removedRecordings.insert(recording.fileName) }
        }
        meetings.removeAll { isDeleted($0.meeting) }
    }

    mutating func save(_ standup: Standup) {
        waitingUpdates[standup.id]?.removeAll { update in
            !standup.attendees.contains { $0.id == update.attendee }
        }
        let kept = InMemoryHistory.StoredStandup(standup: standup)
        if let index = standups.firstIndex(where: { $0.standup.id == standup.id }) {
            standups[index] = kept
        } else {
            standups.append(kept)
        }
    }

    func isVisible(_ kept: StoredMeeting) -> Bool {
        kept.deletedBy == nil
            && !standups.contains { $0.standup.id == kept.meeting.standupID && $0.deletedBy != nil }
    }

    /// The meetings that are not deleted, and whose standups are not deleted, newest first.
    var visibleMeetings: [StoredMeeting] { newestFirst { isVisible($0) } }

    /// The meetings that satisfy a condition, newest first.
    func newestFirst(where isWanted: (StoredMeeting) -> Bool) -> [StoredMeeting] {
        meetings.enumerated().filter { isWanted($0.element) }
            .sorted { ($0.element.meeting.startedAt, $0.offset) > ($1.element.meeting.startedAt, $1.offset) }
            .map(\.element)
    }
}
