import Localization
package import MeetingEngine
import MeetingModel

extension Message {
    package init(_ refusal: MeetingTimer.Refusal) {
        switch refusal {
        case .alreadyStarted: self.init("record.refused.already-started")
        case .notStarted: self.init("record.refused.not-started")
        case .ended: self.init("record.refused.ended")
        case .questionOpen: self.init("record.refused.question-open")
        case .noSuchAnswer: self.init("record.refused.no-such-answer")
        case .alreadyPaused: self.init("record.refused.already-paused")
        case .notPaused: self.init("record.refused.not-paused")
        case .nobodyBefore: self.init("record.refused.nobody-before")
        case .nobodyElse: self.init("record.refused.nobody-else")
        case .unknownAttendee: self.init("record.refused.unknown-attendee")
        case .alreadySpoke: self.init("record.refused.already-spoke")
        case .alreadyAbsent: self.init("record.refused.already-absent")
        case .notAbsent: self.init("record.refused.not-absent")
        case .notWaiting: self.init("record.refused.not-waiting")
        case .noTimeLeft: self.init("record.refused.no-time-left")
        case .turnIsOver: self.init("record.refused.turn-is-over")
        case .tooLong:
            self.init("record.refused.too-long", ["length": .duration(Standup.lengthRange.upperBound)])
        }
    }
}
