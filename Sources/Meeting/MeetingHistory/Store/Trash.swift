package import MeetingModel
internal import Synchronization

/// The items that a running program has deleted, and can restore until it exits.
///
/// Its deletion marks contain the name of a lock that the program holds, so that other programs can tell whether it is
/// still running. After a crash, the next program to start permanently deletes the marked items. [any thread]
package final class Trash: Sendable {
    /// The beginning of the owners of all trashes.
    package static let ownerPrefix = "trash-"

    /// The owner in the mark of a meeting that is being discarded.
    package static func discardedOwner(of meeting: Meeting.ID) -> String { "discarded-\(meeting)" }

    private let store: any PermanentDeletion.Store
    private let folder: DataFolder
    private let owner: String
    private let remakePoints: @Sendable (Meeting.ID) -> Void
    /// Held since the first deletion.
    private let lock = Mutex<LiveLock?>(nil)

    /// An empty trash with a random name.
    ///
    /// `remakePoints` is that of `PermanentDeletion.remove`.
    package init(
        store: any PermanentDeletion.Store, folder: DataFolder, using generator: inout some RandomNumberGenerator,
        remakePoints: @escaping @Sendable (Meeting.ID) -> Void = { _ in }
    ) {
        self.store = store
        self.folder = folder
        self.remakePoints = remakePoints
        self.owner = Self.ownerPrefix + Identifier<Trash>(using: &generator).rawValue
    }

    /// Deletes an item so that it can be restored; false if there is no such item.
    ///
    /// - Throws: A `HistoryError` or a `DataFolderError`.
    @discardableResult
    package func delete(_ item: DeletedItem) throws -> Bool {
        try lock.withLock { lock in
            if lock == nil { lock = try LiveLock.acquire(owner, in: folder) }
        }
        return try store.setDeleted(item, by: owner)
    }

    /// Restores an item that was deleted here; false if there is no such item.
    @discardableResult
    package func restore(_ item: DeletedItem) throws(HistoryError) -> Bool {
        try store.undelete(item)
    }

    /// Permanently deletes all items that were not restored.
    ///
    /// After a failure, the next program to start tries again.
    ///
    /// - Returns: A line for each item that could not be deleted, by `line`.
    @discardableResult
    package func empty(line: (any Error) -> String = { "\($0)" }) -> [String] {
        defer { lock.withLock { $0.take()?.release() } }
        return Self.purge(store, in: folder, line: line, remakePoints: remakePoints) { $0 == owner }
    }

    /// Permanently deletes the items that crashed programs have marked, and completes their deletions.
    ///
    /// Call it when a program starts. It costs two small queries if there is nothing to do. `remakePoints` is that of
    /// `PermanentDeletion.remove`.
    ///
    /// - Returns: A line for each item that could not be deleted, by `line`.
    @discardableResult
    package static func emptyAbandoned(
        in store: any PermanentDeletion.Store, folder: DataFolder, remakePoints: (Meeting.ID) -> Void = { _ in },
        line: (any Error) -> String = { "\($0)" }
    ) -> [String] {
        var locks: [String: LiveLock] = [:]
        defer { for lock in locks.values { lock.release() } }
        var problems = purge(store, in: folder, line: line, remakePoints: remakePoints) { owner in
            // Whoever gets a crashed program's lock deletes its items.
            if locks[owner] == nil { locks[owner] = (try? LiveLock.acquire(owner, in: folder)) ?? nil }
            return locks[owner] != nil
        }
        do { try PermanentDeletion.finish(in: store, folder: folder) } catch { problems.append(line(error)) }
        return problems
    }

    private static func purge(
        _ store: any PermanentDeletion.Store,
        in folder: DataFolder,
        line: (any Error) -> String,
        remakePoints: (Meeting.ID) -> Void,
        ownedBy isOwner: (String) -> Bool
    ) -> [String] {
        var problems: [String] = []
        do {
            for tombstone in try store.tombstones() where isOwner(tombstone.owner) {
                do {
                    try purge(tombstone.item, from: store, in: folder, remakePoints: remakePoints)
                } catch {
                    problems.append(line(error))
                }
            }
        } catch {
            problems.append(line(error))
        }
        return problems
    }

    /// Permanently deletes an item; it stays marked if one of its meetings is running in any process.
    private static func purge(
        _ item: DeletedItem, from store: any PermanentDeletion.Store, in folder: DataFolder,
        remakePoints: (Meeting.ID) -> Void
    ) throws {
        var locks: [LiveLock] = []
        defer { for lock in locks { lock.release() } }
        for meeting in try store.meetings(removedWith: item) where meeting.state == .live {
            guard let lock = try LiveMeetingLock.acquire(meeting.id, in: folder) else { return }
            locks.append(lock)
        }
        // A resumed meeting writes to its live transcript again.
        do {
            try PermanentDeletion.remove(item, from: store, in: folder, remakePoints: remakePoints)
        } catch HistoryError.transcriptInUse {}
    }
}

extension DeletionStore {
    /// The items in the trashes of running programs, which can be restored.
    package func trash() throws(HistoryError) -> [DeletedItem] {
        try tombstones().filter { $0.owner.hasPrefix(Trash.ownerPrefix) }.map(\.item)
    }

    /// Deletes a meeting that is being discarded, with its recording.
    ///
    /// A meeting that a program has put in its trash stays there, with its recording, so that it can be restored. Any other
    /// was marked deleted first (`isMarked`): after a crash, the next start finishes the deletion, see
    /// `Trash.emptyAbandoned`.
    package func deleteDiscarded(
        _ meeting: Meeting.ID, isMarked: Bool, removeRecording: () -> Void
    ) throws(HistoryError) {
        let item = DeletedItem.meeting(meeting)
        if !isMarked,
            try trash().contains(item)
        {
            return
        }
        removeRecording()
        try deleteMeeting(meeting)
    }
}
