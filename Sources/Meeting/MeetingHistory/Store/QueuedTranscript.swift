package import MeetingModel

/// A transcript of a recorded meeting that a speech server has yet to make, turn by turn.
///
/// Finished turns are in the draft. It is deleted with its meeting.
package struct QueuedTranscript: Identifiable, Hashable, Sendable {
    /// The meeting, which has at most one queued transcript.
    package let meeting: Meeting.ID
    /// The name of its draft: what the words depend on, such as the server's address, without secrets.
    package let draft: String

    package var id: Meeting.ID { meeting }

    package init(meeting: Meeting.ID, draft: String) {
        self.meeting = meeting
        self.draft = draft
    }
}
