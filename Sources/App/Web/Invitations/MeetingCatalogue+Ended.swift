package import MeetingHistory
package import MeetingModel

extension MeetingCatalogue {
    /// When the first meeting of a standup that ended after an instant ended, for `InvitationBook.MeetingEnd`.
    package func firstEnd(of standup: Standup.ID, after instant: Timestamp) throws(HistoryError) -> Timestamp? {
        try listedMeetings(of: standup, after: nil, limit: 10)
            .filter { $0.meeting.state == .finished && $0.meeting.endedAt > instant }
            .map(\.meeting.endedAt).min()
    }
}

extension Meeting {
    fileprivate var endedAt: Timestamp {
        startedAt + duration + pauses.reduce(.zero) { $0 + ($1.duration ?? .zero) }
    }
}
