internal import GRDB
package import MeetingHistory
internal import MeetingModel

extension SQLiteMeetingStore {
    @discardableResult
    package func setDeleted(_ item: DeletedItem, by owner: String) throws(HistoryError) -> Bool {
        try write { try $0.setDeleted(item, by: owner) }
    }

    @discardableResult
    package func undelete(_ item: DeletedItem) throws(HistoryError) -> Bool {
        try write { database in
            switch item {
            case .standup(let id):
                try database.run("UPDATE standup SET deleted_by = NULL WHERE id = ?", [id.rawValue])
                return database.changesCount > 0
            case .meeting(let id):
                try database.run("UPDATE meeting SET deleted_by = NULL WHERE id = ?", [id.rawValue])
                guard database.changesCount > 0 else { return false }
                try database.deleteWaitingUpdates(ofMeeting: database.number(of: id))
                try database.noteUpdates(ofMeeting: id)
                return true
            case .transcript(let meeting, let version):
                try database.run(
                    "DELETE FROM deleted_transcript WHERE meeting = (SELECT number FROM meeting WHERE id = ?) AND number = ?",
                    [meeting.rawValue, version])
                return database.changesCount > 0
            }
        }
    }

    package func tombstones() throws(HistoryError) -> [Tombstone] {
        try read { database in
            var tombstones: [Tombstone] = []
            try database.forEachRow("SELECT id, deleted_by FROM standup WHERE deleted_by IS NOT NULL ORDER BY id") {
                tombstones.append(Tombstone(item: .standup($0.id(0)), owner: $0.text(1)))
            }
            try database.forEachRow("SELECT id, deleted_by FROM meeting WHERE deleted_by IS NOT NULL ORDER BY number") {
                tombstones.append(Tombstone(item: .meeting($0.id(0)), owner: $0.text(1)))
            }
            try database.forEachRow(
                """
                SELECT id, deleted_transcript.number, deleted_transcript.deleted_by
                FROM deleted_transcript JOIN meeting ON meeting.number = deleted_transcript.meeting
                ORDER BY meeting.number, deleted_transcript.number
                """
            ) {
                let item = DeletedItem.transcript($0.id(0), version: Int($0.integer(1)))
                tombstones.append(Tombstone(item: item, owner: $0.text(2)))
            }
            return tombstones
        }
    }

    package func removedRecordings() throws(HistoryError) -> [String] {
        try read { database in
            var files: [String] = []
            try database.forEachRow("SELECT file FROM team_removed_recording ORDER BY file") {
                files.append($0.text(0))
            }
            return files
        }
    }

    package func forgetRecording(_ file: String) throws(HistoryError) {
        try write { try $0.run("DELETE FROM team_removed_recording WHERE file = ?", [file]) }
    }
}

extension Database {
    func setDeleted(_ item: DeletedItem, by owner: String) throws -> Bool {
        switch item {
        case .standup(let id):
            try run("UPDATE standup SET deleted_by = ? WHERE id = ? AND deleted_by IS NULL", [owner, id.rawValue])
        case .meeting(let id):
            try run("UPDATE meeting SET deleted_by = ? WHERE id = ? AND deleted_by IS NULL", [owner, id.rawValue])
            guard changesCount > 0 else { return false }
            try returnUpdates(ofResumable: id)
            try noteUpdates(ofMeeting: id)
            return true
        case .transcript(let meeting, let version):
            guard let rows = try TranscriptRows.find(meeting, in: self), try rows.isShown(version) else { return false }
            try rows.checkNotInUse(version)
            try run(
                "INSERT INTO deleted_transcript SELECT number, ?, ? FROM meeting WHERE id = ?",
                [version, owner, meeting.rawValue])
        }
        return changesCount > 0
    }
}
