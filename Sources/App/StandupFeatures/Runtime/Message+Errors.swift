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
            self.init("error.history.unreadable", ["path": .text(path), "reason": .text(reason)])
        case .newer(let path):
            self.init("error.history.newer", ["path": .text(path)])
        case .inUse(let path):
            self.init("error.history.in-use", ["path": .text(path)])
        case .notAFile(let path, _):
            self.init("error.history.not-a-file", ["path": .text(path)])
        case .cannotWrite(let path, let reason, _):
            self.init("error.cannot-write", ["path": .text(path), "reason": .text(reason)])
        case .locked(let path):
            self.init("error.history.locked", ["path": .text(path)])
        case .noMeeting: self.init("error.history.no-meeting")
        case .noTranscript: self.init("error.history.no-transcript")
        case .transcriptInUse: self.init("error.history.transcript-in-use")
        case .transcriptChanged: self.init("error.history.transcript-changed")
        case .noPoints: self.init("error.history.no-points")
        case .inconsistent(let reason): self.init("error.history.inconsistent", ["reason": .text(reason)])
        }
    }

    package init(_ error: AudioError) {
        switch error {
        case .noSystem(let reason): self.init("error.audio.no-system", ["reason": .text(reason)])
        case .noDevice(.input, let name): self.init("error.audio.no-microphone", ["name": .text(name)])
        case .noDevice(.output, let name): self.init("error.audio.no-loudspeaker", ["name": .text(name)])
        case .noMonitor(let reason): self.init("error.audio.no-monitor", ["reason": .text(reason)])
        case .failed(let device, let reason):
            self.init("error.audio.failed", ["name": .text(device), "reason": .text(reason)])
        case .noSound(let device, let duration):
            self.init("error.audio.no-sound", ["name": .text(device), "duration": .duration(duration)])
        case .noLibrary: self.init("error.audio.no-system", ["reason": .text(error.description)])
        case .file(let path, let reason):
            self.init("error.audio.file", ["path": .text(path), "reason": .text(reason)])
        case .cannotWrite(let path, let reason, _):
            self.init("error.cannot-write", ["path": .text(path), "reason": .text(reason)])
        }
    }

    package init(_ error: MeetingStartError) {
        switch error {
        case .plan(.noAttendees): self.init("error.start.no-attendees")
        case .plan(.nobodyPresent): self.init("start.nobody-here")
        case .plan(.lengthNotPositive): self.init("error.start.no-length")
        case .plan(.duplicateAttendee): self.init("error.start.duplicate-attendee")
        case .microphone(let error), .recording(let error): self.init(error)
        case .history(let error): self.init(error)
        case .interrupted: self.init("error.start.interrupted")
        case .outside(let line): self.init("notice.problem", ["problem": .text(line)])
        }
    }

    package init(_ error: RecognizerError) {
        switch error {
        case .noModel(let language, let searched):
            self.init("error.recognizer.no-model", ["language": .text(language), "path": .text(searched)])
        case .failed(let name, let reason):
            self.init("error.recognizer.failed", ["name": .text(name), "reason": .text(reason)])
        case .unusable(let line): self.init("notice.problem", ["problem": .text(line)])
        case .noAnswer(let server, let reason, _, .later):
            self.init("error.recognizer.no-answer-yet", ["name": .text(server), "reason": .text(reason)])
        case .noAnswer(let server, let reason, _, _):
            self.init("error.recognizer.no-answer", ["name": .text(server), "reason": .text(reason)])
        }
    }

    package init(_ error: StandupError) {
        switch error {
        case .noTitle: self.init("error.standup.no-title")
        case .titleTooLong: self.init("error.standup.title-too-long", ["limit": .count(Standup.longestName)])
        case .nameTooLong: self.init("error.standup.name-too-long", ["limit": .count(Standup.longestName)])
        case .tooManyAttendees: self.init("error.standup.too-many-attendees", ["limit": .count(Standup.mostAttendees)])
        case .lengthOutOfRange:
            self.init(
                "error.standup.length-out-of-range",
                [
                    "from": .duration(Standup.lengthRange.lowerBound), "to": .duration(Standup.lengthRange.upperBound),
                ])
        }
    }
}
