import Localization
import MeetingEngine
import MeetingModel

// Which turn a key is meant for: everybody presses it at the end of a slot, when the speaker changes by itself.

extension RunningMeeting {
    /// Whether a key was meant for the speaker before: the turn has just begun, and no key of this screen has begun it.
    ///
    /// A notice says so. The same key, or another one, pressed after that, is meant for the new speaker.
    mutating func isTooLate(_ command: Command) -> Bool {
        guard isAboutTurn(command), timer.hasJustChanged, let turn = timer.currentTurn, turn != knownTurn else {
            return false
        }
        knownTurn = turn
        tellSpeaker(Message.recordJustBegun)
        return true
    }

    /// Tells that a command came too late, because the meeting had gone on; the screen had shown its effect.
    mutating func tellTurnIsOver() {
        knownTurn = nil
        tellSpeaker(Message.recordAlreadySpeaking)
    }

    private mutating func tellSpeaker(_ text: (Substitution) -> Message) {
        guard let speaker = timer.speaker else { return }
        let name = DisplayText(status.standup.name(of: speaker)).description
        noticeMessage = NoticeMessage(.information, text(.text(name)))
    }

    /// Whether a command changes the current turn, or marks a point of its speaker.
    private func isAboutTurn(_ command: Command) -> Bool {
        switch command {
        case .nextSpeaker, .activate, .previousSpeaker, .later, .extend, .shorten: true
        case .markDone, .markOpen, .markDropped, .undo: true
        case .absence: selected == nil
        default: false
        }
    }

    /// That the meeting ends with the last slot, while there is time to prevent it; nil at other times.
    func endNotice(_ localizer: Localizer) -> Notice? {
        let timer = timer
        guard !isEnding, !isWatched, timer.isLast, let slotEnd = timer.nextSlotEnd,
            timer.settings.atSlotEnd == .advance, let speaker = timer.speaker, let part = timer.part(of: speaker),
            slotEnd - now <= min(Self.endWarning, part.slot / 2)
        else { return nil }
        return Notice(.warning, localizer(.recordEndsWithSlot(time: .duration(Self.step))))
    }

    /// How long before the end of the last slot that notice begins; not before half of the slot.
    private static let endWarning = Duration.seconds(30)
}
