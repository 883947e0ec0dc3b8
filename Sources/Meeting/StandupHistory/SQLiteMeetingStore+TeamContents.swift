internal import GRDB
package import MeetingHistory
internal import MeetingModel

// What copies are compared by.
extension SQLiteMeetingStore {
    /// All that is shared here and not in the trash, in JSON: equal in all copies that have exchanged everything.
    ///
    /// A key is the kind of an item and the ids of its standup, its meeting and itself, with spaces between them.
    package func sharedContents() throws(HistoryError) -> [String: String] {
        try read { database in
            var contents: [String: String] = [:]
            for standup in try database.standups(where: "shared AND deleted_by IS NULL") {
                contents["standup \(standup.id)"] = SharedContent.json(
                    standup.sharedValues.merging(
                        ["attendees": .list(standup.attendees.map { .text("\($0.id) \($0.name) \($0.isRemote)") })]
                    ) { first, _ in first })
                for update in try database.updates(
                    "written_update WHERE standup = ? AND meeting IS NULL ORDER BY attendee", [standup.id.rawValue])
                {
                    contents["update \(standup.id) \(update.attendee)"] = SharedContent.json(update.sharedValues)
                }
                var meetings: [(number: Int64, id: Meeting.ID, transcript: Int, points: Int64)] = []
                try database.forEachRow(
                    "SELECT number, id, transcript, points FROM meeting WHERE standup = ? AND shared AND deleted_by IS NULL",
                    [standup.id.rawValue]
                ) { meetings.append(($0.integer(0), $0.id(1), Int($0.integer(2)), $0.integer(3))) }
                for meeting in meetings {
                    try database.addContents(
                        of: meeting.number, meeting.id, "\(standup.id) \(meeting.id)", transcript: meeting.transcript,
                        points: meeting.points, to: &contents)
                }
            }
            return contents
        }
    }

    /// The items to send: kind and id.
    package func unsentItems() throws(HistoryError) -> Set<String> { try items("team_outbox") }

    /// The items that were deleted for all: kind and id.
    package func deletedItems() throws(HistoryError) -> Set<String> { try items("team_tombstone") }

    /// The items that the user has hidden here: kind and id.
    package func hiddenItems() throws(HistoryError) -> Set<String> { try items("team_hidden") }

    private func items(_ table: String) throws(HistoryError) -> Set<String> {
        try read { database in
            var items: Set<String> = []
            try database.forEachRow("SELECT kind, item FROM \(table)") { items.insert("\($0.text(0)) \($0.text(1))") }
            return items
        }
    }
}

extension Database {
    fileprivate func addContents(
        of number: Int64, _ id: Meeting.ID, _ key: String, transcript: Int, points version: Int64,
        to contents: inout [String: String]
    ) throws {
        guard let meeting = try meetingWithoutWords(numbered: number) else { return }
        contents["meeting \(key)"] = SharedContent.json(SharedMeeting(meeting))
        for (id, content) in try transcriptContents(of: number) { contents["transcript \(key) \(id)"] = content }
        contents["shown \(key)"] = try transcriptID(transcript, of: number) ?? ""
        var marks: [String] = []
        try forEachRow("SELECT start_at, end_at FROM mark WHERE meeting = ?", [number]) {
            marks.append("\($0.integer(0))-\($0.integer(1))")
        }
        contents["marks \(key)"] = "\(Set(marks).sorted())"
        for point in try points(of: number, version: version) {
            contents["point \(key) \(point.id)"] = SharedContent.json(
                point.sharedValues(transcript: try point.transcript.flatMap { try transcriptID($0, of: number) }))
        }
    }
}
