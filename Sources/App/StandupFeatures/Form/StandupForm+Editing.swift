import Localization
import MeetingModel

// Editing: text input, focus, and attendee rows.

extension StandupForm {
    mutating func moveFocus(to field: FormField) {
        focus = field
        editor = field.place.flatMap { place in
            draft[text: place].map { text in
                TextField(
                    text, limit: place == .vocabulary ? max(10_000, text.count) : Standup.longestName,
                    isReplacedByTyping: place.hasDefault)
            }
        }
    }

    mutating func step(by step: Int, around isCircle: Bool = false) {
        moveFocus(to: Selection.neighbor(of: focus, in: fields, by: step, around: isCircle))
    }

    /// Performs Enter: presses a button, adds a row below the last attendee, or goes on to the next field.
    mutating func activate() -> Reply {
        switch focus {
        case .save: return save()
        case .more: showSettings()
        case .cancel: return cancel()
        case .field(.attendee(draft.rows.count - 1)) where draft.rows.last?.name.trimmedName.isEmpty == false: addRow()
        case .field: step(by: 1)
        }
        return Reply()
    }

    /// Performs a click: presses a button, steps a choice, or moves the cursor to a text.
    mutating func click(_ field: FormField) -> Reply {
        moveFocus(to: field)
        guard let place = field.place else { return activate() }
        if draft[text: place] == nil { _ = change(place, by: 1) }
        return Reply()
    }

    mutating func edit(_ command: Command) {
        guard let field = focus.place else {
            // The buttons stand side by side.
            if command == .right { step(by: 1) }
            if command == .left, focus != .save { step(by: -1) }
            return
        }
        switch command {
        case .left where change(field, by: -1), .right where change(field, by: 1), .toggle where change(field, by: 1):
            return
        case .insert(let text)
        where focus.row != nil && text.count > 1 && text.contains { ",;".contains($0) || $0.isNewline }:
            insertRows(text)
        default:
            guard var editor, editor.perform(command) else { return }
            self.editor = editor
            setText(editor.text, of: field)
        }
    }

    private mutating func change(_ field: FormFocus, by step: Int) -> Bool {
        guard draft.step(field, by: step) else { return false }
        errors[field] = nil
        moveFocus(to: focus)
        return true
    }

    private mutating func setText(_ text: String, of field: FormFocus) {
        guard draft[text: field] != text else { return }
        draft[text: field] = text
        errors[field] = nil
    }

    /// Inserts a pasted list of names, by lines or else by commas: the first into the current row, each other into a new one.
    private mutating func insertRows(_ text: String) {
        guard let row = focus.row else { return }
        let hasLines = text.contains(where: \.isNewline)
        var lines = text.split { hasLines ? $0.isNewline : ",;".contains($0) }.map { String($0).trimmedName }.filter {
            !$0.isEmpty
        }[...]
        if let first = lines.popFirst(), editor?.perform(.insert(first)) == true {
            setText(editor?.text ?? "", of: .attendee(row))
        }
        let free = max(0, Standup.mostAttendees - draft.rows.count)
        for (index, line) in lines.prefix(free).enumerated() {
            var field = TextField()
            _ = field.perform(.insert(line))
            insertRow(at: row + 1 + index, name: field.text)
        }
        moveFocus(to: .field(.attendee(row + min(lines.count, free))))
    }

    /// Inserts a row below the focused one, or at the end, and focuses it.
    mutating func addRow() {
        let index = focus.row.map { $0 + 1 } ?? draft.rows.count
        guard draft.rows.count < Standup.mostAttendees else {
            errors[.attendee(draft.rows.count - 1)] = Message(StandupError.tooManyAttendees(draft.rows.count + 1))
            return
        }
        insertRow(at: index)
        moveFocus(to: .field(.attendee(index)))
    }

    /// Inserts a row; errors move with their rows.
    private mutating func insertRow(at index: Int, name: String = "") {
        moveErrors { $0 >= index ? $0 + 1 : $0 }
        draft.insertRow(at: index, name: name, using: &generator)
    }

    /// Removes the focused row and focuses the row that takes its place.
    mutating func removeRow() {
        guard let row = focus.row else { return }
        if !draft.rows[row].name.isEmpty { removed.append(RemovedRow(row: draft.rows[row], index: row)) }
        draft.removeRow(at: row, using: &generator)
        moveErrors { $0 == row ? nil : $0 > row ? $0 - 1 : $0 }
        moveFocus(to: .field(.attendee(min(row, draft.rows.count - 1))))
    }

    /// Brings back the row that was removed last.
    mutating func restoreRow() {
        guard let last = removed.popLast() else { return }
        guard !draft.rows.contains(where: { $0.id == last.row.id }) else { return restoreRow() }
        // A blank row stands for the last one.
        if draft.rows.map(\.name) == [""] { draft.rows = [] }
        let index = min(last.index, draft.rows.count)
        draft.rows.insert(last.row, at: index)
        moveErrors { $0 >= index ? $0 + 1 : $0 }
        moveFocus(to: .field(.attendee(index)))
    }

    /// Marks the focused attendee as one who joins by call, or as one in the room.
    mutating func toggleRemote() {
        if let row = focus.row { draft.rows[row].isRemote.toggle() }
    }

    /// Swaps the focused row with its neighbor.
    mutating func moveRow(by step: Int) {
        guard let row = focus.row, draft.rows.indices.contains(row + step) else { return }
        draft.rows.swapAt(row, row + step)
        moveErrors { $0 == row ? row + step : $0 == row + step ? row : $0 }
        let cursor = editor
        moveFocus(to: .field(.attendee(row + step)))
        editor = cursor
    }

    mutating func moveRow(to field: FormField) {
        guard let row = focus.row, let target = field.row else { return }
        for _ in 0..<abs(target - row) { moveRow(by: (target - row).signum()) }
    }

    private mutating func moveErrors(_ moved: (Int) -> Int?) {
        var result: FieldErrors = [:]
        for (field, error) in errors {
            guard case .attendee(let row) = field else {
                result[field] = error
                continue
            }
            if let row = moved(row) { result[.attendee(row)] = error }
        }
        errors = result
    }
}
