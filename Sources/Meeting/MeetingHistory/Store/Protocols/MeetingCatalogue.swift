package import MeetingModel

/// The lists of a history's meetings.
///
/// A meeting is left out if it, or its standup, is marked deleted. "Newest first" sorts by start; of two meetings that
/// started at the same instant, the one stored last comes first. [any thread]
package protocol MeetingCatalogue: Sendable {
    /// The meetings of one standup or of all, newest first, without turns, pauses, gaps and transcripts.
    ///
    /// Without a limit, it returns all meetings after `offset`.
    func meetings(of standup: Standup.ID?, limit: Int?, offset: Int) throws(HistoryError) -> [Meeting]

    /// A page of the meetings of one standup or of all, newest first.
    ///
    /// `last` is the last meeting of the previous page; nil for the first page.
    func listedMeetings(
        of standup: Standup.ID?, after last: ListedMeeting?, limit: Int
    ) throws(HistoryError) -> [ListedMeeting]

    /// The number of meetings of one standup or of all.
    func meetingCount(of standup: Standup.ID?) throws(HistoryError) -> Int

    /// A summary for each standup that has meetings, in no particular order.
    func meetingSummaries() throws(HistoryError) -> [MeetingSummary]

    /// The ids with this prefix, newest first; the case of ASCII letters is ignored.
    func meetingIDs(startingWith prefix: String) throws(HistoryError) -> [Meeting.ID]

    /// The ids of the meetings whose state is live, including those left by a crash.
    func liveMeetings() throws(HistoryError) -> [Meeting.ID]

    /// The meetings with a recording that started before an instant, newest first, as `meetings` returns them.
    func recordedMeetings(before instant: Timestamp) throws(HistoryError) -> [Meeting]

    /// The interrupted meetings that can be resumed, newest first, as `meetings` returns them.
    ///
    /// Each standup has at most one: its newest meeting, if that has countdown steps.
    func resumableMeetings() throws(HistoryError) -> [Meeting]

    /// The member of the team who recorded a shared meeting, on a computer of theirs; nil if that was here.
    func recorder(of meeting: Meeting.ID) throws(HistoryError) -> String?

    /// One meeting with an empty list of words in each utterance, which is cheaper to read.
    func meetingWithoutWords(_ id: Meeting.ID) throws(HistoryError) -> Meeting?

    /// How each attendee took part in the latest meetings of a standup: the newest meeting first, its attendees in
    /// order. Live meetings are left out.
    func contributions(to standup: Standup.ID, last meetings: Int) throws(HistoryError) -> [Contribution]

    /// Adds imported standups and meetings, all or none.
    ///
    /// An item whose id exists is skipped, unless the existing item is marked deleted: then it is replaced.
    func add(_ standups: [Standup], _ meetings: [Meeting]) throws(HistoryError) -> AddedItems

    /// A number that changes when another connection or process has written.
    ///
    /// Writes through this store do not change it.
    func dataVersion() throws(HistoryError) -> Int64
}

extension MeetingCatalogue {
    /// All meetings of one standup, or of all, newest first, without turns, pauses, gaps and transcripts.
    package func meetings(of standup: Standup.ID?) throws(HistoryError) -> [Meeting] {
        try meetings(of: standup, limit: nil, offset: 0)
    }
}

package struct AddedItems: Hashable, Sendable {
    package let standups: [Standup.ID]
    package let meetings: [Meeting.ID]

    package init(standups: [Standup.ID], meetings: [Meeting.ID]) {
        self.standups = standups
        self.meetings = meetings
    }
}

package struct MeetingSummary: Hashable, Sendable {
    package let standupID: Standup.ID
    /// The title of the newest meeting.
    let lastTitle: String
    package let lastStartedAt: Timestamp
    package let count: Int

    package init(standupID: Standup.ID, lastTitle: String, lastStartedAt: Timestamp, count: Int) {
        self.standupID = standupID
        self.lastTitle = lastTitle
        self.lastStartedAt = lastStartedAt
        self.count = count
    }
}
