package import AudioDevices
package import MeetingHistory
package import MeetingModel
package import StandupFeatures
package import StandupTesting
import Synchronization

/// A history in memory with its recordings, which can be damaged, and claimed by others. [any thread]
package final class InMemoryHistoryKeeper: HistoryKeeper {
    private struct State {
        var damage: HistoryError?
        var claims: Set<Meeting.ID> = []
        var holders: [Standup.ID: LiveLock.Holder] = [:]
        var whenClaiming: (@Sendable () -> Void)?
        var isClosed = false
    }

    /// The history.
    package let store: InMemoryMeetingStore
    /// The recordings in memory.
    package let keptRecordings = InMemoryRecordings()
    private let state: Mutex<State>

    /// A history; with `damage` it cannot be read until it is set aside.
    package init(store: InMemoryMeetingStore = InMemoryMeetingStore(), damage: HistoryError? = nil) {
        self.store = store
        self.state = Mutex(State(damage: damage))
    }

    /// Whether the application has closed it.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// The history, unless it is damaged.
    package func open() throws(HistoryError) -> any MeetingStore {
        if let damage = state.withLock({ $0.damage }) { throw damage }
        return store
    }

    /// The damage is gone.
    package func setAside() throws(HistoryError) -> String? {
        state.withLock { $0.damage = nil }
        return "/data/standup.db.unreadable-1"
    }

    /// Marks something deleted.
    package func delete(_ item: DeletedItem) throws(HistoryError) {
        try store.setDeleted(item, by: Self.owner)
    }

    /// Takes the mark away.
    package func restore(_ item: DeletedItem) throws(HistoryError) {
        try store.undelete(item)
    }

    /// Lets an interrupted meeting stay as it is.
    package func keep(_ meeting: Meeting.ID) throws(HistoryError) {
        try store.record([.countdownSettled], in: meeting)
    }

    /// Removes for good what was deleted.
    package func close() {
        let tombstones = store.tombstones()
        for tombstone in tombstones where tombstone.owner == Self.owner {
            switch tombstone.item {
            case .standup(let id): try? store.deleteStandup(id)
            case .meeting(let id): try? store.deleteMeeting(id)
            }
        }
        state.withLock { $0.isClosed = true }
    }

    private static let owner = "test"

    /// The recordings.
    package var recordings: any RecordingFolder { keptRecordings }

    /// A path that looks like one.
    package func path(of recording: Recording) -> String? { "/data/recordings/" + recording.fileName }

    /// Lets something happen while a meeting is being claimed.
    package func whenClaiming(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenClaiming = action }
    }

    /// The meetings that are claimed at present.
    package var claims: Set<Meeting.ID> { state.withLock { $0.claims } }

    /// Lets another process hold a standup.
    package func hold(_ standup: Standup.ID, by holder: LiveLock.Holder) {
        state.withLock { $0.holders[standup] = holder }
    }

    /// Claims a meeting unless somebody has.
    package func claim(
        _ meeting: Meeting.ID, of standup: Standup.ID, again: Bool
    ) throws(HistoryError) -> ClaimResult {
        state.withLock { $0.whenClaiming }?()
        if !again, let holder = state.withLock({ $0.holders[standup] }) { return .held(holder) }
        guard state.withLock({ $0.claims.insert(meeting).inserted }) else { return .taken }
        return .claimed(Claim { [weak self] in self?.state.withLock { _ = $0.claims.remove(meeting) } })
    }

    private final class Claim: MeetingClaim {
        private let end: @Sendable () -> Void

        init(_ end: @escaping @Sendable () -> Void) {
            self.end = end
        }

        func release() { end() }
    }
}
