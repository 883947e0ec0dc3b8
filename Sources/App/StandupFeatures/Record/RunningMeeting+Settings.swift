import Localization
import MeetingEngine
import MeetingModel

extension RunningMeeting {
    /// From now on, what has not happened at a slot's end so far: overtime, or the next attendee's turn.
    mutating func changeSlotEnd() -> Reply<Request> {
        var settings = status.timer.settings
        let isOvertime = settings.atSlotEnd == .overtime
        settings.atSlotEnd = isOvertime ? .advance : .overtime
        return change(
            settings,
            saying: isOvertime ? Message("record.settings.now-advance") : Message("record.settings.now-overtime"))
    }

    /// Goes through no warning, one at 10 s, one at 30 s, and those of the standup.
    mutating func changeWarnings() -> Reply<Request> {
        var choices: [[Duration]] = [[], [.seconds(10)], [.seconds(30)]]
        let own = status.standup.settings.warnings
        if !choices.contains(own) { choices.append(own) }
        var settings = status.timer.settings
        let position = choices.firstIndex(of: settings.warnings) ?? choices.count - 1
        settings.warnings = choices[(position + 1) % choices.count]
        return change(settings, saying: Self.message(settings.warnings))
    }

    private mutating func change(_ settings: MeetingSettings, saying message: Message) -> Reply<Request> {
        let reply = tell(.change(settings))
        if !reply.effects.isEmpty { incident = Incident(.information, message) }
        return reply
    }

    private static func message(_ warnings: [Duration]) -> Message {
        guard let first = warnings.first else { return Message("record.settings.no-warning") }
        guard warnings.count == 1 else { return Message("record.settings.own-warnings") }
        return Message("record.settings.warning", ["times": .duration(first)])
    }

    /// Silences the cues, or lets them sound again.
    mutating func toggleMute() -> Reply<Request> {
        status.isMuted.toggle()
        incident = Incident(.information, status.isMuted ? Message("record.muted") : Message("record.unmuted"))
        return Reply([.tell(.mute(status.isMuted))])
    }
}

extension MeetingSettings {
    /// The settings in words.
    func text(_ localizer: Localizer) -> String {
        let slotEnd =
            atSlotEnd == .overtime ? localizer("record.settings.overtime") : localizer("record.settings.advance")
        let sharing = timeSharing == .shared ? localizer("record.settings.shared") : localizer("record.settings.fixed")
        return [slotEnd, sharing, warningText(localizer)].joined(separator: " · ")
    }

    private func warningText(_ localizer: Localizer) -> String {
        guard !warnings.isEmpty else { return localizer("record.settings.no-warning") }
        let times = localizer.list(warnings.map { localizer.duration($0) })
        return localizer("record.settings.warning", ["times": .text(times)])
    }
}
