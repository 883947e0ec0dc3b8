import Localization
package import MeetingModel

/// The form of a standup: a draft that is kept or dropped.
package struct StandupForm: Feature {
    /// What it asks of the feature that shows it.
    package enum Request: Hashable, Sendable {
        /// The draft is dropped.
        case cancelled
        /// The draft was kept as this standup.
        case saved(Standup)
        /// The application is to end; nothing would be lost.
        case quit
    }

    /// An answer to the question whether changes are to be dropped.
    package enum DiscardAnswer: Hashable, Sendable {
        case discard
        case goOn
    }

    /// An answer to what another process has done to the standup meanwhile.
    package enum ConflictAnswer: Hashable, Sendable {
        case keepMine
        case takeTheirs
        case saveAsNew
        case goOn
    }

    /// A question in front of the form.
    package enum Question: Hashable, Sendable {
        case discard(Dialog<DiscardAnswer>)
        case changed(Standup, Dialog<ConflictAnswer>)
        case deleted(Dialog<ConflictAnswer>)
    }

    /// What is typed.
    package internal(set) var draft: StandupDraft
    /// What has the focus.
    package internal(set) var focus: FormField
    /// What is wrong, by field.
    package internal(set) var errors: FieldErrors = [:]
    /// Why it could not be saved.
    package internal(set) var problem: Message?
    /// The question that waits for an answer.
    package internal(set) var question: Question?
    /// The text of the field that has the focus, with its cursor; nil where nothing is typed.
    var editor: TextField?
    /// The standup's id, a new one for a new standup.
    package internal(set) var id: Standup.ID
    /// The standup as it was when it was last known to be in the history; nil for a new one.
    package internal(set) var original: Standup?
    /// Whether an answer to saving is awaited.
    var isSaving = false
    /// The draft without the user's changes.
    var unchanged: StandupDraft
    var generator: SeededGenerator

    /// The form of a new standup.
    package init(newWithSeed seed: UInt64, focus: FormFocus? = nil) {
        var generator = SeededGenerator(seed: seed)
        let standup = Standup(id: Standup.ID(using: &generator))
        self.init(standup, original: nil, focus: focus, generator)
    }

    /// The form of a standup that there is.
    package init(editing standup: Standup, seed: UInt64, focus: FormFocus? = nil) {
        self.init(standup, original: standup, focus: focus, SeededGenerator(seed: seed))
    }

    private init(_ standup: Standup, original: Standup?, focus: FormFocus?, _ generator: SeededGenerator) {
        self.generator = generator
        draft = StandupDraft(standup, using: &self.generator)
        unchanged = draft
        id = standup.id
        self.original = original
        self.focus = .field(.title)
        moveFocus(toPlace: focus)
    }

    /// Gives the focus to the field of an address; a row that is not there is the last one.
    private mutating func moveFocus(toPlace field: FormFocus?) {
        var wanted = field ?? .title
        if case .attendee(let row) = wanted { wanted = .attendee(min(row, draft.rows.count - 1)) }
        moveFocus(to: .field(wanted))
    }

    /// A form that was left before it was saved or cancelled, as it was.
    package init(_ kept: KeptDraft, seed: UInt64, focus: FormFocus? = nil) {
        generator = SeededGenerator(seed: seed)
        draft = kept.draft
        unchanged = kept.unchanged
        id = kept.id
        original = kept.original
        self.focus = .field(.title)
        moveFocus(toPlace: focus)
    }

    /// The draft to keep in case the application ends now; nil where nothing would be lost.
    package var unsaved: KeptDraft? {
        hasChanges ? KeptDraft(draft: draft, unchanged: unchanged, id: id, original: original) : nil
    }

    /// What is open on it.
    package var dialog: FormDialog? {
        switch question {
        case .discard: .discard
        case .changed: .changed
        case .deleted: .deleted
        case nil: nil
        }
    }

    /// Opens a dialog; one whose reason is gone stays closed.
    mutating func open(_ dialog: FormDialog?) {
        if dialog == .discard { _ = cancel() }
    }

    /// Whether something has been typed that is not in the history.
    package var hasChanges: Bool { draft != unchanged }

    /// What can have the focus, from the top; `select` counts in them.
    var fields: [FormField] { FormField.all(rows: draft.rows.count) }

    package mutating func perform(_ command: Command) -> Reply<Request> {
        if question != nil { return answer(command) }
        guard !isSaving else { return Reply() }
        switch command {
        case .back: return cancel()
        case .quit: return hasChanges ? cancel() : Reply(request: .quit)
        case .save: return save()
        case .nextField: step(by: 1, around: true)
        case .previousField: step(by: -1, around: true)
        case .down: step(by: 1)
        case .up: step(by: -1)
        case .select(let index):
            if fields.indices.contains(index) {
                moveFocus(to: fields[index])
                if fields[index].place.map({ draft[text: $0] == nil }) ?? true { return activate() }
            }
        case .activate: return activate()
        case .addRow: addRow()
        case .removeRow: removeRow()
        case .moveRowUp: moveRow(by: -1)
        case .moveRowDown: moveRow(by: 1)
        default: edit(command)
        }
        return Reply()
    }

    package mutating func receive(_ outcome: Outcome) -> Reply<Request> {
        guard isSaving else {
            if case .standups(let standups, _, _) = outcome { tell(of: standups) }
            return Reply()
        }
        switch outcome {
        case .saved(let standup) where standup.id == id:
            isSaving = false
            return Reply(request: .saved(standup))
        case .saveRefused(let refusal):
            isSaving = false
            switch refusal {
            case .changed(let theirs):
                question = .changed(theirs, Dialog([.keepMine, .takeTheirs, .goOn], selected: 2))
            case .deleted:
                question = .deleted(Dialog([.saveAsNew, .goOn], selected: 1))
            case .failed(let error):
                problem = Message(error)
            }
        default: break
        }
        return Reply()
    }

    package var context: KeyContext {
        if question != nil { return .dialog }
        return editor == nil ? .form : .text
    }
}
