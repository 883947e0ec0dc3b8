import Localization
import MeetingEngine
import StandupSpeech

extension NoticeMessage {
    init(_ problem: MeetingProblem, at meetingTime: Duration) {
        switch problem {
        case .history(let error):
            self.init(.error, Message(error), consequence: Message("record.problem.countdown-goes-on"))
        case .endUnsaved: self.init(.error, Message("record.problem.end-unwritten"))
        case .recordingWaits(let error):
            self.init(
                .error, Message(error),
                consequence: Message("record.problem.sound-waits", ["time": .duration(meetingTime)]))
        case .soundOverflows: self.init(.error, Message("record.problem.sound-overflows"))
        case .recordingUnconfirmed(let error):
            self.init(.error, Message(error), consequence: Message("record.problem.unconfirmed"))
        case .littleRoom(let room, let length):
            self.init(
                .warning,
                Message("record.problem.little-room", ["room": .duration(room), "length": .duration(length)]))
        case .soundLost(let duration):
            self.init(.error, Message("record.problem.sound-lost", ["duration": .duration(duration)]))
        case .loudspeaker(let error), .microphone(let error), .recordingLeft(let error):
            self.init(.error, Message(error))
        case .call(let error):
            self.init(.error, Message(error), consequence: Message("record.problem.call-missing"))
        case .callUnchanged(let error):
            self.init(.error, Message(error), consequence: Message("record.problem.call-unchanged"))
        case .callNotPossible: self.init(.information, Message("record.problem.call-not-possible"))
        case .microphoneNotPossible:
            self.init(.information, Message("record.problem.microphone-not-possible"))
        case .sameSound: self.init(.warning, Message("record.problem.same-sound"))
        case .ownPlayback: self.init(.warning, Message("record.problem.own-playback"))
        case .refused(let refusal): self.init(.information, Message(refusal))
        case .recognizer(let error): self.init(.error, Message(error))
        case .substituted(let substitution):
            guard let name = substitution.name else {
                self.init(.warning, Message("notice.problem", ["problem": .text("\(substitution)")]))
                return
            }
            self.init(
                .warning,
                Message(
                    substitution.isLasting ? "record.problem.substitute-for-good" : "record.problem.substitute",
                    [
                        "name": .text(name), "reason": .text(substitution.reason),
                        "substitute": .text(substitution.substitute),
                    ]))
        case .lesserRecognizer: self.init(.warning, Message("record.problem.lesser-recognizer"))
        case .partialsStopped(nil): self.init(.warning, Message("record.problem.partials-stopped"))
        case .partialsStopped: self.init(.warning, Message("record.problem.partials-failed"))
        case .transcriptWaits: self.init(.warning, Message("record.problem.transcript-waits"))
        case .outside(let line): self.init(.error, Message("notice.problem", ["problem": .text(line)]))
        }
    }
}
