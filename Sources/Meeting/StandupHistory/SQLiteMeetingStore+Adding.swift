internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// Throws `HistoryError.inconsistent` if `findings` would find more than before.
    package func add(_ standups: [Standup], _ meetings: [Meeting]) throws(HistoryError) -> AddedItems {
        try write { database in
            let faults = try RowRule.all.map { try $0.count(in: database) }
            let newStandups = try standups.filter { try !database.has($0.id.rawValue, in: "standup") }
            let newMeetings = try meetings.filter { try !database.has($0.id.rawValue, in: "meeting") }
            for standup in newStandups { try database.save(standup) }
            for meeting in newMeetings { try database.begin(meeting) }
            for (rule, before) in zip(RowRule.all, faults) {
                let added = try rule.count(in: database) - before
                if added > 0 { throw HistoryError.inconsistent(reason: "\(added) \(rule.what)") }
            }
            return AddedItems(standups: newStandups.map(\.id), meetings: newMeetings.map(\.id))
        }
    }
}

extension Database {
    /// Whether a table has a row with this id that is not marked deleted.
    fileprivate func has(_ id: String, in table: String) throws -> Bool {
        var isThere = false
        try forEachRow("SELECT 1 FROM \(table) WHERE id = ? AND deleted_by IS NULL", [id]) { _ in isThere = true }
        return isThere
    }
}
