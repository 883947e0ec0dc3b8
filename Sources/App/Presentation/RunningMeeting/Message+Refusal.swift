package import Localization
package import MeetingEngine
import MeetingModel

extension Message {
    package init(_ refusal: MeetingTimer.Refusal) {
        switch refusal {
        case .alreadyStarted: self = .recordRefusedAlreadyStarted
        case .notStarted: self = .recordRefusedNotStarted
        case .ended: self = .recordRefusedEnded
        case .questionOpen: self = .recordRefusedQuestionOpen
        case .noSuchAnswer: self = .recordRefusedNoSuchAnswer
        case .alreadyPaused: self = .recordRefusedAlreadyPaused
        case .notPaused: self = .recordRefusedNotPaused
        case .nobodyBefore: self = .recordRefusedNobodyBefore
        case .nobodyElse: self = .recordRefusedNobodyElse
        case .unknownAttendee: self = .recordRefusedUnknownAttendee
        case .alreadySpoke: self = .recordRefusedAlreadySpoke
        case .alreadyAbsent: self = .recordRefusedAlreadyAbsent
        case .notAbsent: self = .recordRefusedNotAbsent
        case .notWaiting: self = .recordRefusedNotWaiting
        case .noTimeLeft: self = .recordRefusedNoTimeLeft
        case .turnIsOver: self = .recordRefusedTurnIsOver
        case .tooLong:
            self = .recordRefusedTooLong(length: .duration(Standup.lengthRange.upperBound))
        }
    }
}
