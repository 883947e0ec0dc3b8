public import MeetingModel

/// What is to be found, and where.
public struct SearchRequest: Hashable, Sendable {
    /// The words.
    public var query: SearchQuery
    /// Only in meetings of this standup.
    public var standup: Standup.ID?
    /// Only what these people said, nil for everything; titles, notes and names are nobody's words.
    public var attendees: Set<Attendee.ID>?
    /// Only in meetings that started then or later.
    public var since: Timestamp?
    /// Only in meetings that started earlier.
    public var until: Timestamp?
    /// At most so many hits.
    public var limit: Int
    /// So many of the best hits are left out, for the next page.
    public var offset: Int

    /// Among more utterances than these only the newest are put in the order of how well they fit; the others come
    /// behind them, the newest first.
    ///
    /// How well each fits costs time, and of a word that is said so often nobody wants the oldest.
    public static let rankedUtterances = 1_000

    /// A request.
    public init(
        _ query: SearchQuery,
        standup: Standup.ID? = nil,
        attendees: Set<Attendee.ID>? = nil,
        since: Timestamp? = nil,
        until: Timestamp? = nil,
        limit: Int = 20,
        offset: Int = 0
    ) {
        self.query = query
        self.standup = standup
        self.attendees = attendees
        self.since = since
        self.until = until
        self.limit = limit
        self.offset = offset
    }
}
