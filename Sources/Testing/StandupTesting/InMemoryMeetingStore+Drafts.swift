public import MeetingHistory
public import MeetingModel

extension InMemoryMeetingStore {
    /// What is kept of a transcript that is being made, in the order of the recording.
    public func draft(_ name: String, of meeting: Meeting.ID) -> [DraftPart] {
        read { contents in contents.meetings.first { $0.meeting.id == meeting }?.drafts[name] ?? [] }
            .sorted { ($0.frames.lowerBound, $0.frames.upperBound) < ($1.frames.lowerBound, $1.frames.upperBound) }
    }

    /// Keeps a part of a transcript that is being made; one of the same frames is replaced.
    public func keep(_ part: DraftPart, in draft: String, of meeting: Meeting.ID) throws(HistoryError) {
        try change(meeting) { kept in
            kept.drafts[draft, default: []].removeAll { $0.frames == part.frames }
            kept.drafts[draft, default: []].append(part)
        }
    }

    /// The meetings that have ended with a part of the recording that nobody has transcribed yet, newest first.
    public func untranscribedMeetings() -> [Meeting.ID] {
        read(\.visibleMeetings).map(\.meeting)
            .filter { meeting in
                meeting.state != .live && meeting.recording != nil
                    && meeting.transcribedUpTo.map { $0 < meeting.duration } ?? false
            }
            .map(\.id)
    }
}
