import Localization
import MeetingModel

// Saving and discarding the draft, and conflicts with other processes.

extension StandupForm {
    /// Saves the draft if it is valid; otherwise focuses the first field with an error.
    mutating func save() -> Reply {
        problem = nil
        var (standup, errors) = draft.standup(id: id)
        // Not in the form.
        standup.call = original?.call
        self.errors = errors
        guard errors.isEmpty else {
            if let field = fields.first(where: { $0.place.map { errors[$0] != nil } ?? false }) { moveFocus(to: field) }
            return Reply()
        }
        isSaving = true
        return Reply([.save(standup, replacing: original)])
    }

    /// Closes the form; asks first if there are unsaved changes.
    mutating func cancel() -> Reply {
        guard hasChanges else { return Reply(request: .close) }
        question = .discard(.discarding)
        return Reply()
    }

    mutating func answer(_ command: Command) -> Reply {
        let isBack = command == .back || command == .quit
        switch question {
        case .discard(var dialog):
            let answer = isBack ? .goOn : dialog.perform(command)
            question = answer == nil ? .discard(dialog) : nil
            return answer == .discard ? Reply(request: .close) : Reply()
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

    /// Reports a change or deletion by another process at once, before anything is saved.
    mutating func update(with standups: [Standup]) {
        guard let original else { return }
        switch standups.first(where: { $0.id == id }) {
        case original: break
        case nil: problem = Message.formDeletedElsewhere
        default: problem = Message.formChangedElsewhere
        }
    }

    private mutating func settle(_ answer: ConflictAnswer?, theirs: Standup?) -> Reply {
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
            // The old id stays with the deleted standup, whose deletion can still be undone.
            id = Standup.ID(using: &generator)
            original = nil
            return save()
        case .goOn:
            problem = theirs == nil ? Message.formDeletedElsewhere : Message.formChangedElsewhere
        case nil: break
        }
        return Reply()
    }
}
