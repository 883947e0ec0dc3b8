import Localization
import MeetingHistory
import MeetingModel

// What is open in front of the list.

extension StandupList {
    /// Opens the page of the selected standup, and in it what `next` opens there.
    mutating func openSelected(_ next: (inout StandupDetail) -> [Effect]) -> Reply<Request> {
        guard let standup = standups.selection else { return Reply() }
        return open(standup, next)
    }

    /// Opens the page of a standup, and in it what `next` opens there.
    mutating func open(_ standup: Standup, _ next: (inout StandupDetail) -> [Effect]) -> Reply<Request> {
        filterField = nil
        standups.select(standup.id)
        var detail = StandupDetail(standup, seed: generator.next(), draft: drafts[.edit(standup.id)])
        let effects = detail.firstEffects() + next(&detail)
        destination = .standup(detail)
        return Reply(effects)
    }

    /// Opens the form of a new standup.
    mutating func add(focus: FormFocus?, dialog: FormDialog? = nil) -> Reply<Request> {
        guard standups.all != nil else { return Reply() }
        filterField = nil
        var form: StandupForm
        if let draft = drafts[.new] {
            form = StandupForm(draft, seed: generator.next(), focus: focus)
            incident = .draftRestored
        } else {
            form = StandupForm(newWithSeed: generator.next(), focus: focus)
        }
        form.open(dialog)
        destination = .add(form)
        return Reply()
    }

    /// Opens the choice of devices.
    mutating func openDevices() -> Reply<Request> {
        let chooser = DeviceChooser()
        destination = .devices(chooser)
        return Reply(chooser.firstEffects)
    }

    /// Selects a standup that is new, in front of any filter that would hide it.
    private mutating func show(_ id: Standup.ID) {
        if !standups.shown.contains(where: { $0.id == id }) {
            standups.filter = ""
            standups.attendee = nil
        }
        standups.select(id)
    }

    /// Gives a command to what is open.
    mutating func passOn(_ command: Command) -> Reply<Request> {
        withDestination(
            form: { $0.perform(command) }, detail: { $0.perform(command) }, chooser: { $0.perform(command) })
    }

    /// Gives an outcome to what is open.
    mutating func passOn(_ outcome: Outcome) -> Reply<Request> {
        withDestination(
            form: { $0.receive(outcome) }, detail: { $0.receive(outcome) }, chooser: { $0.receive(outcome) })
    }

    /// Changes what is open, and does what it asks.
    private mutating func withDestination(
        form change: (inout StandupForm) -> Reply<StandupForm.Request>,
        detail changeDetail: (inout StandupDetail) -> Reply<StandupDetail.Request>,
        chooser changeChooser: (inout DeviceChooser) -> Reply<DeviceChooser.Request>
    ) -> Reply<Request> {
        var reply = Reply<Request>()
        guard let open = destination else { return reply }
        // Taken out while it is changed, so that nothing of it is copied.
        destination = nil
        switch open {
        case .add(var form):
            let request = reply.take(change(&form))
            drafts[.new] = form.unsaved
            switch request {
            case .cancelled: drafts[.new] = nil
            case .saved(let standup):
                drafts[.new] = nil
                show(standup.id)
            case .quit:
                reply.request = .quit
                destination = .add(form)
            case nil: destination = .add(form)
            }
        case .standup(var detail):
            drafts[.edit(detail.standup.id)] = nil
            let request = reply.take(changeDetail(&detail))
            drafts[.edit(detail.standup.id)] = detail.unsaved
            switch request {
            case .close: break
            case .gone(let title): incident = Incident(.warning, Message("notice.gone", ["title": .text(title)]))
            case .showStandups(let name):
                standups.filter = ""
                standups.attendee = name
            case .quit:
                reply.request = .quit
                destination = .standup(detail)
            case nil: destination = .standup(detail)
            }
        case .devices(var chooser):
            switch reply.take(changeChooser(&chooser)) {
            case .close: break
            case nil: destination = .devices(chooser)
            }
        }
        return reply
    }
}
