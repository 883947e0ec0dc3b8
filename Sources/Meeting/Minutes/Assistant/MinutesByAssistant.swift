package import MeetingHistory
package import MeetingModel

/// Makes the points of meetings by an assistant, and stores them as a version of their own.
package struct MinutesByAssistant: Sendable {
    package typealias Store = MeetingJournal & TranscriptStore & PointStore & StandupStore

    private let store: any Store
    private let assistant: MeetingAssistant

    package init(in store: any Store, by assistant: MeetingAssistant) {
        self.store = store
        self.assistant = assistant
    }

    /// Whether the current points of a meeting are an assistant's, of its current transcript.
    package func areCurrent(for meeting: Meeting.ID) throws -> Bool {
        guard let version = try store.currentSource(of: meeting) else { return false }
        return try version.maker == .assistant && version.transcript == store.currentTranscript(of: meeting)
    }

    /// Whether an assistant has made points of the current transcript of a meeting, even if another version was chosen.
    package func areMade(for meeting: Meeting.ID) throws -> Bool {
        let transcript = try store.currentTranscript(of: meeting)
        return try store.pointVersions(of: meeting).contains { $0.maker == .assistant && $0.transcript == transcript }
    }

    /// Asks for the points of a meeting's current transcript, and stores them; takes minutes.
    ///
    /// They take the place of the rules' points; the older version stays in the history. Equal points make no version. What
    /// a person made or changed is kept, and what is said to be done settles the open point that it continues.
    ///
    /// `progress` gets the number of answered questions, and of all.
    ///
    /// - Throws: What the history throws, `HistoryError.transcriptChanged` if the transcript changed meanwhile, or
    ///   `AssistantError`.
    package func make(
        of id: Meeting.ID, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
        at instant: @Sendable () -> Timestamp
    ) throws -> MeetingAssistant.Report {
        guard let meeting = try store.meeting(id) else { throw HistoryError.noMeeting(id) }
        let transcript = try store.currentTranscript(of: id)
        let standup = try store.standups().first { $0.id == meeting.standupID }
        let open = try store.openPoints(of: meeting.standupID, before: id, startedAt: meeting.startedAt).map(\.point)
        let names = standup?.attendees.map { ($0.id, $0.name) } ?? []
        var generator = SystemRandomNumberGenerator()
        let report = try assistant.points(
            of: meeting, number: transcript,
            with: MeetingAssistant.Context(
                terms: meeting.attendees.map(\.name) + (standup?.vocabulary ?? []),
                names: Dictionary(names) { first, _ in first },
                openPoints: Dictionary(grouping: open, by: \.attendee)),
            using: &generator, progress: progress)
        // Meanwhile words may have been corrected or erased, and points marked.
        guard let present = try store.meeting(id), present.transcript == meeting.transcript,
            try store.currentTranscript(of: id) == transcript
        else { throw HistoryError.transcriptChanged(id) }
        // What attendees wrote is not sent to an assistant, and the points of a turn without a usable answer stay.
        let kept = present.points.filter { point in
            point.maker != .hand
                && (point.maker == .rules && point.transcript == nil
                    || point.transcript == transcript && report.failures.contains { $0.turn?.contains(point) == true })
        }
        let points = try (report.points + kept).keeping(
            present.points, deleted: store.pointsDeletedByHand(of: id))
        guard try points != present.points || !areCurrent(for: id) else { return report }
        let known = Set(present.points.filter { $0.kind == .done }.compactMap(\.continues))
        let settled = points.filter { $0.kind == .done }.compactMap(\.continues).filter { !known.contains($0) }
        try store.addPoints(points, to: id, by: .assistant, from: transcript, settling: settled, at: instant())
        return report
    }
}

extension SpokenTurn {
    /// Whether a point was found in the turn.
    fileprivate func contains(_ point: Point) -> Bool {
        attendee == point.attendee && utterances.contains { $0.start <= point.end && point.start <= $0.end }
    }
}
