package import Localization
package import MeetingModel

extension Localizer {
    /// An attendee's name on one line, with a mark for one who joins by call.
    package func name(of attendee: String, isRemote: Bool) -> String {
        let name = DisplayText(attendee).description
        return isRemote ? name + " " + self(.commonByCall) : name
    }
}

extension MeetingSettings {
    /// What happens at a slot's end, when warnings are given, and what happens with unused time.
    package func text(_ localizer: Localizer) -> String {
        let slotEnd =
            atSlotEnd == .overtime ? localizer(.recordSettingsOvertime) : localizer(.recordSettingsAdvance)
        let sharing = timeSharing == .shared ? localizer(.recordSettingsShared) : localizer(.recordSettingsFixed)
        return [slotEnd, warningText(localizer), sharing].joined(separator: " · ")
    }

    private func warningText(_ localizer: Localizer) -> String {
        guard !warnings.isEmpty else { return localizer(.recordSettingsNoWarning) }
        let times = localizer.list(warnings.map { $0.clockText(.remaining) })
        return localizer(.recordSettingsWarning(times: .text(times)))
    }
}

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

    /// The heading above the points of this kind.
    package var heading: Message {
        switch self {
        case .done: .pointsHeadingDone
        case .plan: .pointsHeadingPlan
        case .blocker: .pointsHeadingBlocker
        case .decision: .pointsHeadingDecision
        case .question: .pointsHeadingQuestion
        case .other: .pointsHeadingRemark
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

extension RecordScreen.Speaker.State {
    /// The state in words.
    package var message: Message {
        switch self {
        case .spoke: .plainSpoke
        case .speaking: .plainSpeaking
        case .waiting: .plainWaiting
        case .absent: .plainAbsent
        case .skipped: .plainSkipped
        }
    }
}
