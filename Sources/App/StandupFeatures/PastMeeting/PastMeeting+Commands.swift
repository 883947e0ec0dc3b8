import Localization
import MeetingHistory
import MeetingModel
import Presentation

extension PastMeeting {
    package mutating func perform(_ command: Command) -> Reply {
        (noticeMessage, opensMinutes) = (nil, false)
        if command == .quit, !hasChangedWords, !hasTypedPoint { return Reply(request: .quit) }
        switch layer {
        case .question: return answer(command)
        case .export: return export(command)
        case .transcription: return transcribe(command)
        case .posting: return post(command)
        case .comparison: return performInComparison(command)
        case .replacement: return replace(command)
        case .correction: return type(command)
        case .point: return typePoint(command)
        case .find: return typeWords(command)
        case .minutes: return performInMinutes(command)
        case .transcript: return performFind(command) ?? performPlayback(command) ?? performInTranscript(command)
        }
    }

    private mutating func performInTranscript(_ command: Command) -> Reply {
        switch command {
        case .back: return leave(.close)
        case .edit, .activate: correct()
        case .moveUtterance: return askWhose()
        case .delete: return askToDelete()
        case .replace: openReplacement()
        case .export: return openExport()
        case .transcribe: return openTranscription()
        case .compare: return compare()
        case .save: return save()
        case .add: return addTerm()
        case .toggleMark: return toggleMark()
        case .nextMark: selectNextMark()
        case .showMinutes: openMinutes()
        case .postMinutes: return openPosting()
        case .copy: return copyMinutes()
        case .showDetails: showsDetails.toggle()
        case .select(let index) where index >= loaded?.transcript.count ?? 0:
            openMinutes(at: index - (loaded?.transcript.count ?? 0))
        case .undo where isMissing: return Reply([trashed.map(Effect.restore) ?? .undo()])
        case .undo: return undoMark() ?? undo()
        case .redo: return redoMark() ?? redo()
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

    /// Opens the dialog of the opened place; the removal dialog is opened through a correction.
    mutating func askUnasked() -> Reply {
        guard let dialog = pendingDialog else { return Reply() }
        pendingDialog = nil
        switch dialog {
        case .delete: return askToDelete()
        case .correct, .remove: correct()
        case .move: return askWhose()
        case .replace: openReplacement()
        case .export: return openExport(ofMinutes: minutes.isOpen)
        case .post: return openPosting()
        case .transcribe: return openTranscription()
        case .compare: return pendingComparison == nil ? compare() : compareAfterLoading()
        case .speaker: askWhomToHear()
        case .loudspeaker: return performPlayback(.chooseLoudspeaker) ?? Reply()
        case .pointVersions, .pointKind, .pointPerson:
            if !minutes.isOpen { openMinutes() }
            let commands: [MeetingDialog: Command] = [
                .pointVersions: .listPoints, .pointKind: .changeKind, .pointPerson: .moveUtterance,
            ]
            if minutes.isOpen, let command = commands[dialog] { return performInMinutes(command) }
        case .find, .unsaved: break
        }
        return Reply()
    }

    // MARK: Questions

    private mutating func askToDelete() -> Reply {
        guard let loaded else { return Reply() }
        guard loaded.meeting.state != .live else {
            noticeMessage = NoticeMessage(.warning, .meetingRefusedLive)
            return Reply()
        }
        // A transcript that is not the current one can be deleted alone.
        let transcript = unsaved.count > 0 ? nil : version
        let answers = [transcript.map(MeetingDeletion.transcript), .meeting, .cancel].compactMap(\.self)
        question = .deleteMeeting(Dialog(answers, selected: answers.count - 1))
        deletionReach = [:]
        return Reply(
            answers.compactMap { $0.item(of: meeting) }.map { item in
                call {
                    $0.deletionReach(of: item)
                } show: {
                    $0.deletionReach[item] = $1
                }
            })
    }

    private mutating func answer(_ command: Command) -> Reply {
        guard let question else { return Reply() }
        if command == .back {
            self.question = nil
            return Reply()
        }
        switch question {
        case .deleteMeeting(let dialog):
            let answer = dialog.perform(command, in: &self.question) { .deleteMeeting($0) }
            return switch answer {
            case .transcript(let number): Reply([.delete(.transcript(meeting, version: number))])
            case .meeting: delete()
            case .cancel, nil: Reply()
            }
        case .removeUtterance(let dialog):
            let answer = dialog.perform(command, or: .cancel, on: .quit, in: &self.question) { .removeUtterance($0) }
            return answer == .delete ? removeTyped() : Reply()
        case .moveUtterance(let id, let dialog):
            let answer = dialog.perform(command, in: &self.question) { .moveUtterance(id, $0) }
            return move(id, to: answer)
        case .speaker(let dialog):
            let answer = dialog.perform(command, in: &self.question) { .speaker($0) }
            return answer.map { hear($0) } ?? Reply()
        case .loudspeaker(let dialog):
            let answer = dialog.perform(command, in: &self.question) { .loudspeaker($0) }
            return answer.map { play(on: $0) } ?? Reply()
        case .compared(let isSecond, let dialog):
            let answer = dialog.perform(command, in: &self.question) { .compared(isSecond: isSecond, $0) }
            return answer.map { compare(with: $0, isSecond: isSecond) } ?? Reply()
        case .pointKind(let point, let dialog):
            let answer = dialog.perform(command, in: &self.question) { .pointKind(point, $0) }
            return change(point, to: answer)
        case .pointPerson(let point, let dialog):
            let answer = dialog.perform(command, in: &self.question) { .pointPerson(point, $0) }
            return change(point, to: answer)
        case .pointVersion(let versions, let dialog):
            let answer = dialog.perform(command, in: &self.question) { .pointVersion(versions, $0) }
            return answer.flatMap(\.self).map { choosePoints($0, among: versions) } ?? Reply()
        case .unsaved(let reason, let leaving, let dialog):
            let answer = dialog.perform(command, in: &self.question) { .unsaved(reason, leaving, $0) }
            return answer.map { self.answer($0, reason, leaving) } ?? Reply()
        case .discardCorrection(let dialog):
            let answer = dialog.perform(command, or: .goOn, on: .quit, in: &self.question) { .discardCorrection($0) }
            return answer == .discard ? closeCorrection() : Reply()
        case .discardPoint(let dialog):
            let answer = dialog.perform(command, or: .goOn, on: .quit, in: &self.question) { .discardPoint($0) }
            return answer == .discard ? closePoint() : Reply()
        }
    }

    // MARK: Versions

    /// Forgets the corrections that were undone, which belong to the displayed transcript.
    ///
    /// Nil if other corrections keep the transcript; says what to do with them.
    private mutating func forgetUndone() -> Reply? {
        guard unsaved.count == 0 else {
            noticeMessage = NoticeMessage(.information, .meetingSaveFirst)
            return nil
        }
        guard unsaved.pending != nil else { return Reply() }
        unsaved.pending = nil
        return Reply([.keepCorrections(meeting, nil)])
    }

    /// Shows the next older transcript; after the oldest, the newest.
    private mutating func showOlder() -> Reply {
        guard var reply = forgetUndone() else { return Reply() }
        guard let loaded, let shown = loaded.version, loaded.versions.count > 1 else {
            if loaded != nil { noticeMessage = NoticeMessage(.information, .meetingOneVersion) }
            return reply
        }
        let numbers = loaded.versions.map(\.number).sorted()
        guard let next = numbers.last(where: { $0 < shown }) ?? numbers.last else { return reply }
        reply.effects.append(read(next))
        return reply
    }

    /// Makes the transcript shown the current one.
    private mutating func chooseVersion() -> Reply {
        guard var reply = forgetUndone() else { return Reply() }
        guard let version else {
            if loaded != nil { noticeMessage = NoticeMessage(.information, .meetingIsCurrent) }
            return reply
        }
        noticeMessage = NoticeMessage(.information, .meetingChosen)
        let id = meeting
        let choosing = call { backend in
            let before = try backend.store.currentTranscript(of: id)
            try backend.store.chooseTranscript(of: id, version: version, at: backend.now)
            if let before { backend.note(.choosing(id, chosen: version, before: before)) }
            backend.transcriptChanged(of: id)
            return try backend.meeting(id, version: version)
        } then: {
            $0.didRead($1)
        }
        reply.effects.append(choosing)
        return reply
    }
}
