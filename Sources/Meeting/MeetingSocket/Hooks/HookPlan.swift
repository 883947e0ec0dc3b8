package import MeetingEngine
package import MeetingModel

/// The programs to run for each event of a meeting, as a value.
package struct HookPlan: Hashable, Sendable {
    private let settings: HookSettings
    private let meeting: Meeting.ID
    private let standup: Standup
    private let dataFolder: String
    private let wording: TurnWording

    /// `dataFolder` is the absolute path of the data folder, for hooks that read it.
    package init(
        settings: HookSettings, meeting: Meeting.ID, standup: Standup, dataFolder: String,
        wording: TurnWording = TurnWording()
    ) {
        self.settings = settings
        self.meeting = meeting
        self.standup = standup
        self.dataFolder = dataFolder
        self.wording = wording
    }

    /// The calls for an event; empty for most events.
    package func calls(for event: MeetingEvent) -> [HookCall] {
        switch event.kind {
        case .turnStarted(let attendee, let name, let index, let slot):
            let variables = variables(
                "turn.started", at: event.at,
                [
                    "STANDUP_ATTENDEE": DisplayText(name).description, "STANDUP_ATTENDEE_ID": attendee.rawValue,
                    "STANDUP_INDEX": "\(index)", "STANDUP_SLOT": Self.seconds(slot),
                ])
            return call("on-turn", settings.onTurn, variables) + notification(name, slot: slot)
        case .meetingEnded(let reason, let duration):
            let variables = variables(
                "meeting.ended", at: event.at,
                ["STANDUP_REASON": reason.rawValue, "STANDUP_DURATION": Self.seconds(duration)])
            return call("on-end", settings.onEnd, variables)
        default: return []
        }
    }

    private func call(_ name: String, _ arguments: [String], _ variables: [String: String]) -> [HookCall] {
        arguments.isEmpty ? [] : [HookCall(name: name, arguments: arguments, variables: variables)]
    }

    private func notification(_ name: String, slot: Duration) -> [HookCall] {
        guard let me = settings.me, me.trimmedName.lowercased() == name.trimmedName.lowercased() else { return [] }
        let arguments = TurnNotification(name: name, title: standup.title, slot: slot, wording: wording).arguments
        return [HookCall(name: "notification", arguments: arguments, isOptional: true)]
    }

    /// Removes control characters from titles and names, because hooks usually print them on a terminal.
    private func variables(_ event: String, at: Duration, _ more: [String: String]) -> [String: String] {
        more.merging([
            "STANDUP_EVENT": event, "STANDUP_AT": Self.seconds(at), "STANDUP_MEETING_ID": meeting.rawValue,
            "STANDUP_STANDUP_ID": standup.id.rawValue, "STANDUP_TITLE": DisplayText(standup.title).description,
            "STANDUP_DATA": dataFolder,
        ]) { $1 }
    }

    /// Seconds as a decimal number with up to three decimal places, such as `90` or `12.5`.
    private static func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.nanoseconds / 1_000_000
        let (whole, rest) = milliseconds.magnitude.quotientAndRemainder(dividingBy: 1000)
        var text = (milliseconds < 0 ? "-" : "") + "\(whole)"
        guard rest > 0 else { return text }
        let digits = "\(rest + 1000)".dropFirst()
        text += "." + digits
        while text.hasSuffix("0") { text.removeLast() }
        return text
    }
}
