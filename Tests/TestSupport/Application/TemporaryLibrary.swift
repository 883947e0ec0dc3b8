package import MeetingHistory
package import MeetingModel
package import Sound
import StandupFeatures
package import StandupHistory
package import StandupTesting
import Synchronization

/// A temporary history with recordings in memory; it can be damaged, or locked by other processes. [any thread]
package final class TemporaryLibrary: MeetingLibrary {
    private struct State {
        var damage: HistoryError?
        var claims: [Meeting.ID: Standup.ID] = [:]
        var holders: [Standup.ID: LiveLock.Holder] = [:]
        var whenClaiming: (@Sendable () -> Void)?
        var isClosed = false
        var reach: DeletionReach?
        var reportsWrites = false
        var report: (@Sendable () -> Void)?
        var changedTranscripts: [Meeting.ID] = []
    }

    /// The history.
    package let store: SQLiteMeetingStore
    /// The in-memory recordings.
    package let keptRecordings = InMemoryRecordings()
    private let state: Mutex<State>

    /// Creates a library; with `damage`, the history cannot be read until it is set aside.
    package init(store: SQLiteMeetingStore = SQLiteMeetingStore.temporary(), damage: HistoryError? = nil) {
        self.store = store
        self.state = Mutex(State(damage: damage))
    }

    /// Whether the application has closed the library.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Returns the history; throws while it is damaged.
    package func open() throws(HistoryError) -> any MeetingStore {
        if let damage = state.withLock({ $0.damage }) { throw damage }
        return store
    }

    /// Removes the damage and returns the path of the damaged history; nil if there was no damage.
    package func setAside() throws(HistoryError) -> String? {
        state.withLock { $0.damage.take() }.map { _ in "/data/standup.db.unreadable-1" }
    }

    /// Marks an item as deleted.
    package func delete(_ item: DeletedItem) throws(HistoryError) {
        try store.setDeleted(item, by: Self.owner)
    }

    /// Removes the deletion mark; false if there is no such item.
    package func restore(_ item: DeletedItem) throws(HistoryError) -> Bool {
        guard try store.undelete(item) else { return false }
        try completeInterrupted()
        return true
    }

    /// Nobody: it belongs to no team.
    package func holder(of standup: Standup) -> String? { nil }

    /// For whom the deletion of any meeting would be; nil until it is set, as if nothing were shared.
    package var reach: DeletionReach? {
        get { state.withLock { $0.reach } }
        set { state.withLock { $0.reach = newValue } }
    }

    /// For whom the deletion of an item would be, see `reach`.
    package func deletionReach(of item: DeletedItem) -> DeletionReach? { reach }

    /// Marks meetings interrupted that nobody runs.
    package func completeInterrupted() throws(HistoryError) {
        for id in try store.liveMeetings() where !claims.contains(id) {
            guard let meeting = try store.meeting(id) else { continue }
            try store.record(meeting.changesToInterrupt(recordedFrames: nil), in: id)
        }
    }

    /// Whether writes are reported, see `reportWrite`; set it before the history is opened.
    package var reportsWrites: Bool {
        get { state.withLock { $0.reportsWrites } }
        set { state.withLock { $0.reportsWrites = newValue } }
    }

    /// Reports a write of another process to the application.
    package func reportWrite() { state.withLock { $0.report }?() }

    /// The meetings of which another transcript has become current, in that order.
    package var changedTranscripts: [Meeting.ID] { state.withLock { $0.changedTranscripts } }

    /// Notes the meeting; this library has no rules for points.
    package func transcriptChanged(of meeting: Meeting.ID) {
        state.withLock { $0.changedTranscripts.append(meeting) }
    }

    /// Keeps the function that `reportWrite` calls.
    package func watch(_ report: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            state.report = report
            return state.reportsWrites
        }
    }

    /// Deletes the marked items permanently, with their recordings.
    @discardableResult
    package func close() -> [String] {
        var problems: [String] = []
        for tombstone in (try? store.tombstones()) ?? [] where tombstone.owner == Self.owner {
            for meeting in (try? store.meetings(removedWith: tombstone.item)) ?? [] {
                if let recording = meeting.recording { try? keptRecordings.remove(recording.fileName) }
            }
            do {
                switch tombstone.item {
                case .standup(let id): try store.deleteStandup(id)
                case .meeting(let id): try store.deleteMeeting(id)
                case .transcript(let meeting, let version):
                    try PermanentDeletion.removeTranscript(
                        version, of: meeting, from: store, remakePoints: transcriptChanged)
                }
            } catch {
                problems.append("\(error)")
            }
        }
        state.withLock { $0.isClosed = true }
        return problems
    }

    private static let owner = Trash.ownerPrefix + "test"
    private static let ownHolder = LiveLock.Holder(process: nil, since: Timestamp(nanosecondsSince1970: 0))

    package var recordings: any RecordingFolder { keptRecordings }

    /// A made-up path of a recording.
    package func path(of recording: Recording) -> String? { "/data/recordings/" + recording.fileName }

    /// Sets an action that runs while a meeting is being claimed.
    package func whenClaiming(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenClaiming = action }
    }

    /// The meetings that are currently claimed.
    package var claims: Set<Meeting.ID> { state.withLock { Set($0.claims.keys) } }

    /// Makes another process hold a standup.
    package func hold(_ standup: Standup.ID, by holder: LiveLock.Holder) {
        state.withLock { $0.holders[standup] = holder }
    }

    /// Claims a meeting unless it is already claimed.
    ///
    /// Unless `concurrently` is true, returns `held` if another meeting of the standup is claimed or another process holds the
    /// standup.
    func claim(_ meeting: Meeting.ID, of standup: Standup.ID, concurrently: Bool) -> ClaimResult {
        state.withLock { $0.whenClaiming }?()
        let obstacle: ClaimResult? = state.withLock { state in
            if state.claims[meeting] != nil { return .taken }
            if !concurrently {
                if let holder = state.holders[standup] { return .held(holder) }
                if state.claims.values.contains(standup) { return .held(Self.ownHolder) }
            }
            state.claims[meeting] = standup
            return nil
        }
        return obstacle ?? .claimed(Claim { [weak self] in self?.state.withLock { $0.claims[meeting] = nil } })
    }

    enum ClaimResult {
        case claimed(Claim)
        /// Somebody else has the meeting.
        case taken
        /// Another meeting of the standup is running.
        case held(LiveLock.Holder)
    }

    /// Marks a meeting as running here until it is released.
    final class Claim: Sendable {
        private let end: @Sendable () -> Void

        fileprivate init(_ end: @escaping @Sendable () -> Void) {
            self.end = end
        }

        func release() { end() }
    }
}
