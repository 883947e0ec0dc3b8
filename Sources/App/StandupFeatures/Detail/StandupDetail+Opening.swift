import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import Presentation

// Opening destinations from the standup's page.

extension StandupDetail {
    /// Opens the form, with the unsaved draft if there is one.
    mutating func edit(focus: FormFocus?, dialog: FormDialog? = nil) -> [Effect] {
        var form: StandupForm
        if let draft {
            form = StandupForm(draft, seed: generator.next(), focus: focus)
            form.update(with: [standup])
            noticeMessage = .draftRestored
            self.draft = nil
        } else {
            form = StandupForm(editing: standup, seed: generator.next(), focus: focus)
        }
        form.open(dialog)
        destination = form
        return []
    }

    /// Joins the running meeting, or opens the start of one.
    mutating func startOrJoin() -> [Effect] { running.map { join($0) } ?? start() }

    /// Opens the start of a meeting, with its attendance list.
    mutating func start(dialog: StartDialog? = nil) -> [Effect] {
        let start = MeetingStart(standup, dialog: dialog)
        destination = start
        return start.firstEffects
    }

    /// Opens the start of a launched meeting.
    mutating func start(_ launch: MeetingLaunch, resuming interrupted: InterruptedMeeting?) -> [Effect] {
        let start = interrupted.map { MeetingStart(resuming: $0, launch) } ?? MeetingStart(launch)
        destination = start
        return start.firstEffects
    }

    /// If the microphone or recognizer is missing, the usual question is asked.
    mutating func resume(_ interrupted: InterruptedMeeting) -> [Effect] {
        var start = MeetingStart(resuming: interrupted)
        let effects = start.firstEffects + start.begin().effects
        destination = start
        return effects
    }

    mutating func join(_ meeting: Meeting.ID, toWatch: Bool = false) -> [Effect] {
        joining = toWatch ? .toWatch(meeting) : .toLead(meeting)
        return [.joinMeeting(meeting, toWatch: toWatch)]
    }

    /// Shows the running meeting read only; says so if there is none.
    mutating func watch() -> [Effect] {
        if let running { return join(running, toWatch: true) }
        noticeMessage = NoticeMessage(.information, .addressNoRunningMeeting)
        return []
    }

    mutating func openMeeting(_ id: Meeting.ID, at place: PlaceInMeeting = PlaceInMeeting()) -> [Effect] {
        let meeting = PastMeeting(meeting: id, theme: standup.theme, at: place)
        destination = meeting
        return meeting.firstEffects
    }

    /// Opens a past meeting by its number (1 is the newest) or its id.
    mutating func openMeeting(_ text: String, at place: PlaceInMeeting) -> [Effect] {
        guard let position = Self.position(of: text) else {
            return openMeeting(Meeting.ID(rawValue: text), at: place)
        }
        pendingMeeting = PendingMeeting(position: position, place: place)
        return []
    }

    /// The position of a meeting in the list from its number (1 is the newest); nil if the text is not a number.
    static func position(of text: String) -> Int? {
        guard let number = Int(text), number > 0, text.utf8.count < 10 else { return nil }
        return number - 1
    }

    /// Opens the search in the meetings of the standup, of the selected attendee if there is one.
    mutating func search() -> [Effect] {
        var person: String?
        if case .attendee(let index) = selected { person = standup.attendees[index].name }
        var search = HistorySearch(in: [standup], standup: standup.id, person: person)
        let effects = search.firstEffects()
        destination = search
        return effects
    }

    private mutating func searchEverywhere() -> [Effect] {
        var search = HistorySearch(in: standups ?? [standup])
        let effects = search.firstEffects()
        destination = search
        return effects
    }

    mutating func openImport(folder: String? = nil, file: String? = nil, dialog: ImportDialog? = nil) -> [Effect] {
        var feature = FileImport(into: standup.id, of: standups ?? [standup])
        let effects = feature.firstEffects(folder: folder, file: file, dialog: dialog)
        destination = feature
        return effects
    }

    mutating func openDevices(dialog: DevicesDialog? = nil) -> [Effect] {
        let chooser = DeviceChooser(for: standup, dialog: dialog)
        destination = chooser
        return chooser.firstEffects
    }

    /// Opens the invitation, with a new link for the selected attendee, else for anybody.
    mutating func invite() -> [Effect] {
        var attendee: Attendee?
        if case .attendee(let index) = selected { attendee = standup.attendees[index] }
        let (invitation, effects) = StandupInvitation.creatingLink(to: standup, for: attendee)
        destination = invitation
        return effects
    }

    package mutating func destinationDidClose(_ feature: any Feature, asking request: Request) -> Reply {
        switch feature {
        case is RunningMeeting: selected = .start
        case let meeting as PastMeeting:
            if let position = meetings.position(of: meeting.meeting) { selected = .meeting(position) }
            searchedFrom =
                request == .search
                ? (
                    meeting.meeting,
                    PlaceInMeeting(
                        utterance: meeting.utterance, transcript: meeting.version,
                        find: meeting.finding.field.text.isEmpty ? nil : meeting.finding.field.text)
                ) : nil
        case is HistorySearch:
            if request == .close, let (meeting, place) = searchedFrom {
                searchedFrom = nil
                return Reply(openMeeting(meeting, at: place))
            }
        default: break
        }
        switch request {
        case .search: return Reply(searchEverywhere())
        case .vanished:
            if let meeting = feature as? PastMeeting, meeting.loaded == nil,
                meeting.meeting.rawValue.count >= StandupLookup.shortestID
            {
                // An address may have only the start of an id. Until it is found, the screen stays.
                destination = meeting
                return Reply([findMeeting(startingWith: meeting.meeting)])
            }
            noticeMessage = NoticeMessage(.warning, .addressNoMeeting)
            return leavingIfGone(Reply())
        case .addAttendees: return Reply(edit(focus: .attendee(0)))
        case .saved(let saved):
            standup = saved
            isGone = false
            clampSelection()
            // People may have other names, and a standup saved under a new id has no meetings yet.
            return Reply(reload())
        case .imported(let items, let transcribes):
            guard let single = items.single, single.standup == standup.id else {
                return Reply(request: .imported(items, transcribes: transcribes))
            }
            return Reply(
                openMeeting(single.meeting, at: PlaceInMeeting(dialog: transcribes ? .transcribe : nil)))
        case .close where feature is PastMeeting || feature is HistorySearch:
            // Corrections change the times and the points.
            forgetMarkedPoints()
            return Reply(reload())
        case .close, .gone, .showStandups, .quit: return Reply()
        }
    }
}
