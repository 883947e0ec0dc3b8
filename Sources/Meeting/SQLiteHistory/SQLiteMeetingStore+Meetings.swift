internal import GRDB
package import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// The meetings of one standup or of all, newest first, without turns, pauses, gaps and transcript.
    ///
    /// Two queries, however many there are.
    package func meetings(of standup: Standup.ID?) throws(HistoryError) -> [Meeting] {
        let condition = standup == nil ? "" : "WHERE meeting.standup = ?"
        let arguments: StatementArguments = standup.map { [$0.rawValue] } ?? []
        return try read { database in
            var meetings: [Meeting] = []
            var indexes: [Int64: Int] = [:]
            try database.forEachRow(
                "SELECT \(meetingColumns) FROM meeting \(condition) ORDER BY started_at DESC, number DESC",
                arguments
            ) { row in
                indexes[row.integer(0)] = meetings.count
                meetings.append(try Meeting(row))
            }
            let source = standup == nil ? "meeting_attendee" : "meeting JOIN meeting_attendee ON meeting = number"
            try database.forEachRow(
                "SELECT \(attendeeColumns) FROM \(source) \(condition) ORDER BY meeting, position",
                arguments
            ) { row in
                guard let index = indexes[row.integer(0)] else { return }
                meetings[index].attendees.append(try MeetingAttendee(row))
            }
            return meetings
        }
    }

    /// The ids of the meetings whose state is live.
    package func liveMeetings() throws(HistoryError) -> [Meeting.ID] {
        try read { database in
            var ids: [Meeting.ID] = []
            try database.forEachRow("SELECT id FROM meeting WHERE state = 'live' ORDER BY number") { row in
                ids.append(row.id(0))
            }
            return ids
        }
    }

    /// One whole meeting, nil if there is none with this id.
    package func meeting(_ id: Meeting.ID) throws(HistoryError) -> Meeting? {
        try meeting(id, withWords: true)
    }

    /// One meeting with everything but the words of its utterances, which are not even read.
    package func meetingWithoutWords(_ id: Meeting.ID) throws(HistoryError) -> Meeting? {
        try meeting(id, withWords: false)
    }

    private func meeting(_ id: Meeting.ID, withWords: Bool) throws(HistoryError) -> Meeting? {
        try read { database in
            var found: (number: Int64, meeting: Meeting)?
            try database.forEachRow("SELECT \(meetingColumns) FROM meeting WHERE id = ?", [id.rawValue]) { row in
                found = (row.integer(0), try Meeting(row))
            }
            guard let number = found?.number, var meeting = found?.meeting else { return nil }
            try database.forEachRow(
                "SELECT \(attendeeColumns) FROM meeting_attendee WHERE meeting = ? ORDER BY position",
                [number]
            ) { row in meeting.attendees.append(try MeetingAttendee(row)) }
            try database.forEachRow(
                "SELECT attendee, start_at, end_at FROM turn WHERE meeting = ? ORDER BY number",
                [number]
            ) { row in
                meeting.turns.append(Turn(attendee: row.id(0), start: row.duration(1), end: row.optionalDuration(2)))
            }
            try database.forEachRow(
                "SELECT at, duration, reason FROM pause WHERE meeting = ? ORDER BY number",
                [number]
            ) { row in
                meeting.pauses.append(
                    Pause(at: row.duration(0), duration: row.optionalDuration(1), reason: try row.value(2))
                )
            }
            try database.forEachRow(
                "SELECT start_at, end_at, reason FROM gap WHERE meeting = ? ORDER BY number",
                [number]
            ) { row in
                meeting.gaps.append(Gap(start: row.duration(0), end: row.duration(1), reason: try row.value(2)))
            }
            try database.forEachRow(
                """
                SELECT attendee, start_at, end_at, text, recognizer, \(withWords ? "words" : "NULL")
                FROM utterance WHERE meeting = ?
                ORDER BY start_at, number
                """,
                [number]
            ) { row in
                let words: [StoredWord] = withWords ? try row.json(5) : []
                meeting.transcript.append(
                    Utterance(
                        attendee: row.id(0),
                        start: row.duration(1),
                        end: row.duration(2),
                        text: row.text(3),
                        recognizer: row.text(4),
                        words: words.map(\.word)
                    )
                )
            }
            return meeting
        }
    }
}

private let meetingColumns = """
    number, id, standup, title, started_at, state, duration, language, recording_file, recording_rate,
    recording_frames, transcribed_up_to
    """

private let attendeeColumns = """
    meeting, meeting_attendee.id, name, slot, used, overtime, meeting_attendee.state
    """

extension Meeting {
    /// A meeting from `meetingColumns`, without what is in other tables.
    fileprivate init(_ row: Columns) throws {
        self.init(
            id: row.id(1),
            standupID: row.id(2),
            title: row.text(3),
            startedAt: Timestamp(nanosecondsSince1970: row.integer(4)),
            state: try row.value(5),
            duration: row.duration(6),
            language: row.text(7),
            attendees: [],
            recording: row.isNull(8) ? nil : try Recording(row),
            transcribedUpTo: row.optionalDuration(11)
        )
    }
}

extension Recording {
    /// A recording from `meetingColumns`.
    ///
    /// A damaged file must not make its arithmetic trap.
    fileprivate init(_ row: Columns) throws {
        let (rate, frames) = (row.integer(9), row.integer(10))
        guard (1...10_000_000).contains(rate), (0...(1 << 32) * rate).contains(frames) else {
            throw DamagedRow(description: "a recording cannot have \(frames) frames at \(rate) Hz")
        }
        self.init(fileName: row.text(8), sampleRate: Int(rate), frames: frames)
    }
}

extension MeetingAttendee {
    /// An attendee's part from `attendeeColumns`.
    fileprivate init(_ row: Columns) throws {
        self.init(
            id: row.id(1),
            name: row.text(2),
            slot: row.duration(3),
            used: row.duration(4),
            overtime: row.duration(5),
            state: try row.value(6)
        )
    }
}

/// A word as it stands in the database.
struct StoredWord: Codable {
    private let text: String
    private let start: Int64
    private let end: Int64
    private let confidence: Double

    init(_ word: Word) {
        text = word.text
        start = word.start.nanoseconds
        end = word.end.nanoseconds
        // JSON has no other numbers.
        confidence = word.confidence.isFinite ? word.confidence : 0
    }

    var word: Word {
        Word(text: text, start: .nanoseconds(start), end: .nanoseconds(end), confidence: confidence)
    }
}
