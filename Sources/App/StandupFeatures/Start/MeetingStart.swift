package import Localization
package import MeetingEngine
package import MeetingHistory
package import MeetingModel

/// Who is here, and what will be kept, before a meeting starts.
package struct MeetingStart: Feature {
    /// What it asks of the standup's page.
    package enum Request: Hashable, Sendable {
        case close
        /// The standup has no attendees; they are to be added in the form.
        case addAttendees
        case quit
    }

    /// An answer to the question how to do without a microphone.
    package enum MicrophoneAnswer: Hashable, Sendable {
        case continueWithoutRecording
        case pickDevice
        case cancel
    }

    /// An answer to the question how to do without a recogniser.
    package enum RecognizerAnswer: Hashable, Sendable {
        case continueWithoutTranscript
        case cancel
    }

    /// An answer to what is to be done about a standup without attendees.
    package enum NobodyAnswer: Hashable, Sendable {
        case addAttendees
        case cancel
    }

    /// An answer to the question whether to start beside a running meeting of the standup.
    package enum HeldAnswer: Hashable, Sendable {
        case startAnother
        case cancel
    }

    /// A question in front of the screen.
    package enum Question: Hashable, Sendable {
        /// The microphone is missing or refused, for a reason.
        case microphone(Message, Dialog<MicrophoneAnswer>)
        /// The recogniser is missing, for a reason.
        case recognizer(Message, Dialog<RecognizerAnswer>)
        case nobody(Dialog<NobodyAnswer>)
        /// Another meeting of the standup runs.
        case held(LiveLock.Holder, Dialog<HeldAnswer>)
    }

    /// The standup, its attendees in the order in which they are to speak.
    package internal(set) var standup: Standup
    /// Those who are not here.
    package internal(set) var absent: Set<Attendee.ID> = []
    /// The row that the keys work on; the button comes after the attendees.
    package internal(set) var selected = 0
    /// What there is to hold the meeting with; nil until it is known.
    package internal(set) var equipment: Equipment?
    /// The question that waits for an answer.
    package internal(set) var question: Question?
    /// The choice of devices, while it is open.
    package internal(set) var devices: DeviceChooser?
    /// Whether the meeting is being started.
    package internal(set) var isStarting = false
    /// Why it did not start.
    package internal(set) var problem: Message?
    /// The interrupted meeting that is to be gone on with; nil for a new one.
    package let resumed: Meeting.ID?
    /// Whether the meeting is to be recorded, and its words recognised; no once somebody said to go on without.
    var usesMicrophone = true
    var usesRecognizer = true

    /// The dialog that the opened place asks for, until the devices and recognisers are known.
    var unasked: StartDialog?
    /// What the application was opened for.
    let order: MeetingOrder?
    /// Whether it begins by itself once the devices and recognisers are known.
    private var beginsWhenKnown = false

    /// Everybody is here until somebody says otherwise; the button is selected.
    package init(_ standup: Standup, dialog: StartDialog? = nil) {
        self.standup = standup
        unasked = dialog
        resumed = nil
        order = nil
        selected = standup.attendees.count
    }

    /// The meeting that the application was opened for begins by itself.
    package init(_ order: MeetingOrder) {
        standup = order.standup
        resumed = nil
        self.order = order
        beginsWhenKnown = true
        selected = standup.attendees.count
    }

    /// An interrupted meeting goes on with those who were there, in the order of then; by itself if it was ordered.
    package init(resuming interrupted: InterruptedMeeting, _ order: MeetingOrder? = nil) {
        standup = interrupted.standup
        absent = Set(interrupted.timer.absent)
        resumed = interrupted.meeting.id
        self.order = order
        beginsWhenKnown = order != nil
        selected = standup.attendees.count
    }

    /// What it wants to know first.
    var firstEffects: [Effect] { [.checkEquipment(standup)] }

    /// Those who are here, in the order in which they are to speak.
    var present: [Attendee] { standup.attendees.filter { !absent.contains($0.id) } }

    package mutating func perform(_ command: Command) -> Reply<Request> {
        if question != nil { return answer(command) }
        if devices != nil { return passOn { $0.perform(command) } }
        if isStarting {
            switch command {
            case .back: return Reply([.cancelStart])
            case .quit: return Reply(request: .quit)
            default: return Reply()
            }
        }
        switch command {
        case .quit: return Reply(request: .quit)
        case .back: return Reply(request: .close)
        case .start: return begin()
        case .activate:
            if selected == standup.attendees.count { return begin() }
            toggle()
        case .toggle: toggle()
        case .select(let index):
            guard (0...standup.attendees.count).contains(index) else { break }
            selected = index
            if index == standup.attendees.count { return begin() }
            toggle()
        case .moveRowUp: moveRow(by: -1)
        case .moveRowDown: moveRow(by: 1)
        case .openDevices: return openDevices()
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

    private mutating func moveRow(by step: Int) {
        let attendees = standup.attendees.indices
        guard resumed == nil, attendees.contains(selected), attendees.contains(selected + step) else { return }
        standup.attendees.swapAt(selected, selected + step)
        selected += step
    }

    /// Opens the choice of devices.
    mutating func openDevices() -> Reply<Request> {
        let chooser = DeviceChooser()
        devices = chooser
        return Reply(chooser.firstEffects)
    }

    package mutating func receive(_ outcome: Outcome) -> Reply<Request> {
        switch outcome {
        case .equipment(let equipment):
            self.equipment = equipment
            askUnasked()
            if beginsWhenKnown, !isStarting, question == nil, devices == nil {
                beginsWhenKnown = false
                return begin()
            }
        case .standups(let standups, _, _):
            let current = standups.first { $0.id == standup.id }
            if let current, !isStarting, resumed == nil { adopt(current) }
        case .meetingFailed(let error):
            guard isStarting else { break }
            isStarting = false
            if case .microphone(let error) = error {
                askAboutMicrophone(Message(error))
                break
            }
            // To go on without was the answer for that start alone.
            usesMicrophone = true
            usesRecognizer = true
            if error != .interrupted { problem = Message(error) }
        case .standupHeld(let holder):
            guard isStarting else { break }
            isStarting = false
            question = .held(holder, Dialog([.cancel, .startAnother]))
        default: break
        }
        return devices == nil ? Reply() : passOn { $0.receive(outcome) }
    }

    /// Takes over what another process has changed; the order stays for those who are still invited.
    private mutating func adopt(_ current: Standup) {
        let selectedID = standup.attendees.indices.contains(selected) ? standup.attendees[selected].id : nil
        let known = Dictionary(uniqueKeysWithValues: current.attendees.map { ($0.id, $0) })
        let old = Set(standup.attendees.map(\.id))
        let attendees =
            standup.attendees.compactMap { known[$0.id] } + current.attendees.filter { !old.contains($0.id) }
        standup = current
        standup.attendees = attendees
        if let order { standup.settings = order.standup.settings }
        absent.formIntersection(known.keys)
        selected = attendees.firstIndex { $0.id == selectedID } ?? attendees.count
    }

    /// Changes the choice of devices; once that is closed, what there is is looked at anew.
    private mutating func passOn(
        _ change: (inout DeviceChooser) -> Reply<DeviceChooser.Request>
    ) -> Reply<Request> {
        guard var chooser = devices else { return Reply() }
        devices = nil
        var reply = Reply<Request>()
        if reply.take(change(&chooser)) == nil {
            devices = chooser
        } else {
            equipment = nil
            usesMicrophone = true
            reply.effects += firstEffects
        }
        return reply
    }

    package var context: KeyContext { question != nil ? .dialog : devices?.context ?? .start }

    package func notice(_ localizer: Localizer) -> Notice? { devices?.notice(localizer) }
}
