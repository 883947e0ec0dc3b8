import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import Presentation

// Interrupted meetings and the question about them.

extension StandupList {
    /// Stores the interrupted meetings that are still undecided; asks about them after start-up.
    mutating func take(_ interrupted: [InterruptedMeeting]) {
        undecided = interrupted
        if case .interrupted(let asked, _) = question {
            let isUndecided = undecided.contains { $0.meeting.id == asked.meeting.id }
            // Otherwise another process has decided already.
            if !isUndecided { question = nil }
        }
        askUnasked()
        guard !hasAskedAboutUndecided, question == nil else { return }
        hasAskedAboutUndecided = true
        askAboutFirst()
    }

    /// Says that the meeting that was brought back can be resumed.
    mutating func tellRestored() {
        guard let restored else { return }
        self.restored = nil
        guard let meeting = undecided.first(where: { $0.meeting.id == restored })?.meeting else { return }
        noticeMessage = NoticeMessage(
            .information,
            .noticeInterruptedRestored(title: .text(meeting.title), date: .dateAndTime(meeting.startedAt)))
    }

    /// Asks about the interrupted meeting of the opened place, if it is still undecided.
    mutating func askUnasked() {
        guard case .interrupted(let id) = pendingQuestion,
            let interrupted = undecided.first(where: { $0.meeting.id.rawValue == id })
        else { return }
        pendingQuestion = nil
        hasAskedAboutUndecided = true
        ask(about: interrupted)
    }

    mutating func ask(about interrupted: InterruptedMeeting) {
        question = .interrupted(interrupted, Dialog([.resume, .keep, .discard]))
    }

    private mutating func askAboutFirst() {
        if let first = undecided.first { ask(about: first) } else { question = nil }
    }

    /// Asks first if a command would start a meeting of a standup with a resumable meeting.
    ///
    /// Returns whether the question was opened.
    mutating func askBeforeStart(_ command: Command) -> Bool {
        let standup: Standup?
        if let detail = front as? StandupDetail, detail.question == nil {
            let isStart = command == .start || command == .activate && detail.selected == .start
            standup = isStart ? detail.standup : nil
        } else if destination == nil, filterField == nil, command == .start {
            standup = standups.selection
        } else {
            standup = nil
        }
        guard let standup, let interrupted = undecided.first(where: { $0.standup.id == standup.id }) else {
            return false
        }
        ask(about: interrupted)
        return true
    }

    /// Without an answer the meeting stays undecided, until the next start of the application or of a meeting.
    mutating func answer(
        _ command: Command, about interrupted: InterruptedMeeting, _ dialog: Dialog<InterruptedAnswer>
    ) -> Reply {
        if command == .quit { return Reply(request: .quit) }
        var dialog = dialog
        let (id, answer) = (interrupted.meeting.id, dialog.perform(command))
        question = answer == nil && command != .back ? .interrupted(interrupted, dialog) : nil
        guard let answer else { return Reply() }
        if answer == .resume {
            if let launch { return begin(launch, resuming: interrupted) }
            guard let standup = standups[interrupted.standup.id] else { return Reply() }
            return open(standup) { $0.resume(interrupted) }
        }
        undecided.removeAll { $0.meeting.id == id }
        var reply = Reply([answer == .keep ? keep(id) : .delete(.meeting(id))])
        if let launch {
            reply.append(begin(launch, resuming: nil))
        } else {
            askAboutFirst()
        }
        return reply
    }

    private func keep(_ meeting: Meeting.ID) -> Effect {
        call {
            try $0.keep(meeting)
        } then: { list, _ in
            list.noticeMessage = NoticeMessage(.information, .noticeMeetingKept)
            return Reply([.loadStandups])
        }
    }

    func dialog(
        about interrupted: InterruptedMeeting, _ dialog: Dialog<InterruptedAnswer>, _ localizer: Localizer
    ) -> DialogScreen {
        let speaker = interrupted.timer.speaker.map { interrupted.meeting.name(of: $0, localizer) } ?? ""
        return DialogScreen(
            title: localizer(.dialogInterruptedTitle(title: .text(interrupted.meeting.title))),
            message: localizer(
                .dialogInterruptedMessage(
                    date: .dateAndTime(interrupted.meeting.startedAt), time: .text(interrupted.elapsed.clockText()),
                    name: .text(speaker))),
            answers: dialog.answers.map { answer in
                switch answer {
                case .resume: DialogScreen.Answer(text: localizer(.dialogInterruptedResume), key: "r")
                case .keep: DialogScreen.Answer(text: localizer(.dialogInterruptedKeep), key: "k")
                case .discard:
                    DialogScreen.Answer(
                        text: localizer(.dialogInterruptedDiscard), key: "d", role: .destructive)
                }
            },
            selected: dialog.selected)
    }
}
