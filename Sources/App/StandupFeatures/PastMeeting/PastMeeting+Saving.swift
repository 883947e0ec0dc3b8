import Localization
import MeetingHistory
import MeetingModel
import Presentation

// Saving corrections as one transcript, by command or when the meeting is left.

extension PastMeeting {
    /// Saves the corrections, then makes a request if there is one.
    mutating func save(then request: Request? = nil) -> Reply {
        guard unsaved.saving == nil else {
            // Whoever insists on quitting leaves the corrections for the next start.
            if unsaved.leaving == .quit, request == .quit { return Reply(request: .quit) }
            unsaved.leaving = request ?? unsaved.leaving
            return Reply()
        }
        guard let pending = unsaved.pending, unsaved.count > 0 else {
            if request == nil {
                noticeMessage = NoticeMessage(.information, .meetingNothingToSave)
                return Reply()
            }
            guard unsaved.pending != nil else { return Reply(request: request) }
            unsaved.pending = nil
            return Reply([.keepCorrections(meeting, nil)], request: request)
        }
        unsaved.saving = pending.steps.count
        unsaved.leaving = request
        return Reply([
            .correct(meeting, version: pending.version, current: pending.current, pending.corrections)
        ])
    }

    /// Saves the corrections, and leaves the meeting.
    mutating func leave(_ request: Request) -> Reply {
        if case .unsaved = question {
            // The corrections come back at the next start.
            return Reply(request: request)
        }
        // Whoever brings the meeting back finds the corrections.
        if isMissing { return Reply(request: request) }
        return save(then: request)
    }

    /// Saves the corrections and deletes the meeting.
    mutating func delete() -> Reply {
        question = nil
        return goOn(leaving: nil, .deletion)
    }

    /// Does what waited for the corrections; if there are corrections, saves them before.
    mutating func goOn(leaving: Request?, _ next: UnsavedCorrections.Next?) -> Reply {
        // Whoever leaves wants no form any more.
        let next = next != .deletion && leaving != nil ? nil : next
        guard let next else { return leaving.map { save(then: $0) } ?? Reply() }
        if unsaved.count > 0 || unsaved.saving != nil {
            let reply = save(then: leaving)
            unsaved.next = next
            return reply
        }
        switch next {
        case .export:
            return Reply([
                call(on: .preferences) {
                    $0.exportOffer()
                } show: {
                    $0.show($1)
                }
            ])
        case .transcription:
            guard let language = loaded?.meeting.language else { return Reply() }
            return Reply([
                call(on: .devices) {
                    $0.transcriptionOffer(for: language)
                } show: {
                    $0.show($1)
                }
            ])
        case .deletion:
            unsaved.pending = nil
            return Reply([.keepCorrections(meeting, nil), .delete(.meeting(meeting))], request: leaving)
        }
    }

    // MARK: Outcomes

    mutating func didSave(_ loaded: LoadedMeeting) -> Reply {
        if let version = loaded.version {
            unsaved.pending?.didSave(
                unsaved.saving ?? 0, as: loaded.transcript, version: version, current: loaded.current)
        }
        if unsaved.pending?.isWorthKeeping != true { unsaved.pending = nil }
        let (leaving, next) = unsaved.endSaving()
        var reply = Reply([.keepCorrections(meeting, unsaved.pending)])
        reply.append(take(loaded))
        reply.append(Reply([proposeTerm(after: loaded.meeting)]))
        reply.append(goOn(leaving: leaving, next))
        return reply
    }

    mutating func didNotSave(_ refusal: CorrectionRefusal) -> Reply {
        let (leaving, next) = unsaved.endSaving()
        switch refusal {
        case .changed(let loaded):
            let rejected = rebase(onto: loaded)
            var reply = take(loaded)
            reply.append(Reply([.keepCorrections(meeting, unsaved.pending)]))
            if rejected.isEmpty {
                reply.append(next == nil ? save(then: leaving) : goOn(leaving: leaving, next))
            } else if let leaving {
                ask(.rejected(rejected), leaving)
            } else {
                tell(rejected)
            }
            return reply
        case .gone: return didVanish()
        case .failed(let error):
            if let leaving {
                ask(.failed(error), leaving)
            } else {
                noticeMessage = NoticeMessage(
                    .error, Message(error), consequence: Message.meetingCorrectionsKept)
            }
            return Reply()
        }
    }

    /// Reads the corrections that an earlier start left unsaved.
    func loadCorrections() -> Effect {
        let id = meeting
        return call(on: .preferences) {
            SavedCorrections(text: $0.preferences.value(.corrections))[id]
        } then: { page, pending in
            pending.map { page.restore($0) } ?? Reply()
        }
    }

