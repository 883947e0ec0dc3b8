package import MeetingEngine
import MeetingHistory
package import MeetingModel
package import Sound
package import StandupSpeech

// The engine's problems as the command line prints them: one line of English without a full stop.

extension MeetingProblem {
    package var line: String {
        switch self {
        case .callNotPossible:
            "this meeting began without a call, and its recording keeps one channel; start the next one with --call"
        case .microphoneNotPossible:
            "this meeting began without a microphone and goes on without one; start the next one with --input"
        case .sameSound: "\(self), see: standup devices"
        case .ownPlayback:
            "standup plays a recording on the call's loudspeaker; the meeting's recording leaves it out"
        default: line(history: \.line, audio: \.line, call: Self.line(ofCall:), recognizer: \.line)
        }
    }

    private static func line(ofCall error: AudioError) -> String {
        guard case .noDevice(_, let name) = error else { return error.line }
        return "no source \(DisplayText(quoting: name)) for the call, see: standup devices"
    }
}

extension MeetingStartError: ProgramError {
    package var exitCode: Failure.Code {
        switch self {
        case .microphone(let error), .recording(let error): error.exitCode
        case .history(let error): error.exitCode
        case .interrupted: .interrupted
        case .plan, .outside: .failed
        }
    }

    package var line: String {
        switch self {
        case .microphone(let error), .recording(let error): error.line
        case .history(let error): error.line
        case .plan, .interrupted, .outside: "\(self)"
        }
    }
}

extension AudioError: ProgramError {
    package var exitCode: Failure.Code {
        switch self {
        case .noSystem, .noDevice, .noMonitor, .failed, .noSound, .noLibrary: .unavailable
        case .file: .notFound
        case .cannotWrite: .cannotWrite
        }
    }

    package var line: String {
        switch self {
        case .noSystem: "\(self), or use --input none --output none"
        case .noDevice(.input, let name):
            "no microphone '\(name)'; choose one from: standup devices, or use --input none"
        case .noDevice(.output, let name):
            "no loudspeaker '\(name)'; choose one from: standup devices, or use --output none"
        case .noMonitor: "\(self) with --call DEVICE, see: standup devices"
        case .failed(let device, let reason):
            "the sound device \(device) failed (\(reason)); choose another from: standup devices"
        case .noSound(let device, let duration):
            "no sound from \(device) within \(duration.components.seconds) s; choose another device from: standup devices"
        case .noLibrary, .file, .cannotWrite: "\(self)"
        }
    }
}

extension RecognizerError: ProgramError {
    package var exitCode: Failure.Code { .unavailable }

    package var line: String {
        switch self {
        case .noModel(let language, let searched):
            "no speech model for \(language) in \(searched); install one with: standup models install base "
                + "(for English: standup models install), or use --recognizer none"
        case .failed(let name, let reason):
            "the recognizer \(name) failed (\(reason)); the meeting continues without a transcript"
        case .unusable, .noAnswer: "\(self)"
        }
    }
}
