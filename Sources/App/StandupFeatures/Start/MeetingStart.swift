package import Localization
import MeetingEngine
package import MeetingHistory
package import MeetingModel
import Sound

/// The screen before a meeting: the attendance list, and what will be recorded.
package struct MeetingStart: NestingFeature {
    package enum MicrophoneAnswer: Hashable, Sendable {
        case continueWithoutRecording
        case pickDevice
        case cancel
    }

    package enum RecognizerAnswer: Hashable, Sendable {
        case continueWithoutTranscript
        case cancel
    }

    package enum NoAttendeesAnswer: Hashable, Sendable {
        case addAttendees
        case cancel
    }

    /// An answer to the question whether to start while another meeting of the standup is running.
    package enum ConcurrentMeetingAnswer: Hashable, Sendable {
        case join
        case startAnother
        case cancel
    }

    package enum Question: Hashable, Sendable {
        /// The microphone is missing or access was refused, with the reason.
        case microphone(Message, Dialog<MicrophoneAnswer>)
        /// The recognizer is missing, with the reason.
        case recognizer(Message, Dialog<RecognizerAnswer>)
        case noAttendees(Dialog<NoAttendeesAnswer>)
        case alreadyRunning(LiveLock.Holder, Meeting.ID?, Dialog<ConcurrentMeetingAnswer>)
    }

    /// The standup, with its attendees in speaking order.
    package internal(set) var standup: Standup
    var absent: Set<Attendee.ID> = []
    /// The selected row; the start button follows the attendees.
    var selected = 0
    /// The available devices and recognizer; nil until they are known.
    var equipment: Equipment?
    /// What is heard of the microphone before the meeting.
    var microphone = DeviceChooser.MicrophoneState.nothing
    package internal(set) var question: Question?
    package var destination: (any Feature)?
    var isStarting = false
    /// The attendees who have written an update for this meeting.
    var writers: Set<Attendee.ID> = []
    package internal(set) var problem: Message?
    /// The interrupted meeting to resume; nil for a new one.
    let resumed: Meeting.ID?
    /// Whether to record the meeting and recognize speech; false after the user chose to do without.
    var usesMicrophone = true
    var usesRecognizer = true
    /// What the call was last heard from, to switch it on again.
    private var lastCall = DeviceSelection.loudspeakerMonitor

    /// The dialog to open once the equipment is known.
    var pendingDialog: StartDialog?
    let launch: MeetingLaunch?
    /// Whether the meeting starts automatically once the equipment is known.
    private var beginsWhenKnown = false

    /// A start with all attendees present and the button selected.
    package init(_ standup: Standup, dialog: StartDialog? = nil) {
        self.standup = standup
        pendingDialog = dialog
        resumed = nil
        launch = nil
        selected = standup.attendees.count
    }

    /// The start of the launched meeting, which begins automatically.
    init(_ launch: MeetingLaunch) {
        standup = launch.standup
        resumed = nil
        self.launch = launch
        beginsWhenKnown = true
        selected = standup.attendees.count
    }

    /// The start of a resumed meeting, with its attendees in their original order.
    ///
    /// A launched one begins automatically.
    init(resuming interrupted: InterruptedMeeting, _ launch: MeetingLaunch? = nil) {
        standup = interrupted.standup
        absent = Set(interrupted.timer.absent)
        resumed = interrupted.meeting.id
        self.launch = launch
        beginsWhenKnown = launch != nil
        selected = standup.attendees.count
    }

    var firstEffects: [Effect] { [.checkEquipment(standup), loadWriters()] }

    private func loadWriters() -> Effect {
        let id = standup.id
        return call {
            try $0.store.waitingUpdates(of: id)
        } show: {
            $0.writers = Set($1.map(\.attendee))
        }
    }

    package var identity: String { standup.id.rawValue }

    /// The present attendees in speaking order.
    var present: [Attendee] { standup.attendees.filter { !absent.contains($0.id) } }

    package mutating func perform(_ command: Command) -> Reply {
        if question != nil { return answer(command) }
        if destination != nil { return updateDestination { $0.perform(command) } }
        if isStarting {
            switch command {
            case .back: return Reply([.cancelStart])
            case .quit: return Reply(request: .quit)
            default: return Reply()
            }
        }
        switch command {
        case .quit: return Reply([.listen(nil)], request: .quit)
        case .back: return Reply([.listen(nil)], request: .close)
        case .start: return begin()
        case .activate:
            if selected == standup.attendees.count { return begin() }
            toggle()
        case .toggle: toggle()
        case .toggleRemote: return toggleRemote()
        case .toggleCall: return toggleCall()
        case .select(let index):
            guard (0...standup.attendees.count).contains(index) else { break }
            selected = index
            if index == standup.attendees.count { return begin() }
            toggle()
        case .moveRowUp: moveRow(by: -1)
        case .moveRowDown: moveRow(by: 1)
        case .grab(let index): if standup.attendees.indices.contains(index) { selected = index }
        case .moveRow(let index):
            if standup.attendees.indices.contains(index) { moveRow(by: index - selected) }
        case .openDevices: return openDevices()
        case .invite: return invite()
        default:
            let step: Command =
                switch command {
                case .nextField: .down
                case .previousField: .up
                default: command
                }
            selected = Selection.moved(selected, of: standup.attendees.count + 1, by: step) ?? selected
        }
        return Reply()
    }

    private mutating func toggle() {
        guard resumed == nil, standup.attendees.indices.contains(selected) else { return }
        problem = nil
        let id = standup.attendees[selected].id
        if absent.remove(id) == nil { absent.insert(id) }
    }

    /// Marks the selected attendee as one who joins by call, or as one in the room; the standup remembers it.
    private mutating func toggleRemote() -> Reply {
        guard resumed == nil, standup.attendees.indices.contains(selected) else { return Reply() }
        standup.attendees[selected].isRemote.toggle()
        let attendee = standup.attendees[selected]
        return Reply(
            change(standup.id) { kept in
                guard let index = kept.attendees.firstIndex(where: { $0.id == attendee.id }) else { return }
                kept.attendees[index].isRemote = attendee.isRemote
            })
    }

    /// The source of the call: the standup's own, else that of all standups.
    var call: DeviceSelection { standup.callSource(else: equipment?.call ?? .none) }

    /// Switches the call off, or on again; the standup remembers it.
    private mutating func toggleCall() -> Reply {
        let choice = call == .none ? lastCall : .none
        if call != .none { lastCall = call }
        standup.call = choice.description
        return Reply(change(standup.id) { $0.call = choice.description })
    }

    private mutating func moveRow(by step: Int) {
        let attendees = standup.attendees.indices
        guard resumed == nil, attendees.contains(selected), attendees.contains(selected + step) else { return }
        let attendee = standup.attendees.remove(at: selected)
        standup.attendees.insert(attendee, at: selected + step)
        selected += step
    }

    mutating func openDevices(dialog: DevicesDialog? = nil) -> Reply {
        let chooser = DeviceChooser(for: standup, dialog: dialog)
        destination = chooser
        return Reply(chooser.firstEffects)
    }

    /// Opens the invitation, with a new link for the selected attendee, else for anybody.
    private mutating func invite() -> Reply {
        let attendees = standup.attendees
        let (invitation, effects) = StandupInvitation.creatingLink(
            to: standup, for: attendees.indices.contains(selected) ? attendees[selected] : nil)
        destination = invitation
        return Reply(effects)
    }

    package mutating func receive(_ outcome: Outcome) -> Reply {
        switch outcome {
        case .equipment(let equipment):
            self.equipment = equipment
            askUnasked()
            if beginsWhenKnown, !isStarting, question == nil, destination == nil {
                beginsWhenKnown = false
                return begin()
            }
            return listen()
        case .level(let level) where destination == nil: microphone.take(level)
        case .listenFailed(let error) where destination == nil: microphone = .failed(error)
        case .standups(let standups, _, _, _):
            let current = standups.first { $0.id == standup.id }
            if let current, !isStarting, resumed == nil { adopt(current) }
        case .changedElsewhere:
            var reply = Reply([loadWriters()])
            reply.append(updateDestination { $0.receive(outcome) })
            return reply
        case .saved(let saved):
            if saved.id == standup.id, !isStarting, resumed == nil { adopt(saved) }
        case .meetingFailed(let error):
            guard isStarting else { break }
            isStarting = false
            if case .microphone(let error) = error {
                askAboutMicrophone(Message(error))
                break
            }
            // The choice to do without applies only to one start.
            usesMicrophone = true
            usesRecognizer = true
            if error != .interrupted { problem = Message(error) }
        case .standupHeld(let holder, let meeting):
            guard isStarting else { break }
            isStarting = false
            question = .alreadyRunning(
                holder, meeting, Dialog(meeting == nil ? [.cancel, .startAnother] : [.join, .startAnother, .cancel]))
        case .meetingLost:
            guard isStarting else { break }
            isStarting = false
            problem = Message.startHostDied
        default: break
        }
        return updateDestination { $0.receive(outcome) }
    }

    /// Hears the microphone, to show that it hears.
    private mutating func listen() -> Reply {
        microphone = .nothing
        guard destination == nil, !isStarting, isHeard, let equipment else { return Reply() }
        microphone = .opening
        return Reply([.listen(equipment.input)])
    }

    /// Whether there is a microphone, and it is to be used.
    var isHeard: Bool { usesMicrophone && equipment?.input != DeviceSelection.none && equipment?.inputLabel != nil }

    /// Applies changes by another process; remaining attendees keep their order.
    private mutating func adopt(_ current: Standup) {
        let selectedID = standup.attendees.indices.contains(selected) ? standup.attendees[selected].id : nil
        let known = Dictionary(uniqueKeysWithValues: current.attendees.map { ($0.id, $0) })
        let old = Set(standup.attendees.map(\.id))
        let attendees =
            standup.attendees.compactMap { known[$0.id] } + current.attendees.filter { !old.contains($0.id) }
        standup = current
        standup.attendees = attendees
        if let launch { standup.settings = launch.standup.settings }
        absent.formIntersection(known.keys)
        selected = attendees.firstIndex { $0.id == selectedID } ?? attendees.count
    }

    /// Checks the equipment again after the device chooser or the invitation has closed.
    package mutating func destinationDidClose(_ feature: any Feature, asking request: Request) -> Reply {
        equipment = nil
        usesMicrophone = true
        return Reply(firstEffects)
    }

    package var isAsking: Bool { question != nil }

    package var ownContext: KeyContext { .start }

    package func ownRoute(from parent: Place.Route?) -> Place.Route { .start(standup.id.rawValue, dialog: dialog) }

    package func ownNotice(_ localizer: Localizer) -> Notice? { nil }
}
