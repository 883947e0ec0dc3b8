import Localization
import MeetingModel

// Opening a place, once the standups have been read.

extension StandupList {
    /// If the pending place does not exist, the nearest existing ancestor is opened.
    mutating func openPlace() -> Reply {
        guard let place = pendingPlace, let all = standups.all else { return Reply() }
        pendingPlace = nil
        destination = nil
        pendingQuestion = place.question
        let reply = open(place.route, among: all)
        askUnasked()
        return reply
    }

    private mutating func open(_ route: Place.Route, among all: [Standup]) -> Reply {
        switch route {
        case .list(let filter, let attendee, let dialog):
            standups.filter = DisplayText(filter ?? "").description
            standups.attendee = attendee
            return open(dialog, among: all)
        case .searching(let place): return search(place)
        case .importing(nil, let folder, let file, let dialog):
            return openImport(folder: folder, file: file, dialog: dialog)
        case .devices(.list, let dialog): return openDevices(dialog: dialog)
        case .add(let focus, let dialog): return add(focus: focus, dialog: dialog)
        case .devices, .standup, .edit, .start, .invitation, .record, .watch, .pastMeeting,
            .importing:
            guard let text = route.standup, let standup = find(text, in: all) else { return Reply() }
            let running = running[standup.id]
            return open(standup) { $0.open(route, running: running) }
        }
    }

    private mutating func open(_ dialog: ListDialog?, among all: [Standup]) -> Reply {
        switch dialog {
        case .filter: filterField = TextField(standups.filter)
        case .delete(let text):
            guard let standup = find(text, in: all) else { break }
            standups.select(standup.id)
            return Reply(askToDelete(standup))
        case nil: break
        }
        return Reply()
    }

    /// Finds the standup for a text; reports it if there is none.
    private mutating func find(_ text: String, in all: [Standup]) -> Standup? {
        let standup = StandupReference.find(text, in: all)
        if standup == nil {
            noticeMessage = NoticeMessage(.warning, .addressNoStandup(text: .text(text)))
        }
        return standup
    }

    /// Opens a place, immediately if the standups have been read.
    mutating func open(_ place: Place) -> Reply {
        pendingPlace = place
        return openPlace()
    }
}

extension StandupDetail {
    /// Opens the part of a route below the list; `running` is a meeting of the standup that is running.
    mutating func open(_ route: Place.Route, running: Meeting.ID?) -> [Effect] {
        switch route {
        case .standup(_, let last, let dialog, let point):
            if let last { statisticsMeetings = max(1, min(last, StandupDetail.mostMeetings)) }
            switch dialog {
            case .delete: return loadStatistics(last) + askToDeleteStandup()
            case .deleteMeeting(let meeting): unaskedDeletion = meeting
            case .export(let chosen):
                marked = Set(chosen.map { Meeting.ID(rawValue: $0) })
                return loadStatistics(last) + openExport()
            case .removeAttendee(let attendee): askToRemove(attendee)
            case .update(nil): askForAuthor()
            case .update(let attendee?):
                updates.pending = attendee
                return loadStatistics(last) + [loadUpdates()]
            case nil: if let point { points.pending = MeetingModel.Point.ID(rawValue: point) }
            }
            return loadStatistics(last)
        case .importing(_, let folder, let file, let dialog):
            return openImport(folder: folder, file: file, dialog: dialog)
        case .devices(.standup, let dialog): return openDevices(dialog: dialog)
        case .edit(_, let focus, let dialog): return edit(focus: focus, dialog: dialog)
        case .start(_, let dialog): return start(dialog: dialog)
        case .devices(.start, let dialog): return start() + openDevicesAtStart(dialog: dialog)
        case .invitation(_, let dialog):
            let invitation = StandupInvitation(to: standup, dialog: dialog)
            destination = invitation
            return invitation.firstEffects
        case .record:
            if let running { return join(running) }
            noticeMessage = NoticeMessage(.information, .addressNoRunningMeeting)
        case .watch:
            self.running = running
            return watch()
        case .pastMeeting(_, let meeting, let place): return openMeeting(meeting, at: place)
        case .list, .searching, .add, .devices: break
        }
        return []
    }

    /// Reads the statistics again if they cover another number of meetings than usual.
    private func loadStatistics(_ last: Int?) -> [Effect] {
        last == nil ? [] : [loadContributions()]
    }

    private mutating func openDevicesAtStart(dialog: DevicesDialog?) -> [Effect] {
        updateDestination { feature in
            guard var start = feature as? MeetingStart else { return Reply() }
            defer { feature = start }
            return start.openDevices(dialog: dialog)
        }.effects
    }
}
