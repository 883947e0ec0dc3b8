/// The words and filters of the search over all meetings, and its open dialog.
package struct PlaceInSearch: Hashable, Sendable {
    package var words: String?
    /// The standup, by its id, title, or number in the list.
    package var standup: String?
    /// The name of the person who said the words.
    var person: String?
    /// The number of days to look back, one of `HistoryQuery.Period`.
    var days: Int?
    /// The first day, as `CalendarDay` reads it.
    var since: String?
    /// The last day, as `CalendarDay` reads it.
    package var until: String?
    /// Whether any of the words suffices.
    var matchesAny: Bool
    /// Whether points of minutes are looked for, not what was said and written.
    var findsPoints: Bool
    package var dialog: SearchDialog?

    package init(
        words: String? = nil, standup: String? = nil, person: String? = nil, days: Int? = nil, since: String? = nil,
        until: String? = nil, matchesAny: Bool = false, findsPoints: Bool = false, dialog: SearchDialog? = nil
    ) {
        self.words = words
        self.standup = standup
        self.person = person
        self.days = days
        self.since = since
        self.until = until
        self.matchesAny = matchesAny
        self.findsPoints = findsPoints
        self.dialog = dialog
    }
}

extension Place.Route {
    package static func search(
        words: String? = nil, standup: String? = nil, person: String? = nil, days: Int? = nil
    ) -> Self {
        .searching(PlaceInSearch(words: words, standup: standup, person: person, days: days))
    }
}
