package import MeetingModel

/// A feature's reply to a command or an outcome.
package struct Reply: Sendable {
    package var effects: [Effect]
    /// A request to the parent feature.
    package var request: Request?

    init(_ effects: [Effect] = [], request: Request? = nil) {
        self.effects = effects
        self.request = request
    }

    /// Appends the effects of a later reply; its request, if any, replaces this one's.
    package mutating func append(_ later: Reply) {
        effects += later.effects
        request = later.request ?? request
    }
}

/// A request from a feature to its parent feature.
///
/// Every request except `quit` closes the feature.
package enum Request: Hashable, Sendable {
    case close
    /// Close the past meeting and open the search over all meetings.
    case search
    /// Close the past meeting: it is not in the history.
    case vanished
    /// Close the form: it was saved as this standup.
    case saved(Standup)
    /// Close the standup's page: the standup with this title was deleted.
    case gone(title: String)
    /// Close the standup's page and list the standups attended by this person.
    case showStandups(of: String)
    /// Close the import, which has added these items, and open what it has added.
    ///
    /// With `transcribes`, the meeting opens with the question how to transcribe it.
    case imported(ImportedItems, transcribes: Bool)
    /// Close the meeting start and open the form to add attendees.
    case addAttendees
    /// The feature stays open so that the next start restores it.
    case quit
}
