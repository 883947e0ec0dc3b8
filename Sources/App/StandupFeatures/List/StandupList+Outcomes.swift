import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel

// What the list makes of what has happened.

extension StandupList {
    package mutating func receive(_ outcome: Outcome) -> Reply<Request> {
        var reply = Reply<Request>()
        switch outcome {
        case .historyOpened:
            reply.effects.append(.loadStandups)
        case .historyUnreadable(let error):
            question = .unreadable(error, Self.choice(after: error))
        case .historySetAside(let path):
            incident = Incident(.information, Message("notice.set-aside", ["path": .text(path)]))
        case .historyFailed(let error):
            incident = Incident(.error, Message(error))
        case .problem(let problem):
            incident = Incident(.warning, Message("notice.problem", ["problem": .text(problem)]))
        case .standups(let all, let meetings, let interrupted):
            standups.replace(with: all)
            drafts.keepOnly(all)
            lastHeld = Dictionary(meetings.map { ($0.standupID, $0.lastStartedAt) }, uniquingKeysWith: max)
            reply = openPlace()
            take(interrupted)
            let begun = openOrder()
            reply.effects += begun.effects
            reply.request = begun.request
        case .saved(let standup):
            warnOfNamesakes(standup)
            standups.put(standup)
        case .deleted(.standup(let id)):
            incident = Incident(
                .information, Message("notice.standup-deleted", ["title": .text(standups[id]?.title ?? "")]))
            standups.remove(id)
            drafts[.edit(id)] = nil
            if case .standup(let detail) = destination, detail.standup.id == id { destination = nil }
        case .kept:
            incident = Incident(.information, Message("notice.meeting-kept"))
            reply.effects.append(.loadStandups)
        case .deleted(.meeting):
            incident = Incident(.information, Message("notice.meeting-deleted"))
            reply.effects.append(.loadStandups)
        case .undone(let item):
            if case .standup(let id) = item { standups.selectWhenRead(id) }
            incident = Incident(.information, Message("notice.undone"))
            reply.effects.append(.loadStandups)
        case .meetingEnded(_, let reason):
            incident = notice(ofEnd: reason)
            reply.effects.append(.loadStandups)
        case .changedElsewhere:
            reply.effects.append(.loadStandups)
        case .windowResized(let columns):
            windowWidth = columns
        default: break
        }
        let nested = passOn(outcome)
        reply.effects += nested.effects
        reply.request = nested.request ?? reply.request
        return reply
    }

    /// Says that others have the title that a standup gets now.
    private mutating func warnOfNamesakes(_ standup: Standup) {
        guard standups[standup.id]?.title != standup.title,
            !StandupLookup.namesakes(of: standup, in: standups.all ?? []).isEmpty
        else { return }
        incident = Incident(.warning, Message("notice.same-title", ["title": .text(standup.title)]))
    }

    /// What is said when a meeting has ended; it is never said to be saved when the disk has refused its end.
    private func notice(ofEnd reason: MeetingTimer.EndReason) -> Incident {
        if reason == .discarded { return Incident(.information, Message("notice.discarded")) }
        if case .standup(let detail) = destination, case .record(let meeting) = detail.destination,
            meeting.status.isUnwritten
        {
            return Incident(.error, Message("notice.meeting-unwritten"))
        }
        return Incident(.information, Message("notice.meeting-saved"))
    }

    /// What can be done about a history that did not open.
    ///
    /// One that only cannot be written, such as one that another program has locked, is sound and is not kept aside.
    private static func choice(after error: HistoryError) -> Dialog<UnreadableAnswer> {
        if case .cannotWrite = error { return Dialog([.tryAgain, .quit]) }
        return Dialog([.loadSamples, .startEmpty, .quit], selected: 2)
    }

    /// Takes the answer to the question that is open.
    mutating func answer(_ command: Command) -> Reply<Request> {
        switch question {
        case .delete(let standup, var dialog):
            let answer = command == .back ? .cancel : dialog.perform(command)
            question = answer == nil ? .delete(standup, dialog) : nil
            if answer == .delete { return Reply([.deleteStandup(standup.id)]) }
        case .unreadable(let error, var dialog):
            let answer = command == .quit ? .quit : dialog.perform(command)
            question = answer == nil ? .unreadable(error, dialog) : nil
            switch answer {
            case .loadSamples: return Reply([.setHistoryAside(loadSamples: true)])
            case .startEmpty: return Reply([.setHistoryAside(loadSamples: false)])
            case .tryAgain: return Reply([.openHistory])
            case .quit: return Reply(request: .quit)
            case nil: break
            }
        case .interrupted(let interrupted, let dialog): return answer(command, about: interrupted, dialog)
        case nil: break
        }
        if command == .quit { return Reply(request: .quit) }
        return Reply()
    }
}
