internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    package func posts(of meeting: Meeting.ID?) throws(HistoryError) -> [MinutesPost] {
        try read { database in
            try database.posts(
                where: meeting == nil ? isVisible : "id = ? AND \(isVisible)", meeting.map { [$0.rawValue] } ?? [])
        }
    }

    package func save(_ post: MinutesPost, replacing original: MinutesPost?) throws(HistoryError) -> Bool {
        try write { database in
            let number = try database.number(of: post.meeting)
            let stored = try database.posts(where: "id = ?", [post.meeting.rawValue])
                .first { $0.destination == post.destination }
            guard stored == original else { return false }
            try database.run(
                """
                INSERT OR REPLACE INTO post (meeting, destination, state, attempts, queued_at, changed_at, due_at,
                    points, txn, reason)
                VALUES (?, CAST(? AS TEXT), ?, ?, ?, ?, ?, ?, ?, CAST(? AS TEXT))
                """,
                [
                    number, FreeText(post.destination), post.state.rawValue, post.attempts,
                    post.queuedAt.nanosecondsSince1970, post.changedAt.nanosecondsSince1970,
                    post.dueAt.nanosecondsSince1970, post.points, post.transaction, FreeText(post.reason),
                ])
            return true
        }
    }
}

extension Database {
    fileprivate func posts(where condition: String, _ arguments: StatementArguments) throws -> [MinutesPost] {
        var posts: [MinutesPost] = []
        try forEachRow(
            """
            SELECT id, destination, post.state, attempts, queued_at, changed_at, due_at, post.points, txn, reason
            FROM post JOIN meeting ON meeting.number = post.meeting WHERE \(condition)
            ORDER BY started_at DESC, meeting.number DESC, destination
            """,
            arguments
        ) { row in
            posts.append(
                MinutesPost(
                    meeting: row.id(0), destination: row.text(1), state: try row.value(2),
                    attempts: Int(row.integer(3)), queuedAt: Timestamp(nanosecondsSince1970: row.integer(4)),
                    changedAt: Timestamp(nanosecondsSince1970: row.integer(5)),
                    dueAt: Timestamp(nanosecondsSince1970: row.integer(6)), points: Int(row.integer(7)),
                    transaction: row.text(8), reason: row.text(9)))
        }
        return posts
    }
}
