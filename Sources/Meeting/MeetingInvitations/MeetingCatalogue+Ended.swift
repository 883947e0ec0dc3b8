package import MeetingHistory
package import MeetingModel

extension MeetingCatalogue {
    /// Whether a meeting of a standup ended after an instant, for `InvitationBook.MeetingEnded`.
    package func hasMeeting(of standup: Standup.ID, endedAfter instant: Timestamp) throws(HistoryError) -> Bool {
        try listedMeetings(of: standup, after: nil, limit: 10).contains { listed in
            listed.meeting.state == .finished && listed.meeting.endedAt > instant
        }
    }
}

extension Meeting {
    /// When the meeting ended, by its pauses and its length.
    fileprivate var endedAt: Timestamp {
        startedAt + duration + pauses.reduce(.zero) { $0 + ($1.duration ?? .zero) }
    }
}
