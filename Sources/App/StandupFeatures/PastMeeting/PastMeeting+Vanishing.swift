import Localization
import MeetingHistory
import MeetingModel
import Presentation

// A meeting that another program has deleted while it is open here.

extension PastMeeting {
    var hasUnsavedCorrections: Bool { hasTyped || unsaved.pending?.isWorthKeeping == true }

    /// The meeting is no longer in the history; the words in the open field become a correction.
    mutating func didVanish() -> Reply {
        guard !isMissing else { return Reply([findInTrash()]) }
        var reply = hasTyped ? keepTyped() : Reply()
        isMissing = true
        question = nil
        correction = nil
        // The words of a point come back with the meeting; until then, the keys are the meeting's.
        (minutes.isOpen, minutes.typing) = (false, nil)
        _ = unsaved.endSaving()
        reply.effects.append(findInTrash())
        return reply
    }

    /// Looks for the meeting, or its standup, in the trash of a running program.
    private func findInTrash() -> Effect {
        let items = [.meeting(meeting), (loaded?.meeting.standupID).map(DeletedItem.standup)].compactMap(\.self)
        return call {
            try $0.store.trash().first(where: items.contains)
        } show: {
            $0.show(inTrash: $1)
        }
    }

    /// Says whether the meeting can be brought back, and that its corrections went with it.
    mutating func show(inTrash item: DeletedItem?) {
        guard isMissing else { return }
        trashed = item
        // A meeting that was never read is missing for another reason.
        guard loaded != nil || item != nil else { return }
        noticeMessage = NoticeMessage(.warning, vanishing)
    }

    var vanishing: Message {
        let count = Substitution.count(unsaved.count)
        return switch (trashed != nil, unsaved.count > 0) {
        case (true, true): .meetingGoneTrashedCorrections(count: count)
        case (true, false): Message.meetingGoneTrashed
        case (false, true): .meetingGoneDeletedCorrections(count: count)
        case (false, false): Message.meetingMissing
        }
    }
}
