import Localization
package import MeetingEngine
package import MeetingHistory
package import MeetingModel
package import Sound
package import StandupSpeech

// Errors as catalogue messages. Each message says what failed, on what, and what to do.

extension Message {
    package init(_ error: HistoryError) {
        switch error {
        case .unreadable(let path, let reason):
            self = .errorHistoryUnreadable(path: .text(path), reason: .text(reason))
        case .newer(let path):
            self = .errorHistoryNewer(path: .text(path))
        case .inUse(let path):
            self = .errorHistoryInUse(path: .text(path))
        case .notAFile(let path, _):
            self = .errorHistoryNotAFile(path: .text(path))
        case .cannotWrite(let path, let reason, _):
            self = .errorCannotWrite(path: .text(path), reason: .text(reason))
        case .locked(let path):
            self = .errorHistoryLocked(path: .text(path))
        case .noMeeting: self = .errorHistoryNoMeeting
        case .noTranscript: self = .errorHistoryNoTranscript
        case .transcriptInUse: self = .errorHistoryTranscriptInUse
        case .transcriptChanged: self = .errorHistoryTranscriptChanged
        case .noPoints: self = .errorHistoryNoPoints
        case .inconsistent(let reason): self = .errorHistoryInconsistent(reason: .text(reason))
        }
    }

    package init(_ error: AudioError) {
        switch error {
        case .noSystem(let reason): self = .errorAudioNoSystem(reason: .text(reason))
        case .noDevice(.input, "\(DeviceSelection.systemDefault)"): self = .errorAudioNoMicrophoneAtAll
        case .noDevice(.output, "\(DeviceSelection.systemDefault)"): self = .errorAudioNoLoudspeakerAtAll
        case .noDevice(.input, let name): self = .errorAudioNoMicrophone(name: .text(name))
        case .noDevice(.output, let name): self = .errorAudioNoLoudspeaker(name: .text(name))
        case .noMonitor(let reason): self = .errorAudioNoMonitor(reason: .text(reason))
        case .failed(let device, let reason):
            self = .errorAudioFailed(name: .text(device), reason: .text(reason))
        case .noSound(let device, let duration):
            self = .errorAudioNoSound(name: .text(device), duration: .duration(duration))
        case .noLibrary: self = .errorAudioNoSystem(reason: .text(error.description))
        case .file(let path, let reason):
            self = .errorAudioFile(path: .text(path), reason: .text(reason))
        case .cannotWrite(let path, let reason, _):
            self = .errorCannotWrite(path: .text(path), reason: .text(reason))
        }
    }

    package init(_ error: MeetingStartError) {
        switch error {
        case .plan(.noAttendees): self = .errorStartNoAttendees
        case .plan(.nobodyPresent): self = .startNobodyHere
        case .plan(.lengthNotPositive): self = .errorStartNoLength
        case .plan(.duplicateAttendee): self = .errorStartDuplicateAttendee
        case .microphone(let error), .recording(let error): self.init(error)
        case .history(let error): self.init(error)
        case .interrupted: self = .errorStartInterrupted
        case .outside(let line): self = .noticeProblem(problem: .text(line))
        }
    }

    package init(_ error: RecognizerError) {
        switch error {
        case .noModel(let language, let searched):
            self = .errorRecognizerNoModel(language: .text(language), path: .text(searched))
        case .failed(let name, let reason):
            self = .errorRecognizerFailed(name: .text(name), reason: .text(reason))
        case .unusable(let line): self = .noticeProblem(problem: .text(line))
        case .noAnswer(let server, let reason, _, .later):
            self = .errorRecognizerNoAnswerYet(name: .text(server), reason: .text(reason))
        case .noAnswer(let server, let reason, _, _):
            self = .errorRecognizerNoAnswer(name: .text(server), reason: .text(reason))
        }
    }

    package init(_ error: StandupError) {
        switch error {
        case .noTitle: self = .errorStandupNoTitle
        case .titleTooLong: self = .errorStandupTitleTooLong(limit: .count(Standup.longestName))
        case .nameTooLong: self = .errorStandupNameTooLong(limit: .count(Standup.longestName))
        case .tooManyAttendees: self = .errorStandupTooManyAttendees(limit: .count(Standup.mostAttendees))
        case .lengthOutOfRange:
            self = .errorStandupLengthOutOfRange(
                from: .duration(Standup.lengthRange.lowerBound), to: .duration(Standup.lengthRange.upperBound))
        }
    }
}
