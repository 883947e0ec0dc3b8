internal import MeetingHistory
internal import MeetingModel

extension RowRule {
    /// All rules that the schema does not enforce, except references between tables.
    static let all: [RowRule] =
        rawValues + [uniqueIDs("attendee", in: "standup"), uniqueIDs("meeting_attendee", in: "meeting")]
        + offsets + transcripts + points + updates

    // MARK: Raw values

    private static let rawValues: [RowRule] = [
        rawValue("state", of: "meeting", else: Meeting.State.interrupted),
        rawValue("state", of: "meeting_attendee", else: MeetingAttendee.State.waiting),
        rawValue("reason", of: "pause", else: Pause.Reason.user),
        rawValue("reason", of: "gap", else: Gap.Reason.device),
        rawValue("channel", of: "gap", else: AudioChannel.room),
        rawValue("kind", of: "point", else: Point.Kind.other),
        rawValue("maker", of: "point", else: Point.Maker.rules),
        rawValue("maker", of: "point_version", else: Point.Maker.rules),
        rawValue("state", of: "point", else: Point.State.open),
        rawValue("state", of: "post", else: MinutesPost.State.unknown),
        rawValue("theme", of: "standup", else: Theme.bubblegum),
        rawValue("at_slot_end", of: "standup", else: MeetingSettings.SlotEnd.advance),
        rawValue("time_sharing", of: "standup", else: MeetingSettings.TimeSharing.fixed),
        RowRule(
            what: "recordings that have neither one nor two channels",
            rows: "meeting WHERE recording_channels NOT IN (1, 2)", repair: "makes it one",
            statements: ["UPDATE meeting SET recording_channels = 1 WHERE recording_channels NOT IN (1, 2)"]),
        RowRule(
            what: "utterances with an unknown channel, or interjections without one",
            rows: "utterance WHERE \(isMisplaced)", repair: "gives them to the attendee whose turn it was",
            statements: ["UPDATE utterance SET channel = NULL, interjection = 0 WHERE \(isMisplaced)"]),
        RowRule(
            what: "utterances with words that cannot be read", rows: "utterance WHERE \(isNoList("words"))",
            repair: "keeps their text, without the times of words",
            statements: ["UPDATE utterance SET words = '[]' WHERE \(isNoList("words"))"]),
        RowRule(
            what: "parts of drafts that cannot be read", rows: "draft WHERE \(isNoList("utterances"))",
            repair: "removes them; they are transcribed again",
            statements: ["DELETE FROM draft WHERE \(isNoList("utterances"))"]),
        RowRule(
            what: "standups with warnings that cannot be read", rows: "standup WHERE warnings GLOB '*[^0-9 ]*'",
            repair: "warns 10 s before a slot's end",
            statements: ["UPDATE standup SET warnings = '10000000000' WHERE warnings GLOB '*[^0-9 ]*'"]),
    ]

