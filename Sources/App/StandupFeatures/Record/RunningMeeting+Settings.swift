import Localization
import MeetingEngine
import MeetingModel

extension RunningMeeting {
    /// Switches what happens at a slot's end from now on: overtime, or the next attendee's turn.
    mutating func changeSlotEnd() -> Reply {
        var settings = status.timer.settings
        let isOvertime = settings.atSlotEnd == .overtime
        settings.atSlotEnd = isOvertime ? .advance : .overtime
        return change(
            settings,
            saying: isOvertime ? Message.recordSettingsNowAdvance : Message.recordSettingsNowOvertime)
    }

    /// Cycles through the warnings: none, at 10 s, at 30 s, and those of the standup.
    mutating func changeWarnings() -> Reply {
        var choices: [[Duration]] = [[], [.seconds(10)], [.seconds(30)]]
        let own = status.standup.settings.warnings
        if !choices.contains(own) { choices.append(own) }
        var settings = status.timer.settings
        let position = choices.firstIndex(of: settings.warnings) ?? choices.count - 1
        settings.warnings = choices[(position + 1) % choices.count]
        return change(settings, saying: Self.message(settings.warnings))
    }

    private mutating func change(_ settings: MeetingSettings, saying message: Message) -> Reply {
        let reply = tell(.change(settings))
        if !reply.effects.isEmpty { noticeMessage = NoticeMessage(.information, message) }
        return reply
    }

    private static func message(_ warnings: [Duration]) -> Message {
        guard let first = warnings.first else { return Message.recordSettingsNoWarning }
        guard warnings.count == 1 else { return Message.recordSettingsOwnWarnings }
        return Message.recordSettingsWarning(times: .text(first.clockText(.remaining)))
    }

    mutating func toggleMute() -> Reply {
        status.isMuted.toggle()
        noticeMessage = NoticeMessage(
            .information, status.isMuted ? Message.recordMuted : Message.recordUnmuted)
        return Reply([.tell(.mute(status.isMuted))])
    }
}
