package import Localization
package import MeetingEngine
package import MeetingHistory
package import MeetingModel

/// The list of standups: the first screen, from which all others are opened.
package struct StandupList: Feature {
    /// What is open in front of the list.
    package enum Destination: Sendable {
        case add(StandupForm)
        case standup(StandupDetail)
        case devices(DeviceChooser)

        /// What is open, whichever it is.
        var feature: any Feature {
            switch self {
            case .add(let form): form
            case .standup(let detail): detail
            case .devices(let chooser): chooser
            }
        }
    }

    /// What the list asks of the application.
    package enum Request: Hashable, Sendable {
        case quit
    }

    /// An answer to the question what to do with a history that cannot be read.
    package enum UnreadableAnswer: Hashable, Sendable {
        case loadSamples
        case startEmpty
        case tryAgain
        case quit
    }

    /// An answer to the question what to do with an interrupted meeting.
    package enum InterruptedAnswer: Hashable, Sendable {
        case resume
        case keep
        case discard
    }

    /// A question in front of the list, and of what is open in it.
    package enum Question: Sendable {
        case delete(Standup, Dialog<DeletionAnswer>)
        case unreadable(HistoryError, Dialog<UnreadableAnswer>)
        case interrupted(InterruptedMeeting, Dialog<InterruptedAnswer>)
    }

    /// The standups and the selected one.
    package internal(set) var standups = ListedStandups()
    /// When each standup was last held.
    package internal(set) var lastHeld: [Standup.ID: Timestamp] = [:]
    /// The interrupted meetings that nobody has decided about yet.
    package internal(set) var undecided: [InterruptedMeeting] = []
    /// Whether that has been asked since the application was opened.
    var hasAskedAboutUndecided = false
    /// The filter while it is typed.
    package internal(set) var filterField: TextField?
    /// What is open; at most one thing.
    package internal(set) var destination: Destination?
    /// The question that waits for an answer.
    package internal(set) var question: Question?
    /// The width of the window in columns, which says how many cards are drawn side by side; 0 without a window.
    var windowWidth = 0
    /// The place that is to be opened once the standups have been read.
    var unopened: Place?
    /// The meeting that the application was opened for.
    let order: MeetingOrder?
    /// What happened, for the line at the bottom.
    var incident: Incident?
    /// The application's question that the opened place asks for, until the interrupted meetings have been read.
    var unasked: Place.Question?
    /// The forms that were left before they were saved or cancelled, the open one too.
    package internal(set) var drafts: KeptDrafts
    /// Makes the ids of new standups and attendees.
    var generator: SeededGenerator

    /// A list that has not been read, with a place to open then, or a meeting to begin.
    package init(
        opening place: Place? = nil, order: MeetingOrder? = nil, drafts: KeptDrafts = KeptDrafts(), seed: UInt64
    ) {
        generator = SeededGenerator(seed: seed)
        self.drafts = drafts
        self.order = order
        unopened = place
        // Only the ordered meeting's standup matters.
        hasAskedAboutUndecided = order != nil
    }

    package mutating func perform(_ command: Command) -> Reply<Request> {
        incident = nil
        if question != nil { return answer(command) }
        if askBeforeStart(command) { return Reply() }
        if destination != nil { return passOn(command) }
        if filterField != nil, typed(command) { return Reply() }
        return performInList(command)
    }

    private mutating func performInList(_ command: Command) -> Reply<Request> {
        switch command {
        case .quit: return Reply(request: .quit)
        case .back:
            standups.filter = ""
            standups.attendee = nil
        case .filter:
            if standups.all != nil { filterField = TextField(standups.filter) }
        case .add: return add(focus: nil)
        case .undo: return Reply([.undoDelete])
        case .openDevices: return openDevices()
        case .select(let index) where index == standups.selected: return openSelected { _ in [] }
        case .activate: return openSelected { _ in [] }
        case .edit: return openSelected { $0.edit(focus: nil) }
        case .start: return openSelected { $0.start() }
        case .delete:
            if let standup = standups.selection {
                question = .delete(standup, .deletion)
            }
        default: standups.move(command, width: windowWidth)
        }
        return Reply()
    }

    /// Whether the command was one of the filter's field.
    private mutating func typed(_ command: Command) -> Bool {
        switch command {
        case .activate:
            filterField = nil
        case .back:
            filterField = nil
            standups.filter = ""
        case .up, .down, .select:
            standups.move(command, width: windowWidth)
            if case .select = command { filterField = nil }
        default:
            guard filterField?.perform(command) == true else { return false }
            standups.filter = filterField?.text ?? ""
        }
        return true
    }

    package var context: KeyContext {
        if question != nil { return .dialog }
        return destination?.feature.context ?? (filterField == nil ? .list : .filter)
    }

    /// Whether a meeting runs in the application.
    var isInMeeting: Bool {
        if case .standup(let detail) = destination, case .record = detail.destination { return true }
        return false
    }

    /// Whether something has been typed into a form that is not in the history.
    var hasUnsavedChanges: Bool {
        switch destination {
        case .add(let form): return form.hasChanges
        case .standup(let detail):
            if case .edit(let form) = detail.destination { return form.hasChanges }
            return false
        default: return false
        }
    }

    /// Where one is; while a place has not been opened yet, that place.
    package var place: Place {
        var place = unopened ?? Place(route)
        switch question {
        case .interrupted(let interrupted, _): place.question = .interrupted(interrupted.meeting.id.rawValue)
        case .unreadable: place.question = .unreadable
        case .delete, nil: break
        }
        return place
    }

    private var route: Place.Route {
        switch destination {
        case .add(let form): return .add(focus: form.focus.place, dialog: form.dialog)
        case .standup(let detail): return detail.route
        case .devices: return .devices()
        case nil:
            return .list(
                filter: standups.filter.isEmpty ? nil : standups.filter, attendee: standups.attendee, dialog: dialog)
        }
    }

    private var dialog: ListDialog? {
        if case .delete(let standup, _) = question { return .delete(standup.id.rawValue) }
        return filterField == nil ? nil : .filter
    }

    package func notice(_ localizer: Localizer) -> Notice? {
        destination?.feature.notice(localizer) ?? incident?.notice(localizer)
    }
}
