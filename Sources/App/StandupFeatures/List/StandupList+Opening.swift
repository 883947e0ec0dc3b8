import Localization
import MeetingHistory
import MeetingModel

// Opening destinations from the list.

extension StandupList {
    /// Opens the selected meeting, or else the page of the selected standup.
    mutating func openSelected() -> Reply {
        guard let meeting = latest.selection else { return openSelected { _ in [] } }
        return openSelected { $0.open(meeting) }
    }

    /// Opens the page of the selected standup, then what `next` opens in it.
    mutating func openSelected(_ next: (inout StandupDetail) -> [Effect]) -> Reply {
        guard let standup = standups.selection else { return Reply() }
        return open(standup, next)
    }

    /// Opens the page of a standup, then what `next` opens in it.
    mutating func open(_ standup: Standup, _ next: (inout StandupDetail) -> [Effect]) -> Reply {
        filterField = nil
        standups.select(standup.id)
        var detail = StandupDetail(standup, seed: generator.next(), draft: drafts[.edit(standup.id)])
        detail.updates.saved = drafts[updateFor: standup.id]
        detail.running = running[standup.id]
        detail.standups = standups.all
        let effects = detail.firstEffects() + next(&detail)
        destination = detail
        return Reply(effects)
    }

    /// Opens the form of a new standup.
    mutating func add(focus: FormFocus?, dialog: FormDialog? = nil) -> Reply {
        guard standups.all != nil else { return Reply() }
        filterField = nil
        var form: StandupForm
        if let draft = drafts[.new] {
            form = StandupForm(draft, seed: generator.next(), focus: focus)
            noticeMessage = .draftRestored
        } else {
            form = StandupForm(newWithSeed: generator.next(), focus: focus)
        }
        form.open(dialog)
        destination = form
        return Reply()
    }

    mutating func search(_ place: PlaceInSearch = PlaceInSearch()) -> Reply {
        guard let all = standups.all else { return Reply() }
        filterField = nil
        var search = HistorySearch(in: all, at: place)
        let effects = search.firstEffects()
        destination = search
        return Reply(effects)
    }

    /// Opens the import of a file into any standup.
    mutating func openImport(folder: String? = nil, file: String? = nil, dialog: ImportDialog? = nil) -> Reply {
        guard let all = standups.all else { return Reply() }
        filterField = nil
        var feature = FileImport(into: nil, of: all)
        let effects = feature.firstEffects(folder: folder, file: file, dialog: dialog)
        destination = feature
        return Reply(effects)
    }

    mutating func openDevices(dialog: DevicesDialog? = nil) -> Reply {
        let chooser = DeviceChooser(dialog: dialog)
        destination = chooser
        return Reply(chooser.firstEffects)
    }

    /// Opens what was imported, once it has been read: a meeting, or the list.
    private mutating func open(_ items: ImportedItems, transcribes: Bool) {
        if let single = items.single {
            pendingPlace = .meeting(
                single.standup.rawValue, meeting: single.meeting.rawValue, dialog: transcribes ? .transcribe : nil)
        } else if let standup = items.standups.first {
            standups.selectWhenRead(standup)
        }
    }

    /// Selects a new standup and clears a filter that would hide it.
    private mutating func show(_ id: Standup.ID) {
        if !standups.shown.contains(where: { $0.id == id }) {
            standups.filter = ""
            standups.attendee = nil
        }
        standups.select(id)
    }

    package mutating func destinationWillChange(_ feature: any Feature) {
        // Saving as a new standup changes the id.
        if let detail = feature as? StandupDetail { drafts.remove(detail.standup.id) }
    }

    package mutating func destinationDidChange(_ feature: any Feature) {
        switch feature {
        case let form as StandupForm: drafts[.new] = form.unsaved
        case let detail as StandupDetail:
            drafts[.edit(detail.standup.id)] = detail.unsaved
            drafts[updateFor: detail.standup.id] = detail.updates.unsaved
        default: break
        }
    }

    package mutating func destinationDidClose(_ feature: any Feature, asking request: Request) -> Reply {
        if feature is StandupForm { drafts[.new] = nil }
        switch request {
        case .saved(let standup):
            show(standup.id)
            // Leaving the page of what was created for an order ends the application.
            if quitsOnLeaving { return open(standup) { _ in [] } }
        case .gone(let title): noticeMessage = NoticeMessage(.warning, .noticeGone(title: .text(title)))
        case .showStandups(let name):
            // The user has asked for the list.
            quitsOnLeaving = false
            standups.filter = ""
            standups.attendee = name
        case .imported(let items, let transcribes):
            open(items, transcribes: transcribes)
            // Until the meeting has been read, the screen stays.
            if items.single != nil { destination = feature }
        case .close, .search, .vanished, .addAttendees, .quit: break
        }
        return Reply()
    }
}