    /// The corrections that an earlier start left unsaved.
    mutating func restore(_ pending: PendingCorrections) -> Reply {
        guard let loaded else {
            unsaved.restored = pending
            return Reply()
        }
        guard loaded.meeting.state != .live else { return Reply() }
        if unsaved.saving != nil {
            // They follow once the transcript is saved.
            unsaved.restored = pending
            return Reply()
        }
        if let own = unsaved.pending { return restore(pending, before: own) }
        unsaved.pending = pending
        sayRestored(pending)
        if pending.version != loaded.version, pending.current == loaded.current {
            return Reply([read(pending.version)])
        }
        let reply = rebaseIfChanged(loaded)
        showCorrections()
        reopenField()
        return reply
    }

    /// Adds the corrections of an earlier start to those that the user has begun meanwhile.
    private mutating func restore(_ earlier: PendingCorrections, before own: PendingCorrections) -> Reply {
        var earlier = earlier
        var rejected: [UtteranceCorrection] = []
        if earlier.version != own.version {
            rejected = earlier.rebase(onto: unsaved.base, version: own.version, current: own.current)
        }
        unsaved.pending?.restore(earlier, opensField: correction == nil)
        sayRestored(earlier)
        if !rejected.isEmpty { tell(rejected) }
        showCorrections()
        reopenField()
        return Reply([.keepCorrections(meeting, unsaved.pending)])
    }

    private mutating func sayRestored(_ pending: PendingCorrections) {
        let isField = (pending.typed != nil || pending.typedPoint != nil) && pending.steps.isEmpty
        noticeMessage =
            isField ? .draftRestored : NoticeMessage(.information, .meetingCorrectionsRestored)
    }

    /// Rebases the corrections if another transcript than theirs is loaded, and reports those that do not fit.
    mutating func rebaseIfChanged(_ loaded: LoadedMeeting) -> Reply {
        guard let pending = unsaved.pending, pending.version != loaded.version else { return Reply() }
        let rejected = rebase(onto: loaded)
        if !rejected.isEmpty { tell(rejected) }
        let kept = unsaved.pending.flatMap { $0.isWorthKeeping ? $0 : nil }
        return Reply([.keepCorrections(meeting, kept)])
    }

    private mutating func rebase(onto loaded: LoadedMeeting) -> [UtteranceCorrection] {
        guard let version = loaded.version else { return [] }
        let rejected = unsaved.pending?.rebase(onto: loaded.transcript, version: version, current: loaded.current)
        if unsaved.pending?.isEmpty == true { unsaved.pending = nil }
        return rejected ?? []
    }

    /// Opens the field that an earlier start left open.
    mutating func reopenField() {
        if question == nil, minutes.typing == nil, correction == nil, let typed = unsaved.pending?.typedPoint {
            minutes.isOpen = true
            minutes.selected = typed.point.id
            minutes.typing = MinutesView.Typing(
                point: typed.point, isNew: typed.isNew, field: TextField(typed.text, limit: PointEdit.longestText))
            return
        }
        guard question == nil, let typed = unsaved.pending?.typed, let loaded,
            let position = loaded.transcript.firstIndex(where: { $0.id == typed.utterance })
        else { return }
        // The opened place may have opened the field, before the words were read.
        if let correction {
            let words = loaded.transcript.first { $0.id == correction.utterance }?.utterance.text
            guard correction.field.text == words else { return }
        }
        utterance = position
        correction = Correction(
            utterance: typed.utterance, field: TextField(typed.text ?? "", limit: Self.longestUtterance))
    }

    private mutating func tell(_ rejected: [UtteranceCorrection]) {
        noticeMessage = NoticeMessage(.warning, Self.rejection(rejected))
    }

    /// Which corrections do not fit, with the words of the first.
    static func rejection(_ rejected: [UtteranceCorrection]) -> Message {
        let words = rejected.compactMap(\.text).first { !$0.isEmpty } ?? ""
        let count = Substitution.count(rejected.count)
        return words.isEmpty
            ? .meetingRejected(count: count)
            : .meetingRejectedWords(count: count, words: .text(DisplayText(words).description))
    }

    // MARK: The question

    private mutating func ask(_ reason: UnsavedReason, _ leaving: Request) {
        question = .unsaved(reason, leaving, Dialog([.keep, .discard, .stay]))
    }

    mutating func answer(_ answer: UnsavedAnswer, _ reason: UnsavedReason, _ leaving: Request) -> Reply {
        switch (answer, reason) {
        case (.stay, _): return Reply()
        case (.discard, _):
            unsaved.pending = nil
            showCorrections()
            return Reply([.keepCorrections(meeting, nil)], request: leaving)
        case (.keep, .rejected): return save(then: leaving)
        case (.keep, .failed): return Reply(request: leaving)
        }
    }
}
