import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel

// How the list handles outcomes.

extension StandupList {
    package mutating func receive(_ outcome: Outcome) -> Reply {
        var reply = Reply()
        switch outcome {
        case .historyOpened:
            reply.effects.append(.loadStandups)
        case .historyUnreadable(let error):
            question = .unreadable(error, Self.choice(after: error))
        case .historySetAside(let path):
            noticeMessage = NoticeMessage(.information, .noticeSetAside(path: .text(path)))
        case .historyFailed(let error):
            noticeMessage = NoticeMessage(.error, Message(error))
        case .problem(let problem):
            noticeMessage = NoticeMessage(problem, at: .zero)
        case .standups(let all, let meetings, let interrupted, let running):
            standups.replace(with: all)
            self.running = running
            drafts.keepOnly(all)
            lastHeld = Dictionary(meetings.map { ($0.standupID, $0.lastStartedAt) }, uniquingKeysWith: max)
            reply = openPlace()
            take(interrupted)
            tellRestored()
            tellUnreadDrafts()
            reply.append(openOrder())
            tellRunning()
            reply.effects.append(loadLatestMeetings())
        case .corrected(_, let count, .success):
            noticeMessage = NoticeMessage(.information, .noticeCorrected(count: .count(count)))
        case .saved(let standup):
            warnOfNamesakes(standup)
            warnOfSharedNames(standup)
            standups.put(standup)
            reply.effects.append(loadLatestMeetings())
        case .deleted(.standup(let id)):
            staysOpen = true
            noticeMessage = NoticeMessage(
                .information, .noticeStandupDeleted(title: .text(standups[id]?.title ?? "")))
            standups.remove(id)
            drafts.remove(id)
            if (destination as? StandupDetail)?.standup.id == id { destination = nil }
        case .deleted(.meeting):
            staysOpen = true
            noticeMessage = NoticeMessage(.information, .noticeMeetingDeleted)
            reply.effects.append(.loadStandups)
        case .undone(let item, let name):
            let text: Message
            switch item {
            case .standup(let id):
                standups.selectWhenRead(id)
                text = .noticeStandupRestored(title: name.titleText)
            case .meeting(let meeting):
                restored = meeting
                text = .noticeMeetingRestored(title: name.titleText, date: name.dateText)
            case .transcript: text = .noticeTranscriptRestored(title: name.titleText, date: name.dateText)
            }
            noticeMessage = NoticeMessage(.information, text)
            reply.effects.append(.loadStandups)
        case .cannotUndo: noticeMessage = NoticeMessage(.warning, .noticeCannotUndo)
        case .correctionsUndone(_, let name):
            noticeMessage = NoticeMessage(
                .information, .noticeCorrectionsUndone(title: name.titleText, date: name.dateText))
        case .choiceUndone(_, let name):
            noticeMessage = NoticeMessage(.information, .noticeChoiceUndone(title: name.titleText, date: name.dateText))
        case .transcriptRedone(_, let name, let isChoice):
            let redone = isChoice ? Message.undoChosen : Message.undoSavedCorrections
            noticeMessage = .redone(redone(name.titleText, name.dateText))
        case .changeUndone(let change): noticeMessage = .undone(change.message)
        case .changeRedone(let change): noticeMessage = .redone(change.message)
        case .nothingToRedo: noticeMessage = NoticeMessage(.information, .meetingNothingToRedo)
        case .nothingToUndo: noticeMessage = NoticeMessage(.information, .noticeNothingToUndo)
        case .importUndone(let items):
            noticeMessage = NoticeMessage(
                .information,
                items.meetings.isEmpty
                    ? Message.noticeImportUndoneStandups(count: .count(items.standups.count))
                    : Message.noticeImportUndoneMeetings(count: .count(items.meetings.count)))
            for standup in items.standups {
                standups.remove(standup)
                drafts.remove(standup)
                if (destination as? StandupDetail)?.standup.id == standup { destination = nil }
            }
            reply.effects.append(.loadStandups)
        case .meetingLost(_, hadStarted: true):
            // Its interrupted meeting can be resumed at once.
            hasAskedAboutUndecided = launch != nil
        case .meetingStarted(_, let status, _):
            if noticeMessage == .canBeJoined(status.standup) { noticeMessage = nil }
        case .meetingEnded(_, let reason):
            noticeMessage = notice(ofEnd: reason)
            staysOpen = reason == .discarded
            reply.effects.append(.loadStandups)
        case .changedElsewhere:
            reply.effects.append(.loadStandups)
        case .windowResized(let columns):
            windowWidth = columns
        default: break
        }
        reply.append(updateDestination { $0.receive(outcome) })
        return reply
    }

    private func loadLatestMeetings() -> Effect {
        call { backend in
            let names = try backend.store.currentNames()
            let meetings = try backend.store.meetings(of: nil, limit: LatestMeetings.limit, offset: 0)
            return meetings.map { $0.named(names) }
        } show: { list, meetings in
            list.latest.replace(with: meetings, of: list.standups)
        }
    }

    private mutating func warnOfNamesakes(_ standup: Standup) {
        guard standups[standup.id]?.title != standup.title,
            !StandupLookup.namesakes(of: standup, in: standups.all ?? []).isEmpty
        else { return }
        noticeMessage = NoticeMessage(.warning, .noticeSameTitle(title: .text(standup.title)))
    }

    /// Warns if attendees have the same name, unless they had before.
    private mutating func warnOfSharedNames(_ standup: Standup) {
        let shared = AttendeeLookup.shared(in: standup.attendees.map(\.name))
        guard let first = shared.first,
            shared != AttendeeLookup.shared(in: standups[standup.id]?.attendees.map(\.name) ?? [])
        else { return }
        noticeMessage = NoticeMessage(
            .warning, .noticeSameName(count: .count(first.count), name: .text(first.name)))
    }

    /// Never claims that a meeting was saved if the disk refused the write.
    private func notice(ofEnd reason: MeetingTimer.EndReason) -> NoticeMessage {
        if reason == .discarded { return NoticeMessage(.information, .noticeDiscarded) }
        guard let status = (front as? RunningMeeting)?.status else {
            return NoticeMessage(.information, .noticeMeetingSaved)
        }
        if status.hasUnsavedData { return NoticeMessage(.error, .noticeMeetingUnwritten) }
        guard status.call != nil else { return NoticeMessage(.information, .noticeMeetingSaved) }
        func heard(_ channel: AudioChannel) -> Substitution { .duration(status.heard[channel] ?? .zero) }
        return NoticeMessage(
            .information, .noticeCallSaved(room: heard(.room), call: heard(.call)))
    }

    /// A history that only cannot be written, for example because another program has locked it, is intact and is not
    /// set aside.
    private static func choice(after error: HistoryError) -> Dialog<UnreadableAnswer> {
        switch error {
        case .cannotWrite, .locked: return Dialog([.tryAgain, .quit])
        default: break
        }
        return Dialog([.loadSamples, .startEmpty, .quit], selected: 2)
    }

    mutating func answer(_ command: Command) -> Reply {
        switch question {
        case .delete(let standup, let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .back, in: &question) { .delete(standup, $0) }
            if answer == .delete { return Reply([.delete(.standup(standup.id))]) }
        case .unreadable(let error, let dialog):
            let answer = dialog.perform(command, or: .quit, on: .quit, in: &question) { .unreadable(error, $0) }
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
