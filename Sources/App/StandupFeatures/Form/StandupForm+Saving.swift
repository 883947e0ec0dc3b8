import Localization
import MeetingModel

// Keeping the draft, dropping it, and what another process does meanwhile.

extension StandupForm {
    /// Keeps the draft, if nothing is wrong with it; otherwise the first field with an error gets the focus.
    mutating func save() -> Reply<Request> {
        problem = nil
        let (standup, errors) = draft.standup(id: id)
        self.errors = errors
        guard errors.isEmpty else {
            if let field = fields.first(where: { $0.place.map { errors[$0] != nil } ?? false }) { moveFocus(to: field) }
            return Reply()
        }
        isSaving = true
        return Reply([.save(standup, replacing: original)])
    }

    /// Drops the draft; asks first if something would be lost.
    mutating func cancel() -> Reply<Request> {
        guard hasChanges else { return Reply(request: .cancelled) }
        question = .discard(Dialog([.discard, .goOn], selected: 1))
        return Reply()
    }

    /// Takes the answer to the question that is open.
    mutating func answer(_ command: Command) -> Reply<Request> {
        let isBack = command == .back || command == .quit
        switch question {
        case .discard(var dialog):
            let answer = isBack ? .goOn : dialog.perform(command)
            question = answer == nil ? .discard(dialog) : nil
            return answer == .discard ? Reply(request: .cancelled) : Reply()
        case .changed(let theirs, var dialog):
            let answer = isBack ? .goOn : dialog.perform(command)
            question = answer == nil ? .changed(theirs, dialog) : nil
            return settle(answer, theirs: theirs)
        case .deleted(var dialog):
            let answer = isBack ? .goOn : dialog.perform(command)
            question = answer == nil ? .deleted(dialog) : nil
            return settle(answer, theirs: nil)
        case nil: return Reply()
        }
    }

    /// Says at once what another process has done to the standup, before anything is saved.
    mutating func tell(of standups: [Standup]) {
        guard let original else { return }
        switch standups.first(where: { $0.id == id }) {
        case original: break
        case nil: problem = Message("form.deleted-elsewhere")
        default: problem = Message("form.changed-elsewhere")
        }
    }

    private mutating func settle(_ answer: ConflictAnswer?, theirs: Standup?) -> Reply<Request> {
        switch answer {
        case .keepMine:
            original = theirs
            return save()
        case .takeTheirs:
            guard let theirs else { break }
            original = theirs
            draft = StandupDraft(theirs, using: &generator)
            unchanged = draft
            errors = [:]
            problem = nil
            moveFocus(to: .field(.title))
        case .saveAsNew:
            // Its old id stays with what was deleted, which its owner can still bring back.
            id = Standup.ID(using: &generator)
            original = nil
            return save()
        case .goOn:
            problem = theirs == nil ? Message("form.deleted-elsewhere") : Message("form.changed-elsewhere")
        case nil: break
        }
        return Reply()
    }
}
