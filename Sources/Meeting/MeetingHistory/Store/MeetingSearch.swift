package import MeetingModel

/// Search in the meetings of a history. [any thread]
package protocol MeetingSearch: Sendable {
    /// The utterances of current transcripts, titles, notes and names that match.
    ///
    /// The best match comes first (BM25), and of equal ones the newer. A title or a name that many meetings of a
    /// standup share is one hit.
    func search(_ request: SearchRequest) throws(HistoryError) -> [SearchHit]

    /// All attendees of all meetings, once for each name that they had, in no particular order.
    func people() throws(HistoryError) -> [Attendee]
}
