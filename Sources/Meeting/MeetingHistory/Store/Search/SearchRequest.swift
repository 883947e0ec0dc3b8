public import MeetingModel

/// A search in some or all meetings.
public struct SearchRequest: Hashable, Sendable {
    /// The words.
    public var query: SearchQuery
    /// Only in meetings of this standup.
    public var standup: Standup.ID?
    /// Only utterances of these people; nil for everything, also titles, notes and names.
    public var attendees: Set<Attendee.ID>?
    /// Only in meetings that started at this instant or later.
    public var since: Timestamp?
    /// Only in meetings that started before this instant.
    public var until: Timestamp?
    /// The maximum number of hits.
    public var limit: Int
    /// How many of the best hits to skip.
    public var offset: Int
    /// Whether to search notes, which are the lead's alone.
    public var includesNotes = true

    /// How many matching utterances are ranked.
    ///
    /// If more match, the newest are ranked, and the others follow, newest first. Ranking takes time, and the oldest
    /// uses of a frequent word are of little interest.
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
