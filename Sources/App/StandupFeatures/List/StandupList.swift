package import Localization
package import MeetingModel

/// The list of standups: the first screen, from which all others are opened.
package struct StandupList: Feature {
    /// What is open in front of the list.
    package enum Destination: Sendable {
        case add(StandupForm)
        case standup(StandupDetail)
        case devices(DeviceChooser)
    }

    /// What the list asks of the application.
    package enum Request: Hashable, Sendable {
        case quit
    }

    /// The standups, in the order in which they were created; nil until they have been read.
    package private(set) var standups: [Standup]?
    /// The row that the keys work on.
    package private(set) var selected = 0
    /// What is open; at most one thing.
    package var destination: Destination?

    /// A list that has not been read.
    package init() {}

    package mutating func perform(_ command: Command) -> Reply<Request> {
        switch command {
        case .back, .quit: return Reply(request: .quit)
        default:
            selected = Selection.moved(selected, of: standups?.count ?? 0, by: command) ?? selected
            return Reply()
        }
    }

    package mutating func receive(_ outcome: Outcome) -> Reply<Request> {
        if case .standups(let standups, _) = outcome { self.standups = standups }
        return Reply()
    }

    package var context: KeyContext { .list }

    package var place: Place { .list() }

    package func content(_ localizer: Localizer) -> Screen.Content {
        .list(
            ListScreen(
                title: localizer("list.title"),
                cards: (standups ?? []).map { standup in
                    ListScreen.Card(
                        id: standup.id.rawValue, title: standup.title,
                        attendees: localizer("list.attendees", ["count": .count(standup.attendees.count)]),
                        names: localizer.list(standup.attendees.map(\.name)),
                        length: localizer.duration(standup.length), theme: standup.theme)
                },
                selected: standups?.isEmpty == false ? selected : nil,
                empty: standups?.isEmpty == true ? localizer("list.empty") : nil))
    }

    package func dialog(_ localizer: Localizer) -> DialogScreen? { nil }
}
