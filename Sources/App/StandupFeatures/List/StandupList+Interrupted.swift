import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel

// What is to become of meetings whose program died.

extension StandupList {
    /// Takes the interrupted meetings that nobody has decided about yet; after the start it asks about them.
    mutating func take(_ interrupted: [InterruptedMeeting]) {
        undecided = interrupted
        if case .interrupted(let asked, _) = question {
            let isUndecided = undecided.contains { $0.meeting.id == asked.meeting.id }
            // If not, another program has said it.
            if !isUndecided { question = nil }
        }
        askUnasked()
        guard !hasAskedAboutUndecided, question == nil else { return }
        hasAskedAboutUndecided = true
        askAboutFirst()
    }

    /// Asks about the interrupted meeting of the opened place, if it is still undecided.
    mutating func askUnasked() {
        guard case .interrupted(let id) = unasked,
            let interrupted = undecided.first(where: { $0.meeting.id.rawValue == id })
        else { return }
        unasked = nil
        hasAskedAboutUndecided = true
        question = .interrupted(interrupted, Dialog([.resume, .keep, .discard]))
    }

    private mutating func askAboutFirst() {
        question = undecided.first.map { .interrupted($0, Dialog([.resume, .keep, .discard])) }
    }

    /// Asks, if a command is to start a meeting of a standup of which one can be gone on with; false if it is not.
    mutating func askBeforeStart(_ command: Command) -> Bool {
        let standup: Standup?
        switch destination {
        case .standup(let detail) where detail.destination == nil && detail.question == nil:
            let isStart = command == .start || command == .activate && detail.selected == .start
            standup = isStart ? detail.standup : nil
        case nil where filterField == nil:
            standup = command == .start ? standups.selection : nil
        default:
            standup = nil
        }
        guard let standup, let interrupted = undecided.first(where: { $0.standup.id == standup.id }) else {
            return false
        }
        question = .interrupted(interrupted, Dialog([.resume, .keep, .discard]))
        return true
    }

    /// Takes the answer; without one it stays undecided, until the next start or until somebody wants to hold a meeting.
    mutating func answer(
        _ command: Command, about interrupted: InterruptedMeeting, _ dialog: Dialog<InterruptedAnswer>
    ) -> Reply<Request> {
        if command == .quit { return Reply(request: .quit) }
        var dialog = dialog
        let (id, answer) = (interrupted.meeting.id, dialog.perform(command))
        question = answer == nil && command != .back ? .interrupted(interrupted, dialog) : nil
        guard let answer else { return Reply() }
        if answer == .resume {
            if let order { return begin(order, resuming: interrupted) }
            guard let standup = standups[interrupted.standup.id] else { return Reply() }
            return open(standup) { $0.resume(interrupted) }
        }
        undecided.removeAll { $0.meeting.id == id }
        var reply = Reply<Request>([answer == .keep ? .keepMeeting(id) : .deleteMeeting(id)])
        if let order {
            let begun = begin(order, resuming: nil)
            reply.effects += begun.effects
            reply.request = begun.request
        } else {
            askAboutFirst()
        }
        return reply
    }

    /// The question as it is shown.
    func dialog(
        about interrupted: InterruptedMeeting, _ dialog: Dialog<InterruptedAnswer>, _ localizer: Localizer
    ) -> DialogScreen {
        let speaker = interrupted.timer.speaker.map { interrupted.meeting.name(of: $0, localizer) } ?? ""
        return DialogScreen(
            title: localizer("dialog.interrupted.title", ["title": .text(interrupted.meeting.title)]),
            message: localizer(
                "dialog.interrupted.message",
                [
                    "date": .dateAndTime(interrupted.meeting.startedAt),
                    "time": .text(interrupted.elapsed.clockText(.position)), "name": .text(speaker),
                ]),
            answers: dialog.answers.map { answer in
                switch answer {
                case .resume: DialogScreen.Answer(text: localizer("dialog.interrupted.resume"), key: "r")
                case .keep: DialogScreen.Answer(text: localizer("dialog.interrupted.keep"), key: "k")
                case .discard:
                    DialogScreen.Answer(
                        text: localizer("dialog.interrupted.discard"), key: "d", role: .destructive)
                }
            },
            selected: dialog.selected)
    }
}
