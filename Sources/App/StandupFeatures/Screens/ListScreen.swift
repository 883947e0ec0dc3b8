package import MeetingModel

/// The list of standups.
package struct ListScreen: Hashable, Sendable, Codable {
    /// A standup's card.
    package struct Card: Hashable, Sendable, Codable {
        /// The standup's id.
        package var id: String
        /// Its title.
        package var title: String
        /// How many take part, such as "3 attendees".
        package var attendees: String
        /// Their names, as one text.
        package var names: String
        /// The length, such as "15 min".
        package var length: String
        /// When the last meeting was, if there was one.
        package var lastMeeting: String?
        /// Its colours.
        package var theme: Theme

        /// A card.
        package init(
            id: String, title: String, attendees: String, names: String, length: String, lastMeeting: String? = nil,
            theme: Theme
        ) {
            self.id = id
            self.title = title
            self.attendees = attendees
            self.names = names
            self.length = length
            self.lastMeeting = lastMeeting
            self.theme = theme
        }
    }

    /// The heading.
    package var title: String
    /// How many there are, or are shown.
    package var summary: String
    /// The filter, while there is one or it is typed.
    package var filter: FieldScreen?
    /// The cards that are shown; `select` counts in them.
    package var cards: [Card]
    /// The card that the keys work on.
    package var selected: Int?
    /// What is said where there is no card, and what to do.
    package var empty: String?

    /// The list.
    package init(
        title: String, summary: String = "", filter: FieldScreen? = nil, cards: [Card], selected: Int? = nil,
        empty: String? = nil
    ) {
        self.title = title
        self.summary = summary
        self.filter = filter
        self.cards = cards
        self.selected = selected
        self.empty = empty
    }
}
