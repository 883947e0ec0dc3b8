import Localization
import MeetingHistory
package import MeetingModel
import Presentation

// Correcting utterances. Corrections are shown at once and saved together, as one transcript.

extension PastMeeting {
    /// The maximum length of a corrected utterance, in characters.
    static let longestUtterance = 10_000

    /// An answer to the question who said something.
    package enum MoveAnswer: Hashable, Sendable {
        case attendee(Attendee.ID)
        /// Somebody on the side of the call that it was heard from.
        case side
        case cancel
    }

    /// Whether the transcript cannot be corrected; says why.
    mutating func isLiveOrSilent() -> Bool {
        guard let loaded else { return true }
        if loaded.meeting.state == .live {
            noticeMessage = NoticeMessage(.warning, .meetingRefusedLive)
        } else if loaded.transcript.isEmpty {
            noticeMessage = NoticeMessage(.information, loaded.nothingSaid)
        } else {
            return false
        }
        return true
    }

    /// The selected utterance if it can be corrected, else the one that is heard, else the first.
    private mutating func changeable() -> NumberedUtterance? {
        if isLiveOrSilent() { return nil }
        if selected == nil { utterance = spoken?.line ?? 0 }
        return selected
    }

    /// Opens the field with the words of the selected utterance.
    mutating func correct() {
        guard let kept = changeable() else { return }
        correction = Correction(
            utterance: kept.id, field: TextField(kept.utterance.text, limit: Self.longestUtterance))
    }

    /// Performs a command in the field; as in a form, a question comes before what was typed is dropped.
    mutating func type(_ command: Command) -> Reply {
        guard let correction else { return Reply() }
        switch command {
        case .back, .quit:
            guard hasChangedWords else { return closeCorrection() }
            question = .discardCorrection(.discarding)
            return Reply()
        case .activate, .save:
            guard Self.words(correction.field.text).isEmpty else { return keepTyped() }
            question = .removeUtterance(.deletion)
            return Reply()
        default:
            guard self.correction?.field.perform(command) == true else { return Reply() }
            return remember()
        }
    }

    /// Closes the field, and forgets its words.
    mutating func closeCorrection() -> Reply {
        correction = nil
        return remember()
    }

    /// Closes the field and corrects its utterance; unchanged words are no correction.
    mutating func keepTyped() -> Reply {
        guard let correction, hasTyped else { return closeCorrection() }
        self.correction = nil
        return add([UtteranceCorrection(utterance: correction.utterance, text: correction.field.text)])
    }

    /// Whether the open field has words that differ from its utterance's.
    var hasTyped: Bool { hasChangedWords && !Self.words(correction?.field.text ?? "").isEmpty }

    /// Whether the words of the open field differ from its utterance's; also if all were deleted.
    var hasChangedWords: Bool {
        guard let correction else { return false }
        let before = loaded?.transcript.first { $0.id == correction.utterance }?.utterance.text ?? ""
        return Self.words(correction.field.text) != Self.words(before)
    }

    /// Removes the utterance whose words were all deleted.
    mutating func removeTyped() -> Reply {
        guard let correction else { return Reply() }
        self.correction = nil
        return add([UtteranceCorrection(utterance: correction.utterance, text: "")])
    }

    private static func words(_ text: String) -> [Substring] { text.split(whereSeparator: \.isWhitespace) }

    // MARK: Speakers

    /// Asks who said the selected utterance; one that was given to somebody by voice goes back at once.
    mutating func askWhose() -> Reply {
        guard let kept = changeable(), let meeting = loaded?.meeting else { return Reply() }
        if kept.utterance.isByVoice, let speaker = meeting.speakerByTurn(of: kept.utterance) {
            switch speaker {
            case .attendee(let owner): return add([UtteranceCorrection(utterance: kept.id, attendee: owner)])
            case .side: return add([UtteranceCorrection(utterance: kept.id, isInterjection: true)])
            }
        }
        var answers = meeting.attendees.map { MoveAnswer.attendee($0.id) }
        if kept.utterance.channel != nil { answers.append(.side) }
        answers.append(.cancel)
        let present: MoveAnswer =
            switch kept.utterance.speaker {
            case .attendee(let attendee): .attendee(attendee)
            case .side: .side
            }
        let selected = answers.firstIndex(of: present) ?? answers.count - 1
        let asked = Question.moveUtterance(kept.id, Dialog(answers, selected: selected))
        question = asked
        guard playablePath != nil else { return Reply() }
        return Reply([
            call(on: .recordings) {
                $0.likelySpeakers(of: kept.utterance, in: meeting)
            } show: { [answers] page, likely in
                // The answers do not move once somebody has begun to choose.
                guard page.question == asked, !likely.isEmpty else { return }
                let first = likely.map(MoveAnswer.attendee)
                let ordered = first + answers.filter { !first.contains($0) }
                page.question = .moveUtterance(kept.id, Dialog(ordered, selected: ordered[0] == present ? 1 : 0))
            }
        ])
    }

