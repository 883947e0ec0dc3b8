import Localization
import MeetingModel

// Opening any place from its value, once the standups have been read.

extension StandupList {
    /// Opens the place that waits to be opened; one that is not there ends at the nearest one that is.
    mutating func openPlace() -> Reply<Request> {
        guard let place = unopened, let all = standups.all else { return Reply() }
        unopened = nil
        destination = nil
        switch place {
        case .list(let filter, let attendee):
            standups.filter = DisplayText(filter ?? "").description
            standups.attendee = attendee
            return Reply()
        case .devices: return openDevices()
        case .add(let focus): return add(focus: focus)
        case .standup(let text), .edit(let text, _), .start(let text), .record(let text), .meeting(let text, _, _):
            guard let standup = StandupReference.find(text, in: all) else {
                incident = Incident(.warning, Message("address.no-standup", ["text": .text(text)]))
                return Reply()
            }
            return open(standup) { $0.open(place) }
        }
    }

    /// Opens a place, at once if the standups have been read.
    mutating func open(_ place: Place) -> Reply<Request> {
        unopened = place
        return openPlace()
    }
}

extension StandupDetail {
    /// Opens what a place has in front of the standup's page.
    mutating func open(_ place: Place) -> [Effect] {
        switch place {
        case .edit(_, let focus): return edit(focus: focus)
        case .start: return start()
        case .record:
            incident = Incident(.information, Message("address.no-running-meeting"))
            return []
        case .meeting(_, let meeting, let utterance): return openMeeting(meeting, utterance: utterance)
        default: return []
        }
    }
}
