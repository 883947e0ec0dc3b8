package import Localization
package import MeetingModel

/// A standup's page: what it is, who takes part and how they used their time, its past meetings.
package struct StandupDetail: Feature {
    /// What is open in front of the page.
    package enum Destination: Sendable {
        case edit(StandupForm)
        case start(MeetingStart)
        case record(RunningMeeting)
        case meeting(PastMeeting)
        case devices(DeviceChooser)

        /// What is open, whichever it is.
        var feature: any Feature {
            switch self {
            case .edit(let form): form
            case .start(let start): start
            case .record(let meeting): meeting
            case .meeting(let meeting): meeting
            case .devices(let chooser): chooser
            }
        }
    }

    /// What it asks of the list.
    package enum Request: Hashable, Sendable {
        case close
        /// The standup is no longer in the history; this was its title.
        case gone(title: String)
        /// The standups in which somebody of this name takes part are to be shown.
        case showStandups(of: String)
        case quit
    }

    /// A question in front of the page.
    package enum Question: Hashable, Sendable {
        case deleteStandup(Dialog<DeletionAnswer>)
        case deleteMeeting(Meeting, Dialog<DeletionAnswer>)
    }

    /// The standup.
    package internal(set) var standup: Standup
    /// Its past meetings.
    package internal(set) var meetings = MeetingPages()
    /// How its attendees used their time; nil until it is known.
    package internal(set) var statistics: TimeStatistics?
    /// The row that the keys work on: meetings by their position, 0 the newest.
    package internal(set) var selected = StandupScreen.Row.start
    /// What is open; at most one thing.
    package internal(set) var destination: Destination?
    /// The question that waits for an answer.
    package internal(set) var question: Question?
    /// The meeting that is to be opened once it has been read, by its number, with an utterance.
    var unopened: (position: Int, utterance: Int?, dialog: MeetingDialog?)?
    /// The meeting, by its number or id, that the opened place asks to delete, until the meetings have been read.
    var unaskedDeletion: String?
    /// A form of the standup that was left before it was saved or cancelled, until it is opened again.
    var draft: KeptDraft?
    /// What happened, for the line at the bottom.
    var incident: Incident?
    /// Whether another process has deleted the standup while something of it was open.
    var isGone = false
    var generator: SeededGenerator

    /// The page of a standup.
    package init(_ standup: Standup, seed: UInt64, draft: KeptDraft? = nil) {
        self.standup = standup
        self.draft = draft
        generator = SeededGenerator(seed: seed)
    }

    /// What the page wants to know first.
    mutating func firstEffects() -> [Effect] { reload() }

    package mutating func perform(_ command: Command) -> Reply<Request> {
        incident = nil
        if question != nil { return answer(command) }
        if destination != nil {
            let reply = passOn(command)
            return leavingIfGone(reply)
        }
        switch command {
        case .quit: return Reply(request: .quit)
        case .back: return Reply(request: .close)
        case .start: return Reply(start())
        case .edit: return Reply(edit(focus: nil))
        case .undo: return Reply([.undoDelete])
        case .openDevices: return Reply(openDevices())
        case .delete: askToDelete()
        case .filter:
            if case .attendee(let index) = selected {
                return Reply(request: .showStandups(of: standup.attendees[index].name))
            }
        case .activate: return Reply(activate())
        case .select(let index):
            let rows = rows
            guard rows.indices.contains(index) else { break }
            if rows[index] == selected { return Reply(activate()) }
            selected = rows[index]
            return Reply(loadMeetings())
        default:
            move(command)
            return Reply(loadMeetings())
        }
        return Reply()
    }

    private mutating func activate() -> [Effect] {
        switch selected {
        case .start: start()
        case .attendee(let index): edit(focus: .attendee(index))
        case .meeting(let position): meetings[position].map { openMeeting($0.id, utterance: nil) } ?? []
        }
    }

    private mutating func askToDelete() {
        if case .meeting(let position) = selected {
            question = meetings[position].map { .deleteMeeting($0, .deletion) }
        } else {
            question = .deleteStandup(.deletion)
        }
    }

    private mutating func answer(_ command: Command) -> Reply<Request> {
        switch question {
        case .deleteStandup(var dialog):
            let answer = command == .back ? .cancel : dialog.perform(command)
            question = answer == nil ? .deleteStandup(dialog) : nil
            if answer == .delete { return Reply([.deleteStandup(standup.id)]) }
        case .deleteMeeting(let meeting, var dialog):
            let answer = command == .back ? .cancel : dialog.perform(command)
            question = answer == nil ? .deleteMeeting(meeting, dialog) : nil
            if answer == .delete { return Reply([.deleteMeeting(meeting.id)]) }
        case nil: break
        }
        return Reply(request: command == .quit ? .quit : nil)
    }

    package var context: KeyContext {
        if question != nil { return .dialog }
        return destination?.feature.context ?? .standup
    }

    /// The draft to keep in case the application ends now; nil where nothing would be lost.
    var unsaved: KeptDraft? {
        if case .edit(let form) = destination { return form.unsaved }
        return draft
    }

    /// Where one is.
    package var route: Place.Route {
        let id = standup.id.rawValue
        return switch destination {
        case .edit(let form): .edit(id, focus: form.focus.place, dialog: form.dialog)
        case .start(let start): start.devices == nil ? .start(id, dialog: start.dialog) : .devices(.start(id))
        case .record(let meeting): .record(id, dialog: meeting.dialog)
        case .meeting(let meeting):
            .meeting(
                id, meeting: meeting.meeting.rawValue, utterance: meeting.utterance, dialog: meeting.dialog)
        case .devices: .devices(.standup(id))
        case nil: .standup(id, dialog: dialog)
        }
    }

    private var dialog: PageDialog? {
        switch question {
        case .deleteStandup: .delete
        case .deleteMeeting(let meeting, _): .deleteMeeting(meeting.id.rawValue)
        case nil: unaskedDeletion.map { .deleteMeeting($0) }
        }
    }

    package func notice(_ localizer: Localizer) -> Notice? {
        destination?.feature.notice(localizer) ?? incident?.notice(localizer)
    }
}
