package import MeetingHistory
package import MeetingModel

extension InMemoryMeetingStore {
    /// The finished segments of a draft, in the order of the recording.
    package func draft(_ name: String, of meeting: Meeting.ID) -> [DraftPart] {
        read { contents in contents.meetings.first { $0.meeting.id == meeting }?.drafts[name] ?? [] }
            .sorted { ($0.frames.lowerBound, $0.frames.upperBound) < ($1.frames.lowerBound, $1.frames.upperBound) }
    }

    /// Stores a finished segment, and replaces one of the same frames.
    package func keep(_ part: DraftPart, in draft: String, of meeting: Meeting.ID) throws(HistoryError) {
        try change(meeting) { kept in
            kept.drafts[draft, default: []].removeAll { $0.frames == part.frames }
            kept.drafts[draft, default: []].append(part)
        }
    }

    /// The ended meetings whose recordings are not completely transcribed, newest first.
    package func untranscribedMeetings() -> [Meeting.ID] {
        read(\.visibleMeetings).map(\.meeting).filter(\.awaitsTranscription).map(\.id)
    }
}
