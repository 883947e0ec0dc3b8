import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import Presentation

// How the standup's page handles outcomes.

extension StandupDetail {
    package mutating func receive(_ outcome: Outcome) -> Reply {
        var reply = Reply()
        switch outcome {
        case .standups(let standups, _, _, let running):
            self.running = running[standup.id]
            self.standups = standups
            let current = standups.first { $0.id == standup.id }
            isGone = current == nil
            if let current {
                standup = current
            } else if destination == nil, updates.typing?.isChanged == true {
                noticeMessage = .updateWithoutStandup
            }
            clampSelection()
        case .saved(let saved) where saved.id == standup.id:
            standup = saved
            clampSelection()
            reply.effects += didSave(saved)
        case .saveRefused(let refusal) where destination == nil: didNotRemove(refusal)
        case .stored(.point(let edit, let meeting), let result): reply.effects += didMark(edit, of: meeting, result)
        case .changeUndone(let change), .changeRedone(let change):
            changes.remove(.stored(change))
            reply.effects += [loadOpenPoints(), loadUpdates()]
        case .stored(.update(let edit, standup.id), let result): reply.effects += didEdit(edit, result)
        case .taskEnded(.minutes, .success), .taskEnded(.transcribe, .success): reply.effects += reload()
        case .meetingStarted(let id, let status, let now) where status.standup.id == standup.id:
            let isWatched = joining == .toWatch(id)
            joining = nil
            let meeting = RunningMeeting(meeting: id, status: status, now: now, isWatched: isWatched)
            reply.effects.append(meeting.loadLastWords())
            destination = meeting
        case .meetingLost(let id, let hadStarted)
        where [.toLead(id), .toWatch(id)].contains(joining) || isShown(id):
            joining = nil
            if running == id { running = nil }
            noticeMessage = NoticeMessage(
                hadStarted ? .error : .information, hadStarted ? .noticeMeetingLost : .noticeNotRunning)
            reply.effects += hadStarted ? completeInterrupted() : reload()
        case .meetingDetached(let id) where isShown(id):
            running = id
            let command = SuggestedCommand("attach", standup.commandName).description
            noticeMessage = NoticeMessage(
                .information,
                .noticeDetached(title: .text(standup.title), command: .text(command)))
            reply.effects += reload()
        case .deleted(.meeting(let id)):
            if isOpen(id) { destination = nil }
            // The next undo is for the deletion.
            changes = PageChanges()
            reply.effects += reload()
        case .meetingEnded(let id, _):
            if running == id { running = nil }
            reply.effects += reload()
        case .importUndone(let items):
            if items.meetings.contains(where: isOpen) { destination = nil }
            reply.effects += reload()
        case .undone, .correctionsUndone, .choiceUndone, .transcriptRedone, .changedElsewhere:
            reply.effects += reload()
        default: break
        }
        let wasShown = if case .meetingEnded(let id, _) = outcome { isShown(id) } else { false }
        reply.append(updateDestination { $0.receive(outcome) })
        if case .meetingEnded(let id, let reason) = outcome, wasShown, destination == nil, reason != .discarded {
            // Its words are still being recognized; they appear there as they come.
            reply.effects += openMeeting(id)
        }
        return leavingIfGone(reply)
    }

    /// Completes the meeting whose process has died, and reads everything again.
    private func completeInterrupted() -> [Effect] {
        let completing = call {
            try $0.completeInterrupted()
        } then: { page, _ in
            Reply(page.reload())
        }
        return [completing, .loadStandups]
    }

    mutating func show(_ page: [Meeting], at offset: Int, count: Int) -> Reply {
        let before = selectedMeeting
        meetings.take(page, at: offset, count: count)
        // The selection stays on its meeting.
        if let before, let position = meetings.position(of: before) { selected = .meeting(position) }
        clampSelection()
        let effects = openUnopened() + loadMeetings()
        return leavingIfGone(Reply(effects + askUnasked()))
    }

    /// Opens the standup's only meeting whose id starts with the open one's.
    func findMeeting(startingWith start: Meeting.ID) -> Effect {
        let standup = standup.id
        return call { backend in
            var found: [Meeting.ID] = []
            for id in try backend.store.meetingIDs(startingWith: start.rawValue.lowercased())
            where try backend.store.meetingWithoutWords(id)?.standupID == standup {
                found.append(id)
            }
            return found.count == 1 ? found.first : nil
        } then: { page, found in
            guard let open = page.destination as? PastMeeting, open.meeting == start else { return Reply() }
            if let found { return Reply(page.openMeeting(found, at: open.place)) }
            page.destination = nil
            page.noticeMessage = NoticeMessage(
                .warning,
                .addressNoMeetingMatches(text: .text(DisplayText(start.rawValue).description)))
            return page.leavingIfGone(Reply())
        }
    }

    /// Whether this running meeting is the destination.
    private func isShown(_ meeting: Meeting.ID) -> Bool { (destination as? RunningMeeting)?.meeting == meeting }

    /// Whether this past meeting is the destination.
    private func isOpen(_ meeting: Meeting.ID) -> Bool { (destination as? PastMeeting)?.meeting == meeting }

    /// Closes the page if the standup was deleted.
    ///
    /// A form stays open so that it can be saved as a new standup. A meeting that is starting or running, or has
    /// unsaved corrections, stays open too, and so does the field of an update with words that are not stored.
    func leavingIfGone(_ reply: Reply) -> Reply {
        guard isGone, reply.request == nil else { return reply }
        if updates.typing?.isChanged == true || updates.storing != nil { return reply }
        switch destination {
        case is StandupForm, is RunningMeeting: return reply
        case let start as MeetingStart where start.isStarting: return reply
        case let meeting as PastMeeting where meeting.hasUnsavedCorrections: return reply
        default: return Reply(reply.effects, request: .gone(title: standup.title))
        }
    }

    /// Opens the meeting requested by number, once it has been read.
    private mutating func openUnopened() -> [Effect] {
        guard let pending = pendingMeeting, let count = meetings.count else { return [] }
        if let meeting = meetings[pending.position] {
            pendingMeeting = nil
            selected = .meeting(pending.position)
            return openMeeting(meeting.id, at: pending.place)
        }
        if pending.position >= count {
            pendingMeeting = nil
            noticeMessage = NoticeMessage(.warning, .addressNoMeeting)
        }
        return []
    }

    /// Asks the deletion question of the opened place, once the meetings have been read.
    private mutating func askUnasked() -> [Effect] {
        guard let text = unaskedDeletion, meetings.count != nil else { return [] }
        unaskedDeletion = nil
        let named = meetings.position(of: Meeting.ID(rawValue: text))
        guard let position = named ?? Self.position(of: text), let meeting = meetings[position] else { return [] }
        selected = .meeting(position)
        return askToDelete(meeting)
    }
}
