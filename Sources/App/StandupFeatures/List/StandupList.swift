package import Localization
package import MeetingEngine
package import MeetingHistory
package import MeetingModel

/// The list of standups: the root screen, from which all others are opened.
package struct StandupList: NestingFeature {
    package enum UnreadableAnswer: Hashable, Sendable {
        case loadSamples
        case startEmpty
        case tryAgain
        case quit
    }

    package enum InterruptedAnswer: Hashable, Sendable {
        case resume
        case keep
        case discard
    }

    /// A dialog in front of the list and its destination.
    package enum Question: Sendable {
        case delete(Standup, Dialog<DeletionAnswer>)
        case unreadable(HistoryError, Dialog<UnreadableAnswer>)
        case interrupted(InterruptedMeeting, Dialog<InterruptedAnswer>)
    }

    package internal(set) var standups = ListedStandups() { didSet { latest.show(of: standups) } }
    var latest = LatestMeetings()
    /// The time of each standup's last meeting.
    var lastHeld: [Standup.ID: Timestamp] = [:]
    /// The newest running meeting of each standup.
    package internal(set) var running: [Standup.ID: Meeting.ID] = [:]
    /// Whether the user has been told about running meetings since start-up.
    private var hasToldRunning = false
    /// The interrupted meetings that are still undecided.
    var undecided: [InterruptedMeeting] = []
    /// The meeting that was brought back last, until its state has been read.
    var restored: Meeting.ID?
    /// Whether the user has been asked about the undecided since start-up.
    var hasAskedAboutUndecided = false
    /// The filter field while it is being edited.
    var filterField: TextField?
    /// The open destination, such as a new standup's form or a standup's page.
    package var destination: (any Feature)?
    package internal(set) var question: Question?
    /// For whom the standup in question would be deleted, if it is shared with the team.
    var deletionReach: DeletionReach?
    /// The window's width in columns, which determines how many cards fit side by side; 0 without a window.
    var windowWidth = 0
    /// The place to open once the standups have been read.
    var pendingPlace: Place?
    /// The meeting that the application was opened for.
    let launch: MeetingLaunch?
    /// Whether the application quits when the user leaves the place that it was opened for.
    var quitsOnLeaving = false {
        didSet { hasAskedAboutUndecided = hasAskedAboutUndecided || quitsOnLeaving }
    }
    /// Whether it was opened for a past meeting, not for another page or form.
    let isForMeeting: Bool
    /// Whether it stays open although its order is done, because only this program can restore a meeting taken away.
    var staysOpen = false
    var noticeMessage: NoticeMessage?
    /// The application question of the opened place, until the interrupted meetings have been read.
    var pendingQuestion: Place.Question?
    /// The drafts of unsaved forms, including the open one.
    package internal(set) var drafts: SavedDrafts
    /// The file of drafts that cannot be read, until the user has been told.
    var unreadDrafts: String?
    /// The generator of ids for standups and attendees.
    var generator: SeededGenerator

    /// A list not yet read, with a place to open or a meeting to start afterwards.
    package init(
        opening place: Place? = nil, launch: MeetingLaunch? = nil, drafts: SavedDrafts = SavedDrafts(), seed: UInt64
    ) {
        generator = SeededGenerator(seed: seed)
        self.drafts = drafts
        self.launch = launch
        pendingPlace = place
        if case .pastMeeting = place?.route { isForMeeting = true } else { isForMeeting = false }
        // Ask only about the launched meeting's standup.
        hasAskedAboutUndecided = launch != nil
    }

    /// Tells once after start-up that there are drafts that cannot be read.
    mutating func tellUnreadDrafts() {
        guard let path = unreadDrafts else { return }
        unreadDrafts = nil
        noticeMessage = NoticeMessage(.warning, .noticeDraftUnread(path: .text(path)))
    }

    /// Tells once after start-up that a meeting is running.
    mutating func tellRunning() {
        guard !hasToldRunning, launch == nil else { return }
        hasToldRunning = true
        guard let standup = standups.all?.first(where: { running[$0.id] != nil }), noticeMessage == nil else { return }
        noticeMessage = .canBeJoined(standup)
    }

    package mutating func perform(_ command: Command) -> Reply {
        noticeMessage = nil
        if question != nil { return answer(command) }
        if askBeforeStart(command) { return Reply() }
        if destination != nil { return updateDestination { $0.perform(command) } }
        if filterField != nil, typed(command) { return Reply() }
        return performInList(command)
    }

    private mutating func performInList(_ command: Command) -> Reply {
        switch command {
        case .quit: return Reply(request: .quit)
        case .back:
            standups.filter = ""
            standups.attendee = nil
        case .filter:
            if standups.all != nil { filterField = TextField(standups.filter) }
        case .search: return search()
        case .add: return add(focus: nil)
        case .undo: return Reply([.undo()])
        case .redo: return Reply([.redo()])
        case .openDevices: return openDevices()
        case .importFile: return openImport()
        case .demo: return Reply([.demo])
        case .select(let index) where index == selectedIndex: return openSelected()
        case .activate: return openSelected()
        case .edit: return openSelected { $0.edit(focus: nil) }
        case .start: return openSelected { $0.startOrJoin() }
        case .watch: return openSelected { $0.watch() }
        case .invite: return openSelected { $0.invite() }
        case .delete:
            if let meeting = latest.selection {
                return openSelected { $0.askToDelete(meeting) }
            }
            if let standup = standups.selection {
                if running[standup.id] == nil { return Reply(askToDelete(standup)) }
                noticeMessage = .isRunning(standup)
            }
        default: move(command)
        }
        return Reply()
    }

    mutating func askToDelete(_ standup: Standup) -> [Effect] {
        question = .delete(standup, .deletion)
        deletionReach = nil
        let asked = standup.id
        return [
            call {
                $0.deletionReach(of: .standup(asked))
            } show: { list, reach in
                if case .delete(let standup, _) = list.question, standup.id == asked { list.deletionReach = reach }
            }
        ]
    }

    /// The index of the selection: among the standups, or after them among the latest meetings.
    var selectedIndex: Int { latest.selectedIndex.map { standups.shown.count + $0 } ?? standups.selected }

    /// Moves the selection through the standups and the meetings below them.
    private mutating func move(_ command: Command) {
        let count = standups.shown.count
        if case .select(let index) = command {
            latest.select(index - count)
            standups.move(command, width: windowWidth)
        } else if latest.selection != nil {
            latest.move(command)
        } else {
            let before = standups.selected
            standups.move(command, width: windowWidth)
            let isBelow = standups.selected == before && [.down, .pageDown, .last].contains(command)
            if isBelow { latest.select(0) }
        }
        // What concerns a standup concerns the one of the selected meeting.
        if let meeting = latest.selection { standups.select(meeting.standupID) }
    }

    /// Performs a command in the filter field; false if the field does not handle it.
    private mutating func typed(_ command: Command) -> Bool {
        switch command {
        case .activate:
            filterField = nil
        case .back:
            filterField = nil
            standups.filter = ""
        case .up, .down, .select:
            move(command)
            if case .select = command { filterField = nil }
        default:
            guard filterField?.perform(command) == true else { return false }
            standups.filter = filterField?.text ?? ""
        }
        return true
    }

    package var isAsking: Bool { question != nil }

    package var ownContext: KeyContext { filterField == nil ? .list : .filter }

    /// The current place, or the pending place that has not been opened yet.
    package var place: Place {
        var place = pendingPlace ?? Place(route(from: nil))
        switch question {
        case .interrupted(let interrupted, _): place.question = .interrupted(interrupted.meeting.id.rawValue)
        case .unreadable: place.question = .unreadable
        case .delete, nil: break
        }
        return place
    }

    package func ownRoute(from parent: Place.Route?) -> Place.Route {
        .list(filter: standups.filter.isEmpty ? nil : standups.filter, attendee: standups.attendee, dialog: dialog)
    }

    private var dialog: ListDialog? {
        if case .delete(let standup, _) = question { return .delete(standup.id.rawValue) }
        return filterField == nil ? nil : .filter
    }

    package func ownNotice(_ localizer: Localizer) -> Notice? { noticeMessage?.notice(localizer) }
}
