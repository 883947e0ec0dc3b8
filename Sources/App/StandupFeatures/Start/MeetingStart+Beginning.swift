import Localization
import MeetingEngine
import MeetingModel
import Sound

// Starting the meeting; questions are asked only about equipment known to be missing.

extension MeetingStart {
    /// Starts the meeting, or asks about missing equipment.
    ///
    /// With `concurrently` it starts even if another meeting of the standup is running.
    mutating func begin(concurrently: Bool = false) -> Reply {
        problem = nil
        if present.isEmpty && !standup.attendees.isEmpty {
            problem = Message.startNobodyHere
            return Reply()
        }
        if let equipment, call != .none, call == equipment.input, usesMicrophone {
            problem = Message.startSameDevice
            return Reply()
        }
        if let obstacle {
            question = obstacle
            return Reply()
        }
        isStarting = true
        return Reply([
            .startMeeting(
                MeetingRequest(
                    standup: standup, absent: absent, usesMicrophone: usesMicrophone,
                    usesRecognizer: usesMicrophone && usesRecognizer, resumed: resumed,
                    allowsConcurrent: concurrently || launch?.allowsConcurrent == true,
                    isRecorded: launch?.isRecorded ?? true,
                    sampleRate: launch?.sampleRate ?? 48_000))
        ])
    }

    /// The question about equipment known to be missing.
    private var obstacle: Question? {
        if standup.attendees.isEmpty { return .noAttendees(Dialog([.addAttendees, .cancel])) }
        guard let equipment, usesMicrophone, equipment.input != .none else { return nil }
        // For a launched meeting, opening the microphone reports the exact reason.
        if equipment.inputLabel == nil, launch == nil {
            return Self.microphone(
                Message(AudioError.noDevice(.input, name: equipment.input.description)))
        }
        guard let reason = equipment.recognizerProblem, usesRecognizer else { return nil }
        return .recognizer(Message(reason), Dialog([.continueWithoutTranscript, .cancel]))
    }

    /// The open dialog, for the address.
    var dialog: StartDialog? { question?.dialog ?? pendingDialog }

    /// Opens the dialog of the opened place, if its reason still applies.
    mutating func askUnasked() {
        guard let dialog = pendingDialog else { return }
        pendingDialog = nil
        if let obstacle, obstacle.dialog == dialog { question = obstacle }
    }

    private static func microphone(_ reason: Message) -> Question {
        .microphone(reason, Dialog([.continueWithoutRecording, .pickDevice, .cancel]))
    }

    mutating func askAboutMicrophone(_ reason: Message) {
        question = Self.microphone(reason)
    }

    mutating func answer(_ command: Command) -> Reply {
        if command == .quit { return Reply(request: .quit) }
        switch question {
        case .microphone(let reason, let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .back, in: &question) { .microphone(reason, $0) }
            switch answer {
            case .continueWithoutRecording:
                usesMicrophone = false
                return begin()
            case .pickDevice: return openDevices()
            case .cancel, nil: break
            }
        case .recognizer(let reason, let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .back, in: &question) { .recognizer(reason, $0) }
            if answer == .continueWithoutTranscript {
                usesRecognizer = false
                return begin()
            }
        case .noAttendees(let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .back, in: &question) { .noAttendees($0) }
            if answer == .addAttendees { return Reply(request: .addAttendees) }
        case .alreadyRunning(let holder, let meeting, let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .back, in: &question) {
                .alreadyRunning(holder, meeting, $0)
            }
            switch answer {
            case .join:
                guard let meeting else { break }
                isStarting = true
                return Reply([.joinMeeting(meeting)])
            case .startAnother: return begin(concurrently: true)
            case .cancel, nil: break
            }
        case nil: break
        }
        return Reply()
    }
}

extension MeetingStart.Question {
    /// The dialog's name in an address.
    fileprivate var dialog: StartDialog {
        switch self {
        case .microphone: .microphone
        case .recognizer: .recognizer
        case .noAttendees: .noAttendees
        case .alreadyRunning: .alreadyRunning
        }
    }
}
