import MeetingEngine
import MeetingHistory
import MeetingModel

// What is open in front of the page.

extension StandupDetail {
    /// Opens the form, with what was typed if it was left before.
    mutating func edit(focus: FormFocus?, dialog: FormDialog? = nil) -> [Effect] {
        var form: StandupForm
        if let draft {
            form = StandupForm(draft, seed: generator.next(), focus: focus)
            form.tell(of: [standup])
            incident = .draftRestored
            self.draft = nil
        } else {
            form = StandupForm(editing: standup, seed: generator.next(), focus: focus)
        }
        form.open(dialog)
        destination = .edit(form)
        return []
    }

    /// Asks who is here.
    mutating func start(dialog: StartDialog? = nil) -> [Effect] {
        let start = MeetingStart(standup, dialog: dialog)
        destination = .start(start)
        return start.firstEffects
    }

    /// Opens the start of the ordered meeting.
    mutating func start(_ order: MeetingOrder, resuming interrupted: InterruptedMeeting?) -> [Effect] {
        let start = interrupted.map { MeetingStart(resuming: $0, order) } ?? MeetingStart(order)
        destination = .start(start)
        return start.firstEffects
    }

    /// Goes on with an interrupted meeting; where something is missing for that, it asks as before any meeting.
    mutating func resume(_ interrupted: InterruptedMeeting) -> [Effect] {
        var start = MeetingStart(resuming: interrupted)
        let effects = start.firstEffects + start.begin().effects
        destination = .start(start)
        return effects
    }

    /// Opens a past meeting.
    mutating func openMeeting(_ id: Meeting.ID, utterance: Int?, dialog: MeetingDialog? = nil) -> [Effect] {
        let meeting = PastMeeting(meeting: id, theme: standup.theme, utterance: utterance, dialog: dialog)
        destination = .meeting(meeting)
        return meeting.firstEffects
    }

    /// Opens the past meeting with a number, 1 the newest, or an id.
    mutating func openMeeting(_ text: String, utterance: Int?, dialog: MeetingDialog?) -> [Effect] {
        guard let position = Self.position(of: text) else {
            return openMeeting(Meeting.ID(rawValue: text), utterance: utterance, dialog: dialog)
        }
        unopened = (position, utterance, dialog)
        return []
    }

    /// The position of the meeting that has a number, 1 the newest; nil if the text is none.
    static func position(of text: String) -> Int? {
        guard let number = Int(text), number > 0, text.utf8.count < 10 else { return nil }
        return number - 1
    }

    /// Opens the choice of devices.
    mutating func openDevices() -> [Effect] {
        let chooser = DeviceChooser()
        destination = .devices(chooser)
        return chooser.firstEffects
    }

    mutating func passOn(_ command: Command) -> Reply<Request> {
        switch destination {
        case .edit: withForm { $0.perform(command) }
        case .start: withStart { $0.perform(command) }
        case .record: withRunningMeeting { $0.perform(command) }
        case .meeting: withMeeting { $0.perform(command) }
        case .devices: withDevices { $0.perform(command) }
        case nil: Reply()
        }
    }

    mutating func passOn(_ outcome: Outcome) -> Reply<Request> {
        switch destination {
        case .edit: withForm { $0.receive(outcome) }
        case .start: withStart { $0.receive(outcome) }
        case .record: withRunningMeeting { $0.receive(outcome) }
        case .meeting: withMeeting { $0.receive(outcome) }
        case .devices: withDevices { $0.receive(outcome) }
        case nil: Reply()
        }
    }

    // What is open is taken out while it is changed, so that nothing of it is copied.

    private mutating func withForm(_ change: (inout StandupForm) -> Reply<StandupForm.Request>) -> Reply<Request> {
        guard case .edit(var form) = destination else { return Reply() }
        destination = nil
        var reply = Reply<Request>()
        switch reply.take(change(&form)) {
        case .cancelled: break
        case .quit:
            reply.request = .quit
            destination = .edit(form)
        case .saved(let saved):
            let isOther = saved.id != standup.id
            standup = saved
            isGone = false
            clampSelection()
            // Under another id there are no meetings.
            if isOther { reply.effects += reload() }
        case nil: destination = .edit(form)
        }
        return reply
    }

    private mutating func withStart(_ change: (inout MeetingStart) -> Reply<MeetingStart.Request>) -> Reply<Request> {
        guard case .start(var start) = destination else { return Reply() }
        destination = nil
        var reply = Reply<Request>()
        switch reply.take(change(&start)) {
        case .close: break
        case .addAttendees: reply.effects += edit(focus: .attendee(0))
        case .quit:
            reply.request = .quit
            destination = .start(start)
        case nil: destination = .start(start)
        }
        return reply
    }

    private mutating func withRunningMeeting(
        _ change: (inout RunningMeeting) -> Reply<RunningMeeting.Request>
    ) -> Reply<Request> {
        guard case .record(var meeting) = destination else { return Reply() }
        destination = nil
        var reply = Reply<Request>()
        switch reply.take(change(&meeting)) {
        case .ended: selected = .start
        case nil: destination = .record(meeting)
        }
        return reply
    }

    private mutating func withMeeting(_ change: (inout PastMeeting) -> Reply<PastMeeting.Request>) -> Reply<Request> {
        guard case .meeting(var meeting) = destination else { return Reply() }
        destination = nil
        var reply = Reply<Request>()
        switch reply.take(change(&meeting)) {
        case .close:
            if let position = meetings.position(of: meeting.meeting) { selected = .meeting(position) }
        case nil: destination = .meeting(meeting)
        }
        return reply
    }

    private mutating func withDevices(
        _ change: (inout DeviceChooser) -> Reply<DeviceChooser.Request>
    ) -> Reply<Request> {
        guard case .devices(var chooser) = destination else { return Reply() }
        destination = nil
        var reply = Reply<Request>()
        if reply.take(change(&chooser)) == nil { destination = .devices(chooser) }
        return reply
    }
}
