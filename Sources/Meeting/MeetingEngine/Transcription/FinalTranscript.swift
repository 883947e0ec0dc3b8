package import MeetingHistory
package import MeetingModel

extension MeetingCatalogue where Self: TranscriptionStore {
    /// Whether nothing will be added to a meeting's transcript: the meeting has ended and will not be resumed, its recording
    /// is transcribed, and no speech server's answer is waited for.
    ///
    /// `standup` begins a new meeting, so that its interrupted meeting will not be resumed.
    package func hasFinalTranscript(
        _ meeting: Meeting, beginning standup: Standup.ID? = nil
    ) throws(HistoryError) -> Bool {
        guard meeting.state != .live, !meeting.awaitsTranscription else { return false }
        if try queuedTranscripts().contains(where: { $0.meeting == meeting.id }) { return false }
        if meeting.standupID == standup { return true }
        return try !resumableMeetings().contains { $0.id == meeting.id }
    }
}