    /// Each value in a column is a raw value of a type.
    private static func rawValue<Value: CaseIterable & RawRepresentable<String>>(
        _ column: String, of table: String, else other: Value
    ) -> RowRule {
        let isWrong = "\(column) NOT IN (\(Value.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")))"
        let other = other.rawValue
        return RowRule(
            what: "rows of \(table) with an unknown \(column)", rows: "\(table) WHERE \(isWrong)",
            repair: "makes it \(other)", statements: ["UPDATE \(table) SET \(column) = '\(other)' WHERE \(isWrong)"])
    }

    private static let isMisplaced = """
        (channel NOT IN (\(AudioChannel.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")))
            OR channel IS NULL AND interjection)
        """

    private static func isNoList(_ column: String) -> String {
        "NOT (json_valid(\(column)) AND json_type(\(column)) = 'array')"
    }

    // MARK: Attendees

    /// No two attendees of a standup or meeting have the same id.
    private static func uniqueIDs(_ table: String, in whole: String) -> RowRule {
        let isDuplicate = """
            EXISTS (SELECT 1 FROM \(table) AS other WHERE other.\(whole) = \(table).\(whole)
                AND other.id = \(table).id AND other.position < \(table).position)
            """
        return RowRule(
            what: "attendees of a \(whole) with the id of another", rows: "\(table) WHERE \(isDuplicate)",
            repair: "gives them one of their own",
            statements: ["UPDATE \(table) SET id = id || '-' || position WHERE \(isDuplicate)"])
    }

    // MARK: Times

    /// How far past the end of its meeting a time may be, in nanoseconds: the last words are timed roughly.
    static let tolerance: Int64 = 2_000_000_000

    private static let offsets: [RowRule] =
        [
            RowRule(
                what: "meetings of a negative length", rows: "meeting WHERE duration < 0", repair: "makes it 0",
                statements: ["UPDATE meeting SET duration = 0 WHERE duration < 0"]),
            RowRule(
                what: "turns that go on though their meetings have ended",
                rows: "turn WHERE end_at IS NULL AND \(hasEnded)", repair: "ends them with their meetings",
                statements: ["UPDATE turn SET end_at = max(start_at, \(length)) WHERE end_at IS NULL AND \(hasEnded)"]),
        ] + [
            segment("turn", "turns"), segment("gap", "gaps"), segment("mark", "marks"),
            segment("utterance", "utterances"), segment("point", "points"),
        ]
        + [
            RowRule(
                what: "pauses outside their meetings",
                rows: "pause WHERE at < 0 OR \(hasEnded) AND at > \(length) + \(tolerance)",
                repair: "moves them to the meeting's end",
                statements: [
                    "UPDATE pause SET at = max(0, min(at, \(length))) "
                        + "WHERE at < 0 OR \(hasEnded) AND at > \(length) + \(tolerance)"
                ])
        ]

    private static let length = "(SELECT duration FROM meeting WHERE number = meeting)"
    private static let hasEnded = "(SELECT state <> 'live' FROM meeting WHERE number = meeting)"

    /// A start and an end are inside the meeting.
    private static func segment(_ table: String, _ name: String) -> RowRule {
        let isOutside =
            "start_at < 0 OR end_at < start_at OR \(hasEnded) AND max(start_at, coalesce(end_at, 0)) "
            + "> \(length) + \(tolerance)"
        let column = { (name: String, low: String) in
            "CASE WHEN \(hasEnded) THEN max(\(low), min(\(name), \(length))) ELSE max(\(low), \(name)) END"
        }
        return RowRule(
            what: "\(name) outside their meetings", rows: "\(table) WHERE \(isOutside)",
            repair: "cuts them at the beginning and the end of the meeting",
            statements: [
                // Sets the end first, because it depends on the original start.
                "UPDATE \(table) SET end_at = \(column("end_at", "max(start_at, 0)")) "
                    + "WHERE end_at IS NOT NULL AND (\(isOutside))",
                "UPDATE \(table) SET start_at = \(column("start_at", "0")) WHERE \(isOutside)",
                "UPDATE \(table) SET end_at = start_at WHERE end_at < start_at",
            ])
    }

    // MARK: Transcripts

    private static let transcripts: [RowRule] = [
        RowRule(
            what: "utterances in no transcript",
            rows: "utterance WHERE \(isLost)",
            repair: "makes a transcript of them",
            statements: [
                """
                INSERT INTO transcript (meeting, number, created_at, recognizer, follows_live)
                SELECT meeting, transcript, (SELECT started_at FROM meeting WHERE number = meeting), min(recognizer), 0
                FROM utterance WHERE \(isLost) AND transcript <> 1 GROUP BY meeting, transcript
                """,
                "UPDATE meeting SET keeps_live = 1 WHERE number IN (SELECT meeting FROM utterance WHERE transcript = 1)",
            ]),
        RowRule(
            what: "meetings that show a transcript that is not there",
            rows: "meeting WHERE NOT \(isShown) AND NOT \(isWordless)",
            repair: "shows the latest that is there",
            statements: [
                """
                UPDATE meeting SET
                    transcript = coalesce((SELECT max(t.number) FROM transcript t WHERE t.meeting = meeting.number), 1),
                    keeps_live = max(keeps_live,
                        NOT EXISTS (SELECT 1 FROM transcript t WHERE t.meeting = meeting.number))
                WHERE NOT \(isShown) AND NOT \(isWordless)
                """
            ]),
        RowRule(
            what: "meetings that would give a transcript the number of another",
            rows: "meeting WHERE last_transcript < \(lastTranscript)", repair: "counts on from the highest",
            statements: [
                "UPDATE meeting SET last_transcript = \(lastTranscript) WHERE last_transcript < \(lastTranscript)"
            ]),
        RowRule(
            what: "transcripts to come of meetings without a recording", rows: "queued_transcript WHERE \(isDeaf)",
            repair: "waits for them no longer", statements: ["DELETE FROM queued_transcript WHERE \(isDeaf)"]),
        RowRule(
            what: "marks of deleted transcripts that are shown or not there",
            rows: "deleted_transcript WHERE \(isIdleMark)", repair: "removes the marks",
            statements: ["DELETE FROM deleted_transcript WHERE \(isIdleMark)"]),
    ]

    // MARK: Points

    private static let points: [RowRule] = [
        RowRule(
            what: "points with words of a deleted transcript", rows: "point WHERE \(isOfDeletedTranscript)",
            repair: "deletes them as well", statements: ["DELETE FROM point WHERE \(isOfDeletedTranscript)"]),
        RowRule(
            what: "points in no version", rows: "point WHERE NOT \(hasVersion)", repair: "makes a version of them",
            statements: [
                """
                INSERT INTO point_version (meeting, number, created_at, maker)
                SELECT meeting, version, (SELECT started_at FROM meeting WHERE number = meeting), min(maker)
                FROM point WHERE NOT \(hasVersion) GROUP BY meeting, version
                """
            ]),
        RowRule(
            what: "meetings whose current points are missing", rows: "meeting WHERE NOT \(showsPoints)",
            repair: "shows the latest that are there",
            statements: ["UPDATE meeting SET points = \(lastPoints) WHERE NOT \(showsPoints)"]),
        RowRule(
            what: "meetings that would reuse the number of a version of points",
            rows: "meeting WHERE last_points < \(lastPoints)", repair: "counts on from the highest",
            statements: ["UPDATE meeting SET last_points = \(lastPoints) WHERE last_points < \(lastPoints)"]),
    ]

    // MARK: Updates

    private static let updates: [RowRule] = [
        RowRule(
            what: "waiting updates of people who are not in the standup", rows: "written_update WHERE \(isOfNobody)",
            repair: "removes them", statements: ["DELETE FROM written_update WHERE \(isOfNobody)"])
    ]

    private static let isOfNobody = """
        (written_update.meeting IS NULL AND NOT EXISTS (
            SELECT 1 FROM standup JOIN attendee ON attendee.standup = standup.number
            WHERE standup.id = written_update.standup AND attendee.id = written_update.attendee))
        """

    private static let isOfDeletedTranscript = """
        (CASE WHEN point.transcript = 1
            THEN (SELECT NOT keeps_live FROM meeting WHERE number = point.meeting)
            ELSE point.transcript IS NOT NULL AND NOT EXISTS (SELECT 1 FROM transcript t
                WHERE t.meeting = point.meeting AND t.number = point.transcript)
        END)
        """

    private static let hasVersion = """
        EXISTS (SELECT 1 FROM point_version v WHERE v.meeting = point.meeting AND v.number = point.version)
        """

    private static let showsPoints = """
        (meeting.points = 0
            OR EXISTS (SELECT 1 FROM point_version v WHERE v.meeting = meeting.number AND v.number = meeting.points))
        """

    private static let lastPoints =
        "coalesce((SELECT max(v.number) FROM point_version v WHERE v.meeting = meeting.number), 0)"

    private static let isLost = """
        (CASE WHEN utterance.transcript = 1
            THEN (SELECT NOT keeps_live FROM meeting WHERE number = utterance.meeting)
            ELSE NOT EXISTS (SELECT 1 FROM transcript t
                WHERE t.meeting = utterance.meeting AND t.number = utterance.transcript)
        END)
        """

    private static let isShown = """
        (CASE WHEN meeting.transcript = 1 THEN keeps_live
            ELSE EXISTS (SELECT 1 FROM transcript t
                WHERE t.meeting = meeting.number AND t.number = meeting.transcript)
        END)
        """

    /// The words of another member's meeting come after it, or never.
    private static let isWordless = """
        (recorded_by IS NOT NULL AND meeting.transcript = 1
            AND NOT EXISTS (SELECT 1 FROM transcript t WHERE t.meeting = meeting.number))
        """

    private static let lastTranscript =
        "coalesce((SELECT max(t.number) FROM transcript t WHERE t.meeting = meeting.number), 1)"

    private static let isIdleMark = """
        EXISTS (SELECT 1 FROM meeting WHERE meeting.number = deleted_transcript.meeting
            AND (meeting.transcript = deleted_transcript.number
                OR CASE WHEN deleted_transcript.number = 1 THEN NOT keeps_live
                    ELSE NOT EXISTS (SELECT 1 FROM transcript t
                        WHERE t.meeting = meeting.number AND t.number = deleted_transcript.number) END))
        """

    private static let isDeaf =
        "(SELECT recording_file IS NULL FROM meeting WHERE number = queued_transcript.meeting)"
}
