internal import Localization
internal import MeetingEngine
internal import MeetingHistory
internal import MeetingModel

extension RunningMeeting {
    /// The open points of the speaker, from the standup's last meetings.
    func openPoints(_ timer: MeetingTimer, _ localizer: Localizer) -> [String] {
        status.openPoints.filter { $0.point.attendee == timer.speaker }.map { carried in
            let kind = localizer(carried.point.kind.textKey)
            let name =
                carried.isLongBlock
                ? localizer("points.for-meetings", ["kind": .text(kind), "count": .count(carried.meetings)]) : kind
            return "\(name): \(DisplayText(carried.point.text))"
        }
    }
}

extension MeetingModel.Point.Kind {
    /// The text for this kind.
    var textKey: TextKey {
        switch self {
        case .done: "points.done"
        case .plan: "points.plan"
        case .blocker: "points.blocker"
        case .decision: "points.decision"
        case .question: "points.question"
        case .other: "points.remark"
        }
    }
}
