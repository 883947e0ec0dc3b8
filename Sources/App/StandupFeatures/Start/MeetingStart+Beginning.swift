import Localization
import AudioDevices
import MeetingEngine
import MeetingModel

// Starting the meeting, and what is asked before: only what is known to be missing.

extension MeetingStart {
    /// Starts the meeting, or asks how to do without what is missing.
    mutating func begin() -> Reply<Request> {
        problem = nil
        if standup.attendees.isEmpty {
            question = .nobody(Dialog([.addAttendees, .cancel]))
            return Reply()
        }
        if present.isEmpty {
            problem = Message("start.nobody-here")
            return Reply()
        }
        if let equipment, usesMicrophone, equipment.input != .none, equipment.inputLabel == nil {
            askAboutMicrophone(Message("start.microphone-missing", ["name": .text(equipment.input.description)]))
            return Reply()
        }
        if let reason = equipment?.recognizerProblem, usesMicrophone, equipment?.input != DeviceSelection.none,
            usesRecognizer
        {
            question = .recognizer(Message(reason), Dialog([.continueWithoutTranscript, .cancel]))
            return Reply()
        }
        isStarting = true
        return Reply([
            .startMeeting(
                MeetingRequest(
                    standup: standup, absent: absent, usesMicrophone: usesMicrophone,
                    usesRecognizer: usesMicrophone && usesRecognizer, resumed: resumed))
        ])
    }

    mutating func askAboutMicrophone(_ reason: Message) {
        question = .microphone(reason, Dialog([.continueWithoutRecording, .pickDevice, .cancel]))
    }

    /// Takes the answer to the question that is open.
    mutating func answer(_ command: Command) -> Reply<Request> {
        if command == .quit { return Reply(request: .quit) }
        switch question {
        case .microphone(let reason, var dialog):
            let answer = command == .back ? .cancel : dialog.perform(command)
            question = answer == nil ? .microphone(reason, dialog) : nil
            switch answer {
            case .continueWithoutRecording:
                usesMicrophone = false
                return begin()
            case .pickDevice: return openDevices()
            case .cancel, nil: break
            }
        case .recognizer(let reason, var dialog):
            let answer = command == .back ? .cancel : dialog.perform(command)
            question = answer == nil ? .recognizer(reason, dialog) : nil
            if answer == .continueWithoutTranscript {
                usesRecognizer = false
                return begin()
            }
        case .nobody(var dialog):
            let answer = command == .back ? .cancel : dialog.perform(command)
            question = answer == nil ? .nobody(dialog) : nil
            if answer == .addAttendees { return Reply(request: .addAttendees) }
        case nil: break
        }
        return Reply()
    }
}
