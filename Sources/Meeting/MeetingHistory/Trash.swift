internal import MeetingModel
internal import Synchronization

/// What a running program has deleted, and can bring back until it closes.
///
/// Its marks bear the name of a lock that the program holds, so that every other one can tell whether it lives. What
/// one left that died is removed by the next that starts. [any thread]
package final class Trash: Sendable {
    private let store: any MeetingStore
    private let folder: DataFolder
    private let owner: String
    /// Held from the first deletion on.
    private let lock = Mutex<LiveLock?>(nil)

    /// An empty trash of a name of its own.
    package init(store: any MeetingStore, folder: DataFolder, using generator: inout some RandomNumberGenerator) {
        self.store = store
        self.folder = folder
        self.owner = "trash-" + Identifier<Trash>(using: &generator).rawValue
    }

    /// Deletes a standup with its meetings, or one meeting, until it is restored; false if it is not there.
    ///
    /// - Throws: A `HistoryError` or a `DataFolderError`.
    @discardableResult
    package func delete(_ item: DeletedItem) throws -> Bool {
        try lock.withLock { lock in
            if lock == nil { lock = try LiveLock.acquire(owner, in: folder) }
        }
        return try store.setDeleted(item, by: owner)
    }

    /// Brings something back that was deleted here; false if there is no such thing any more.
    @discardableResult
    package func restore(_ item: DeletedItem) throws(HistoryError) -> Bool {
        try store.undelete(item)
    }

    /// Removes everything for good that was deleted here and not restored.
    ///
    /// What cannot be removed now, the next program that starts will try.
    ///
    /// - Returns: What could not be removed, one line each.
    @discardableResult
    package func empty() -> [String] {
        defer { lock.withLock { $0.take()?.release() } }
        return Self.purge(store, in: folder) { $0 == owner }
    }

    /// Removes for good what programs have deleted that ended without doing so.
    ///
    /// To be called when a program starts. It costs one small look if there is nothing to do.
    ///
    /// - Returns: What could not be removed, one line each.
    @discardableResult
    package static func emptyAbandoned(in store: any MeetingStore, folder: DataFolder) -> [String] {
        var locks: [String: LiveLock] = [:]
        defer { for lock in locks.values { lock.release() } }
        return purge(store, in: folder) { owner in
            // Whoever holds the lock of a program that died is the one who removes what it left.
            if locks[owner] == nil { locks[owner] = (try? LiveLock.acquire(owner, in: folder)) ?? nil }
            return locks[owner] != nil
        }
    }

    private static func purge(
        _ store: any MeetingStore,
        in folder: DataFolder,
        ownedBy isOwner: (String) -> Bool
    ) -> [String] {
        var problems: [String] = []
        do {
            for tombstone in try store.tombstones() where isOwner(tombstone.owner) {
                do { try purge(tombstone.item, from: store, in: folder) } catch { problems.append("\(error)") }
            }
        } catch {
            problems.append("\(error)")
        }
        return problems
    }

    /// Removes something, unless a meeting in it runs in some process: then it stays marked until that has ended.
    private static func purge(_ item: DeletedItem, from store: any MeetingStore, in folder: DataFolder) throws {
        var locks: [LiveLock] = []
        defer { for lock in locks { lock.release() } }
        for meeting in try store.meetings(removedWith: item) where meeting.state == .live {
            guard let lock = try LiveMeetingLock.acquire(meeting.id, in: folder) else { return }
            locks.append(lock)
        }
        try PermanentDeletion.remove(item, from: store, in: folder)
    }
}