    mutating func move(_ id: NumberedUtterance.ID, to answer: MoveAnswer?) -> Reply {
        guard let before = loaded?.transcript.first(where: { $0.id == id })?.utterance.speaker else { return Reply() }
        switch answer {
        case .attendee(let attendee) where before != .attendee(attendee):
            return add([UtteranceCorrection(utterance: id, attendee: attendee)])
        case .side:
            if case .side = before { return Reply() }
            return add([UtteranceCorrection(utterance: id, isInterjection: true)])
        case .attendee, .cancel, nil: return Reply()
        }
    }

    // MARK: Undo and redo

    /// Adds corrections that are undone together.
    mutating func add(_ step: PendingCorrections.Step) -> Reply {
        guard !step.isEmpty, let loaded, let version = loaded.version else { return Reply() }
        var pending = unsaved.pending ?? PendingCorrections(of: version, current: loaded.current)
        pending.add(step, to: unsaved.base)
        markHistory.redone = []
        unsaved.pending = pending
        showCorrections()
        return remember()
    }

    /// Undoes the last correction that is not saved; without one, the last deletion.
    mutating func undo() -> Reply {
        guard unsaved.saving == nil else { return Reply() }
        guard let step = unsaved.pending?.undo() else { return Reply([.undo()]) }
        noticeMessage = .undone(Message.undoCorrections(count: .count(step.count)))
        showCorrections()
        return remember()
    }

    /// Redoes the correction that was undone last; without one, what was saved and undone.
    mutating func redo() -> Reply {
        guard unsaved.saving == nil else { return Reply() }
        guard let step = unsaved.pending?.redo() else {
            if unsaved.count == 0 { return Reply([.redo()]) }
            noticeMessage = NoticeMessage(.information, .meetingNothingToRedo)
            return Reply()
        }
        noticeMessage = .redone(Message.undoCorrections(count: .count(step.count)))
        showCorrections()
        return remember()
    }

    /// Displays the transcript with the corrections; the same utterance stays selected.
    mutating func showCorrections() { showCorrections(selecting: selected?.id) }

    /// Displays the transcript with the corrections, with an utterance selected if it is there.
    mutating func showCorrections(selecting before: NumberedUtterance.ID?) {
        loaded?.transcript = unsaved.corrected()
        replacing?.update(for: loaded?.transcript ?? [])
        shown = loaded.map { ShownTranscript($0, changed: unsaved.changed) } ?? ShownTranscript()
        wordsDidChange()
        guard let transcript = loaded?.transcript else { return }
        if let before, let position = transcript.firstIndex(where: { $0.id == before }) {
            utterance = position
        } else if let utterance {
            let last = transcript.count - 1
            self.utterance = last < 0 ? nil : min(max(0, utterance), last)
        }
    }

    /// The effect that keeps the corrections and the open field for the next start.
    mutating func remember() -> Reply {
        guard let loaded else { return Reply() }
        // A meeting without a transcript has points too.
        var pending = unsaved.pending ?? PendingCorrections(of: loaded.version ?? 0, current: loaded.current)
        pending.typedPoint = minutes.typing?.saved
        pending.typed = correction.map { UtteranceCorrection(utterance: $0.utterance, text: $0.field.text) }
        unsaved.pending = pending.isEmpty ? nil : pending
        return Reply([.keepCorrections(meeting, pending.isWorthKeeping ? pending : nil)])
    }
}

extension LoadedMeeting {
    /// The number of the current transcript.
    var current: Int? { versions.first { $0.isCurrent }?.number }
}
