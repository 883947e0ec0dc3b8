import MeetingHistory
package import MeetingModel

/// What to look for in all meetings, as typed and filtered.
package struct HistoryQuery: Hashable, Sendable {
    /// How far back to look.
    package enum Period: Int, CaseIterable, Hashable, Sendable {
        case always = 0
        case day = 1
        case week = 7
        case month = 30
        case year = 365

        /// The number of whole days before today; 0 for no limit.
        var days: Int { rawValue }
    }

    /// The words as typed.
    package var text: String
    /// Only in meetings of this standup.
    package var standup: Standup.ID?
    /// Only what these people said; nil for everybody, and for titles and names too.
    package var people: Set<Attendee.ID>?
    var period = Period.always
    /// The first day, as `CalendarDay` reads it; nil for no limit.
    var since: String?
    /// The last day, as `CalendarDay` reads it; nil for no limit.
    package var until: String?
    /// Whether any of the words suffices.
    var matchesAny = false
    /// Whether to look for points of minutes, not for what was said and written.
    var findsPoints = false
    /// How many of the best hits to skip.
    package var offset = 0
    /// How many hits to read.
    package var count = Self.page

    /// The number of hits that are read at a time.
    package static let page = 100

    init(_ text: String, standup: Standup.ID? = nil, people: Set<Attendee.ID>? = nil) {
        self.text = text
        self.standup = standup
        self.people = people
    }

    /// The query of a text that is being typed; nil without words, or with too many.
    ///
    /// The beginning of a further word counts from the third letter on: until then, what was found without it stays.
    static func query(_ text: String, matchesAny: Bool = false) -> SearchQuery? {
        let combination: SearchQuery.Combination = matchesAny ? .any : .all
        let last = text.reversed().prefix { $0.isLetter && $0.isASCII }
        let isBegun = (1...2).contains(last.count)
        if isBegun, let before = try? SearchQuery(String(text.dropLast(last.count)), matching: combination) {
            return before
        }
        return try? SearchQuery(text, matching: combination)
    }

    /// Whether a text is a day, as `CalendarDay` reads it.
    static func isDay(_ text: String) -> Bool { CalendarDay(text, now: Timestamp(nanosecondsSince1970: 0)) != nil }

    /// The search at an instant; nil without words, or with too many.
    func request(now: Timestamp) -> SearchRequest? {
        guard let query = Self.query(text, matchesAny: matchesAny) else { return nil }
        var request = SearchRequest(
            query, standup: standup, attendees: people, limit: count + 1, offset: offset)
        if period.days > 0 { request.since = LocalTime(now).midnight(daysBefore: period.days) }
        if let since { request.since = CalendarDay(since, now: now)?.start }
        if let until { request.until = CalendarDay(until, now: now)?.end }
        return request
    }
}
