package import MeetingHistory
internal import MeetingModel

extension InMemoryMeetingStore {
    /// Queues a transcript of a meeting; a queued one with another draft is replaced.
    package func queueTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { contents throws(HistoryError) in
            guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == transcript.meeting }) else {
                throw .noMeeting(transcript.meeting)
            }
            contents.meetings[index].queuedDraft = transcript.draft
        }
    }

    /// The queued transcripts, by the start of their meetings.
    package func queuedTranscripts() -> [QueuedTranscript] {
        read { contents in
            contents.meetings.filter(contents.isVisible)
                .sorted { $0.meeting.startedAt < $1.meeting.startedAt }
                .compactMap { kept in
                    kept.queuedDraft.map { QueuedTranscript(meeting: kept.meeting.id, draft: $0) }
                }
        }
    }

    /// Removes a transcript and its draft from the queue.
    package func dequeueTranscript(_ transcript: QueuedTranscript) throws(HistoryError) {
        try write { contents in
            guard let index = contents.meetings.firstIndex(where: { $0.meeting.id == transcript.meeting }) else {
                return
            }
            contents.meetings[index].removeDraft(transcript.draft)
        }
    }
}
