internal import GRDB
package import MeetingHistory
internal import MeetingModel

extension SQLiteMeetingStore {
    /// Marks an item deleted; false if there is no such item or it is already marked.
    @discardableResult
    package func setDeleted(_ item: DeletedItem, by owner: String) throws(HistoryError) -> Bool {
        try write { try $0.setDeleted(item, by: owner) }
    }

    /// Removes the mark; false if there is no such item.
    @discardableResult
    package func undelete(_ item: DeletedItem) throws(HistoryError) -> Bool {
        try write { database in
            try database.run("UPDATE \(item.table) SET deleted_by = NULL WHERE id = ?", [item.id])
            guard database.changesCount > 0 else { return false }
            if case .meeting(let id) = item { try database.deleteWaitingUpdates(ofMeeting: database.number(of: id)) }
            return true
        }
    }

    /// All marks.
    package func tombstones() throws(HistoryError) -> [Tombstone] {
        try read { database in
            var tombstones: [Tombstone] = []
            try database.forEachRow("SELECT id, deleted_by FROM standup WHERE deleted_by IS NOT NULL ORDER BY id") {
                tombstones.append(Tombstone(item: .standup($0.id(0)), owner: $0.text(1)))
            }
            try database.forEachRow("SELECT id, deleted_by FROM meeting WHERE deleted_by IS NOT NULL ORDER BY number") {
                tombstones.append(Tombstone(item: .meeting($0.id(0)), owner: $0.text(1)))
            }
            return tombstones
        }
    }
}

extension Database {
    /// Marks an item deleted; false if there is no such item or it is already marked.
    func setDeleted(_ item: DeletedItem, by owner: String) throws -> Bool {
        try run(
            "UPDATE \(item.table) SET deleted_by = ? WHERE id = ? AND deleted_by IS NULL", [owner, item.id])
        return changesCount > 0
    }
}

extension DeletedItem {
    fileprivate var table: String {
        switch self {
        case .standup: "standup"
        case .meeting: "meeting"
        }
    }

    fileprivate var id: String {
        switch self {
        case .standup(let id): id.rawValue
        case .meeting(let id): id.rawValue
        }
    }
}
