import Localization
import MeetingModel

// Opening any place from its value, once the standups have been read.

extension StandupList {
    /// Opens the place that waits to be opened; one that is not there ends at the nearest one that is.
    mutating func openPlace() -> Reply<Request> {
        guard let place = unopened, let all = standups.all else { return Reply() }
        unopened = nil
        destination = nil
        unasked = place.question
        let reply = open(place.route, among: all)
        askUnasked()
        return reply
    }

    private mutating func open(_ route: Place.Route, among all: [Standup]) -> Reply<Request> {
        switch route {
        case .list(let filter, let attendee, let dialog):
            standups.filter = DisplayText(filter ?? "").description
            standups.attendee = attendee
            return open(dialog, among: all)
        case .devices(.list): return openDevices()
        case .add(let focus, let dialog): return add(focus: focus, dialog: dialog)
        case .devices(.standup(let text)), .devices(.start(let text)), .standup(let text, _), .edit(let text, _, _),
            .start(let text, _), .record(let text, _), .meeting(let text, _, _, _):
            guard let standup = find(text, in: all) else { return Reply() }
            return open(standup) { $0.open(route) }
        }
    }

    private mutating func open(_ dialog: ListDialog?, among all: [Standup]) -> Reply<Request> {
        switch dialog {
        case .filter: filterField = TextField(standups.filter)
        case .delete(let text):
            guard let standup = find(text, in: all) else { break }
            standups.select(standup.id)
            question = .delete(standup, .deletion)
        case nil: break
        }
        return Reply()
    }

    /// The standup that a text means; if there is none, that is said.
    private mutating func find(_ text: String, in all: [Standup]) -> Standup? {
        let standup = StandupReference.find(text, in: all)
        if standup == nil { incident = Incident(.warning, Message("address.no-standup", ["text": .text(text)])) }
        return standup
    }

    /// Opens a place, at once if the standups have been read.
    mutating func open(_ place: Place) -> Reply<Request> {
        unopened = place
        return openPlace()
    }
}

extension StandupDetail {
    /// Opens what a place has in front of the standup's page.
    mutating func open(_ route: Place.Route) -> [Effect] {
        switch route {
        case .standup(_, .delete): question = .deleteStandup(.deletion)
        case .standup(_, .deleteMeeting(let meeting)): unaskedDeletion = meeting
        case .devices(.standup): return openDevices()
        case .edit(_, let focus, let dialog): return edit(focus: focus, dialog: dialog)
        case .start(_, let dialog): return start(dialog: dialog)
        case .devices(.start): return start() + openDevicesAtStart()
        case .record: incident = Incident(.information, Message("address.no-running-meeting"))
        case .meeting(_, let meeting, let utterance, let dialog):
            return openMeeting(meeting, utterance: utterance, dialog: dialog)
        case .standup, .list, .add, .devices: break
        }
        return []
    }

    private mutating func openDevicesAtStart() -> [Effect] {
        guard case .start(var start) = destination else { return [] }
        let effects = start.openDevices().effects
        destination = .start(start)
        return effects
    }
}
