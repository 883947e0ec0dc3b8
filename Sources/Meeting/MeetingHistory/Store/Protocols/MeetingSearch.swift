package import MeetingModel

/// Search in the meetings of a history. [any thread]
package protocol MeetingSearch: Sendable {
    /// The utterances of current transcripts, updates of meetings, titles, notes and names that match.
    ///
    /// The best match comes first (BM25); of equal matches, the newer. A title or name shared by many meetings of a
    /// standup is one hit.
    func search(_ request: SearchRequest) throws(HistoryError) -> [SearchHit]

    /// All attendees of all meetings, once for each of their names, in no particular order.
    func people() throws(HistoryError) -> [Attendee]
}
