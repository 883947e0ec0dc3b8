package import Localization
package import MeetingModel

/// The form that edits a standup; its draft is saved or discarded.
package struct StandupForm: Feature {
    package enum DiscardAnswer: Hashable, Sendable {
        case discard
        case goOn
    }

    /// An answer to a conflicting change by another process.
    package enum ConflictAnswer: Hashable, Sendable {
        case keepMine
        case takeTheirs
        case saveAsNew
        case goOn
    }

    package enum Question: Hashable, Sendable {
        case discard(Dialog<DiscardAnswer>)
        case changed(Standup, Dialog<ConflictAnswer>)
        case deleted(Dialog<ConflictAnswer>)
    }

    struct RemovedRow: Sendable {
        let row: StandupDraft.Row
        /// Its position before.
        let index: Int
    }

    package internal(set) var draft: StandupDraft
    package internal(set) var focus: FormField
    package internal(set) var errors: FieldErrors = [:]
    package internal(set) var problem: Message?
    package internal(set) var question: Question?
    /// The text field with the focus; nil if the focused field takes no text.
    var editor: TextField?
    /// The removed rows, which can be brought back until the form is left; the latest last.
    var removed: [RemovedRow] = []
    /// The standup's id; a new id for a new standup.
    package internal(set) var id: Standup.ID
    /// The standup as last read from the history; nil for a new one.
    var original: Standup?
    var isSaving = false
    /// Whether the settings are shown; a new standup has them behind a button.
    private(set) var hasSettings = true
    /// The draft without the user's changes.
    var unchanged: StandupDraft
    var generator: SeededGenerator

    init(newWithSeed seed: UInt64, focus: FormFocus? = nil) {
        var generator = SeededGenerator(seed: seed)
        let standup = Standup(id: Standup.ID(using: &generator))
        self.init(standup, original: nil, focus: focus, generator)
    }

    init(editing standup: Standup, seed: UInt64, focus: FormFocus? = nil) {
        self.init(standup, original: standup, focus: focus, SeededGenerator(seed: seed))
    }

    private init(_ standup: Standup, original: Standup?, focus: FormFocus?, _ generator: SeededGenerator) {
        self.generator = generator
        draft = StandupDraft(standup, using: &self.generator)
        unchanged = draft
        id = standup.id
        self.original = original
        self.focus = .field(.title)
        hasSettings = original != nil || focus.map(FormFocus.settings.contains) == true
        moveFocus(toPlace: focus)
    }

    /// Shows the settings, with the first of them focused.
    mutating func showSettings() {
        hasSettings = true
        moveFocus(to: .field(FormFocus.settings[0]))
    }

    /// Focuses the field of an address; a row number out of range means the last row.
    private mutating func moveFocus(toPlace field: FormFocus?) {
        var wanted = field ?? .title
        if case .attendee(let row) = wanted { wanted = .attendee(min(row, draft.rows.count - 1)) }
        moveFocus(to: .field(wanted))
    }

    init(_ kept: SavedDraft, seed: UInt64, focus: FormFocus? = nil) {
        generator = SeededGenerator(seed: seed)
        draft = kept.draft
        unchanged = kept.unchanged
        id = kept.id
        original = kept.original
        var settings = draft
        (settings.title, settings.length, settings.rows) = (unchanged.title, unchanged.length, unchanged.rows)
        self.focus = .field(.title)
        hasSettings =
            original != nil || settings != unchanged || focus.map(FormFocus.settings.contains) == true
        moveFocus(toPlace: focus)
    }

    /// The draft to keep if the application ends now; nil if there is nothing to lose.
    var unsaved: SavedDraft? {
        hasChanges ? SavedDraft(draft: draft, unchanged: unchanged, id: id, original: original) : nil
    }

    /// The open dialog, for the address.
    package var dialog: FormDialog? {
        switch question {
        case .discard: .discard
        case .changed: .changed
        case .deleted: .deleted
        case nil: nil
        }
    }

    package func route(from parent: Place.Route?) -> Place.Route {
        guard let standup = parent?.standup else { return .add(focus: focus.place, dialog: dialog) }
        return .edit(standup, focus: focus.place, dialog: dialog)
    }

    /// Opens a dialog, unless its reason no longer applies.
    mutating func open(_ dialog: FormDialog?) {
        if dialog == .discard { _ = cancel() }
    }

    var hasChanges: Bool { draft != unchanged }

    /// All focusable fields from the top; `select` is an index into them.
    var fields: [FormField] { FormField.all(rows: draft.rows.count, hasSettings: hasSettings) }

    package mutating func perform(_ command: Command) -> Reply {
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
            if fields.indices.contains(index) { return click(fields[index]) }
        case .activate: return activate()
        case .addRow: addRow()
        case .removeRow: removeRow()
        case .undo: restoreRow()
        case .toggleRemote: toggleRemote()
        case .moveRowUp: moveRow(by: -1)
        case .moveRowDown: moveRow(by: 1)
        case .grab(let index): if fields.indices.contains(index) { moveFocus(to: fields[index]) }
        case .moveRow(let index): if fields.indices.contains(index) { moveRow(to: fields[index]) }
        default: edit(command)
        }
        return Reply()
    }

    package mutating func receive(_ outcome: Outcome) -> Reply {
        guard isSaving else {
            if case .standups(let standups, _, _, _) = outcome { update(with: standups) }
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
