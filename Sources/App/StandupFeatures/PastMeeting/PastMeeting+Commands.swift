import Localization
import MeetingHistory
import MeetingModel

extension PastMeeting {
    /// The maximum length of a corrected utterance, in characters.
    static let longestUtterance = 10_000

    /// Performs a command.
    package mutating func perform(_ command: Command) -> Reply {
        noticeMessage = nil
        if command == .quit { return Reply(request: .quit) }
        if let question { return answer(question, command) }
        if correction != nil { return type(command) }
        if let reply = performFind(command) ?? performPlayback(command) { return reply }
        switch command {
        case .back: return Reply(request: .close)
        case .edit, .activate: correct()
        case .moveUtterance: askWhose()
        case .delete: askToDelete()
        case .nextVersion: return showOlder()
        case .chooseVersion: return chooseVersion()
        case .select(let index) where index == utterance: correct()
        default: move(command)
        }
        return Reply()
    }

    private mutating func move(_ command: Command) {
        guard let count = loaded?.transcript.count, count > 0 else { return }
        if let utterance {
            self.utterance = Selection.moved(utterance, of: count, by: command) ?? utterance
        } else if case .select = command {
            utterance = Selection.moved(0, of: count, by: command)
        } else if Selection.moved(0, of: count, by: command) != nil {
            utterance = command == .last || command == .up ? count - 1 : 0
        }
    }

    // MARK: Corrections

    /// The selected utterance if it can be edited; otherwise reports why not.
    private mutating func changeable() -> NumberedUtterance? {
        guard let loaded else { return nil }
        if loaded.meeting.state == .live {
            noticeMessage = NoticeMessage(.warning, Message("meeting.refused-live"))
        } else if loaded.transcript.isEmpty {
            noticeMessage = NoticeMessage(.information, Message("meeting.nothing-said"))
        } else if selected == nil {
            noticeMessage = NoticeMessage(.information, Message("meeting.select-first"))
        } else {
            return selected
        }
        return nil
    }

    private mutating func correct() {
        guard let kept = changeable() else { return }
        correction = Correction(
            utterance: kept.id, field: TextField(kept.utterance.text, limit: Self.longestUtterance))
    }

    /// Opens the dialog of the opened place; the removal dialog is opened through a correction.
    mutating func askUnasked() {
        guard let dialog = pendingDialog else { return }
        pendingDialog = nil
        switch dialog {
        case .delete: askToDelete()
        case .correct, .remove: correct()
        case .move: askWhose()
        }
    }

    private mutating func type(_ command: Command) -> Reply {
        guard let correction, !correction.isSaving else { return Reply() }
        switch command {
        case .back: self.correction = nil
        case .activate, .save: return keep(correction)
        default: _ = self.correction?.field.perform(command)
        }
        return Reply()
    }

    /// Saves the correction; unchanged words are not saved.
    private mutating func keep(_ correction: Correction) -> Reply {
        let before = loaded?.transcript.first { $0.id == correction.utterance }?.utterance.text
        let words = Self.words(correction.field.text)
        if words.isEmpty {
            question = .removeUtterance(.deletion)
            return Reply()
        }
        if let before, Self.words(before) == words {
            self.correction = nil
            return Reply()
        }
        self.correction?.isSaving = true
        return write(UtteranceCorrection(utterance: correction.utterance, text: correction.field.text))
    }

    private static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    private func write(_ correction: UtteranceCorrection) -> Reply {
        guard let version = loaded?.version else { return Reply() }
        return Reply([.correct(meeting, version: version, [correction])])
    }

    // MARK: Questions

    private mutating func askWhose() {
        guard let kept = changeable(), let attendees = loaded?.meeting.attendees else { return }
        let position = attendees.firstIndex { .attendee($0.id) == kept.utterance.speaker }
        let answers: [Attendee.ID?] = attendees.map(\.id) + [nil]
        question = .moveUtterance(kept.id, Dialog(answers, selected: position ?? attendees.count))
    }

    private mutating func askToDelete() {
        guard let loaded else { return }
        if loaded.meeting.state == .live {
            noticeMessage = NoticeMessage(.warning, Message("meeting.refused-live"))
        } else {
            question = .deleteMeeting(.deletion)
        }
    }

    private mutating func answer(_ question: Question, _ command: Command) -> Reply {
        if command == .back {
            self.question = nil
            return Reply()
        }
        switch question {
        case .deleteMeeting(var dialog):
            let answer = dialog.perform(command)
            self.question = answer == nil ? .deleteMeeting(dialog) : nil
            return Reply(answer == .delete ? [.deleteMeeting(meeting)] : [])
        case .removeUtterance(var dialog):
            let answer = dialog.perform(command)
            self.question = answer == nil ? .removeUtterance(dialog) : nil
            guard answer == .delete, let correction else { return Reply() }
            self.correction?.isSaving = true
            return write(UtteranceCorrection(utterance: correction.utterance, text: ""))
        case .moveUtterance(let id, var dialog):
            let answer = dialog.perform(command)
            self.question = answer == nil ? .moveUtterance(id, dialog) : nil
            guard case .some(.some(let attendee)) = answer, .attendee(attendee) != speaker(of: id) else {
                return Reply()
            }
            return write(UtteranceCorrection(utterance: id, attendee: attendee))
        }
    }

    private func speaker(of id: NumberedUtterance.ID) -> Utterance.Speaker? {
        loaded?.transcript.first { $0.id == id }?.utterance.speaker
    }

    // MARK: Versions

    /// Shows the next older transcript; after the oldest, the newest.
    private mutating func showOlder() -> Reply {
        guard let loaded, let shown = loaded.version, loaded.versions.count > 1 else {
            if loaded != nil { noticeMessage = NoticeMessage(.information, Message("meeting.one-version")) }
            return Reply()
        }
        let numbers = loaded.versions.map(\.number).sorted()
        guard let next = numbers.last(where: { $0 < shown }) ?? numbers.last else { return Reply() }
        return Reply([.loadMeeting(meeting, version: next)])
    }

    /// Makes the transcript shown the current one.
    private mutating func chooseVersion() -> Reply {
        guard let version else {
            if loaded != nil { noticeMessage = NoticeMessage(.information, Message("meeting.is-current")) }
            return Reply()
        }
        return Reply([.chooseTranscript(meeting, version: version)])
    }
}
