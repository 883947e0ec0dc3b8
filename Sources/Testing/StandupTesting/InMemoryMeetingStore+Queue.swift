public import MeetingHistory
internal import MeetingModel

extension InMemoryMeetingStore {
    /// Notes that a meeting is to get a transcript; one of the same draft that it is to get already stays as it is.
    public func queueTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { contents throws(HistoryError) in
            guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == transcript.meeting }) else {
                throw .noMeeting(transcript.meeting)
            }
            contents.meetings[index].queuedDraft = transcript.draft
        }
    }

    /// The transcripts that meetings are still to get, in the order of the meetings' start.
    public func queuedTranscripts() -> [QueuedTranscript] {
        read { contents in
            contents.meetings.filter(contents.isVisible)
                .sorted { $0.meeting.startedAt < $1.meeting.startedAt }
                .compactMap { kept in
                    kept.queuedDraft.map { QueuedTranscript(meeting: kept.meeting.id, draft: $0) }
                }
        }
    }

    /// Notes that a meeting is not to get a transcript any more, and removes its draft.
    public func dequeueTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { contents in
            guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == transcript.meeting }) else {
                return
            }
            contents.meetings[index].removeDraft(transcript.draft)
        }
    }
}
