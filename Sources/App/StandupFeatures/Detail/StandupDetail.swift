package import Localization
package import MeetingHistory
package import MeetingModel
import Presentation

/// A standup's page: its facts, its attendees with their use of time, and its past meetings.
package struct StandupDetail: NestingFeature {
    package enum Question: Hashable, Sendable {
        case deleteStandup(Dialog<DeletionAnswer>)
        case deleteMeeting(Meeting, Dialog<DeletionAnswer>)
        case removeAttendee(Attendee, Dialog<DeletionAnswer>)
        case updateAuthor(Dialog<Attendee>)
        case discardUpdate(Dialog<StandupForm.DiscardAnswer>)
    }

    /// The largest number of meetings that they cover.
    static let mostMeetings = 100_000

    package internal(set) var standup: Standup
    package internal(set) var meetings = MeetingPages()
    /// How its attendees used their time; nil until it is known.
    package internal(set) var statistics: SpeakingStatistics?
    var points = OpenPoints()
    var updates = WaitingUpdates()
    /// The list of terms that all standups share.
    var termList: TermListSummary?
    var changes = PageChanges()
    /// The attendee that is being brought back, until the standup is stored.
    var returning: PageChange.Removal?
    /// The number of meetings that the statistics cover.
    var statisticsMeetings = StandupScreen.usualMeetings
    /// The meetings that are marked, for an export.
    var marked: Set<Meeting.ID> = []
    /// The selected row; meetings are counted by position, 0 the newest.
    var selected = StandupScreen.Row.start
    package var destination: (any Feature)?
    /// The past meeting that was left for the search, and the place in it.
    var searchedFrom: (meeting: Meeting.ID, place: PlaceInMeeting)?
    package internal(set) var question: Question?
    /// For whom what the question is about would be deleted, if it is shared with the team.
    var deletionReach: DeletionReach?
    /// A past meeting to open once it has been read, by position.
    struct PendingMeeting: Sendable {
        var position: Int
        var place: PlaceInMeeting
    }

    var pendingMeeting: PendingMeeting?
    /// The meeting whose deletion question to open once the meetings have been read, by number or id.
    var unaskedDeletion: String?
    /// The draft of a form that was left unsaved; nil once it is opened again.
    var draft: SavedDraft?
    var noticeMessage: NoticeMessage?
    var running: Meeting.ID?
    /// All standups; nil until they have been read.
    var standups: [Standup]?
    enum Joining: Hashable, Sendable {
        case toLead(Meeting.ID)
        case toWatch(Meeting.ID)
    }

    /// The running meeting that is being joined; nil if none is.
    var joining: Joining?
    /// Whether another process deleted the standup while a destination was open.
    var isGone = false
    var generator: SeededGenerator

    init(_ standup: Standup, seed: UInt64, draft: SavedDraft? = nil) {
        self.standup = standup
        self.draft = draft
        generator = SeededGenerator(seed: seed)
    }

    package var identity: String { standup.id.rawValue }

    mutating func firstEffects() -> [Effect] { reload() }

    package mutating func perform(_ command: Command) -> Reply {
        noticeMessage = nil
        if question != nil { return answer(command) }
        if destination != nil {
            let reply = updateDestination { $0.performOrSearch(command) }
            return leavingIfGone(reply)
        }
        if updates.typing != nil {
            let reply = typeUpdate(command)
            return updates.typing == nil ? leavingIfGone(reply) : reply
        }
        switch command {
        case .quit: return Reply(request: .quit)
        case .back: return Reply(request: .close)
        case .start: return Reply(startOrJoin())
        case .watch: return Reply(watch())
        case .search: return Reply(search())
        case .edit:
            // On a point, it would be taken for the point's.
            if case .point(let index) = selected { return Reply(openPoint(index)) }
            return Reply(edit(focus: nil))
        case .delete: return deletePoint() ?? Reply(askToDelete())
        case .redo: return redoChange() ?? Reply([.redo()])
        case .undo: return undoChange() ?? Reply([.undo()])
        case .markDone: return mark(.done)
        case .markOpen: return mark(.open)
        case .markDropped: return mark(.dropped)
        case .writeUpdate: writeUpdate()
        case .openDevices: return Reply(openDevices())
        case .importFile: return Reply(openImport())
        case .invite: return Reply(invite())
        case .fewerMeetings: return Reply(changeStatistics(by: -1))
        case .moreMeetings: return Reply(changeStatistics(by: 1))
        case .export: return Reply(openExport())
        case .toggle:
            if let meeting = selectedMeeting, marked.remove(meeting) == nil { marked.insert(meeting) }
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
        case .start: startOrJoin()
        case .attendee(let index): edit(focus: .attendee(index))
        case .point(let index): openPoint(index)
        case .meeting(let position):
            meetings[position].map { open($0) } ?? []
        }
    }

    /// Opens a meeting, or joins it if it is running.
    mutating func open(_ meeting: Meeting) -> [Effect] {
        meeting.state == .live ? join(meeting.id) : openMeeting(meeting.id)
    }

    mutating func askToDelete(_ meeting: Meeting) -> [Effect] {
        guard meeting.state != .live else {
            noticeMessage = .isRunning(standup)
            return []
        }
        question = .deleteMeeting(meeting, .deletion)
        deletionReach = nil
        return [loadDeletionReach(of: .meeting(meeting.id))]
    }

    private mutating func askToDelete() -> [Effect] {
        if case .meeting(let position) = selected {
            if let meeting = meetings[position] { return askToDelete(meeting) }
        } else if case .attendee(let index) = selected {
            question = .removeAttendee(standup.attendees[index], .deletion)
        } else {
            return askToDeleteStandup()
        }
        return []
    }

    mutating func askToDeleteStandup() -> [Effect] {
        guard running == nil else {
            noticeMessage = .isRunning(standup)
            return []
        }
        question = .deleteStandup(.deletion)
        deletionReach = nil
        return [loadDeletionReach(of: .standup(standup.id))]
    }

    private func loadDeletionReach(of item: DeletedItem) -> Effect {
        call {
            $0.deletionReach(of: item)
        } show: { page, reach in
            switch page.question {
            case .deleteStandup where item == .standup(page.standup.id): page.deletionReach = reach
            case .deleteMeeting(let meeting, _) where item == .meeting(meeting.id): page.deletionReach = reach
            default: break
            }
        }
    }

    private mutating func answer(_ command: Command) -> Reply {
        switch question {
        case .deleteStandup(let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .back, in: &question) { .deleteStandup($0) }
            if answer == .delete { return Reply([.delete(.standup(standup.id))]) }
        case .deleteMeeting(let meeting, let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .back, in: &question) { .deleteMeeting(meeting, $0) }
            if answer == .delete { return Reply([.delete(.meeting(meeting.id))]) }
        case .removeAttendee(let attendee, let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .back, in: &question) {
                .removeAttendee(attendee, $0)
            }
            if answer == .delete { return remove(attendee) }
        case .updateAuthor(var dialog):
            let author = dialog.perform(command)
            question = author == nil && command != .back ? .updateAuthor(dialog) : nil
            if let author { typeUpdate(of: author) }
        case .discardUpdate(let dialog):
            let answer = dialog.perform(command, or: .goOn, on: .back, .quit, in: &question) { .discardUpdate($0) }
            if answer == .discard { updates.typing = nil }
            return leavingIfGone(Reply())
        case nil: break
        }
        return Reply(request: command == .quit ? .quit : nil)
    }

    package var isAsking: Bool { question != nil }

    /// Whether a past meeting or the search is open, or a past meeting is about to be.
    var isReading: Bool { destination is PastMeeting || destination is HistorySearch || pendingMeeting != nil }

    package var ownContext: KeyContext { updates.typing == nil ? .standup : .line }

    /// The draft to keep if the application ends now; nil if there is nothing to lose.
    var unsaved: SavedDraft? {
        if let form = destination as? StandupForm { return form.unsaved }
        return draft
    }

    package func ownRoute(from parent: Place.Route?) -> Place.Route {
        .standup(
            standup.id.rawValue, last: statisticsMeetings == StandupScreen.usualMeetings ? nil : statisticsMeetings,
            dialog: dialog, point: selectedPointID?.rawValue)
    }

    private var dialog: PageDialog? {
        switch question {
        case .deleteStandup: .delete
        case .deleteMeeting(let meeting, _): .deleteMeeting(meeting.id.rawValue)
        case .removeAttendee(let attendee, _): .removeAttendee(attendee.id.rawValue)
        case .updateAuthor: .update(nil)
        case .discardUpdate, nil: unaskedDeletion.map { .deleteMeeting($0) } ?? updateDialog
        }
    }

    package func ownNotice(_ localizer: Localizer) -> Notice? { noticeMessage?.notice(localizer) }
}
