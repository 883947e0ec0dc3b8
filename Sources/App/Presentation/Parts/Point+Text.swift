package import Localization
package import MeetingModel

extension Point.Kind {
    package var message: Message {
        switch self {
        case .done: .pointsDone
        case .plan: .pointsPlan
        case .blocker: .pointsBlocker
        case .decision: .pointsDecision
        case .question: .pointsQuestion
        case .other: .pointsRemark
        }
    }
}

extension Point.State {
    package var message: Message {
        switch self {
        case .open: .pointsStateOpen
        case .done: .pointsStateDone
        case .dropped: .pointsStateDropped
        }
    }
}

extension Point.Maker {
    /// The text for this maker; nil for the rules, which make most points.
    package var message: Message? {
        switch self {
        case .rules: nil
        case .assistant: .pointsByAssistant
        case .hand: .pointsByHand
        }
    }
}
