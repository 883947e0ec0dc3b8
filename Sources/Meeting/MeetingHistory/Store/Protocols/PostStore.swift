package import MeetingModel

/// The postings of minutes: one for each meeting and destination. [any thread]
package protocol PostStore: Sendable {
    /// The postings of one meeting or of all: those of the newest meeting first, then by destination.
    func posts(of meeting: Meeting.ID?) throws(HistoryError) -> [MinutesPost]

    /// Stores a posting if the stored one equals `original`; with nil, if none is stored.
    ///
    /// Of two processes that claim the same posting, one gets false. A posting is deleted with its meeting.
    ///
    /// - Throws: `HistoryError.noMeeting` if there is no such meeting.
    func save(_ post: MinutesPost, replacing original: MinutesPost?) throws(HistoryError) -> Bool
}
