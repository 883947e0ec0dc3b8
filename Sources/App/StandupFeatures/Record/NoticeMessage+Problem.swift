import Localization
import MeetingEngine
import Presentation
import StandupSpeech

extension NoticeMessage {
    init(_ problem: MeetingProblem, at meetingTime: Duration) {
        switch problem {
        case .history(let error):
            self.init(.error, Message(error), consequence: Message.recordProblemCountdownGoesOn)
        case .endUnsaved: self.init(.error, .recordProblemEndUnwritten)
        case .recordingWaits(let error):
            self.init(
                .error, Message(error),
                consequence: Message.recordProblemSoundWaits(time: .duration(meetingTime)))
        case .soundOverflows: self.init(.error, .recordProblemSoundOverflows)
        case .recordingUnconfirmed(let error):
            self.init(.error, Message(error), consequence: Message.recordProblemUnconfirmed)
        case .littleRoom(let room, let length):
            self.init(
                .warning,
                .recordProblemLittleRoom(room: .duration(room), length: .duration(length)))
        case .soundLost(let duration):
            self.init(.error, .recordProblemSoundLost(duration: .duration(duration)))
        case .loudspeaker(let error), .microphone(let error), .recordingLeft(let error):
            self.init(.error, Message(error))
        case .call(let error):
            self.init(.error, Message(error), consequence: Message.recordProblemCallMissing)
        case .callUnchanged(let error):
            self.init(.error, Message(error), consequence: Message.recordProblemCallUnchanged)
        case .callNotPossible: self.init(.information, .recordProblemCallNotPossible)
        case .microphoneNotPossible:
            self.init(.information, .recordProblemMicrophoneNotPossible)
        case .sameSound: self.init(.warning, .recordProblemSameSound)
        case .ownPlayback: self.init(.warning, .recordProblemOwnPlayback)
        case .refused(let refusal): self.init(.information, Message(refusal))
        case .recognizer(let error): self.init(.error, Message(error))
        case .substituted(let substitution):
            guard let name = substitution.name else {
                self.init(.warning, .noticeProblem(problem: .text("\(substitution)")))
                return
            }
            let text = substitution.isLasting ? Message.recordProblemSubstituteForGood : Message.recordProblemSubstitute
            self.init(.warning, text(.text(name), .text(substitution.reason), .text(substitution.substitute)))
        case .lesserRecognizer: self.init(.warning, .recordProblemLesserRecognizer)
        case .partialsStopped(nil): self.init(.warning, .recordProblemPartialsStopped)
        case .partialsStopped: self.init(.warning, .recordProblemPartialsFailed)
        case .voicesStopped: self.init(.warning, .recordProblemVoicesStopped)
        case .transcriptWaits: self.init(.warning, .recordProblemTranscriptWaits)
        case .speechUnrecognized(let length):
            self.init(.warning, .recordProblemSpeechUnrecognized(duration: .duration(length)))
        case .outside(let line): self.init(.error, .noticeProblem(problem: .text(line)))
        }
    }
}
