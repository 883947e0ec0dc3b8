/// A form element that can have the focus.
package enum FormField: Hashable, Sendable {
    case field(FormFocus)
    case save
    /// Shows the settings that a newcomer does not need.
    case more
    case cancel

    /// The field in the form's address; nil for buttons.
    var place: FormFocus? {
        if case .field(let focus) = self { return focus }
        return nil
    }

    /// The attendee's row; nil for other fields.
    var row: Int? {
        if case .field(.attendee(let row)) = self { return row }
        return nil
    }

    /// All fields of a form with `rows` attendee rows, from the top; the settings only if they are shown.
    static func all(rows: Int, hasSettings: Bool) -> [FormField] {
        let fields = [.title, .length] + (0..<rows).map { .attendee($0) } + (hasSettings ? FormFocus.settings : [])
        return fields.map { .field($0) } + (hasSettings ? [.save, .cancel] : [.save, .more, .cancel])
    }
}

extension FormFocus {
    static let settings: [FormFocus] = [
        .theme, .language, .slotEnd, .timeSharing, .warnings, .warningSounds, .vocabulary, .team, .voices,
    ]

    /// Whether a new standup has a text in this field; typing replaces it.
    var hasDefault: Bool { [.length, .language].contains(self) }
}

extension StandupDraft {
    /// The text of a text field; nil for other fields.
    subscript(text field: FormFocus) -> String? {
        get {
            switch field {
            case .title: title
            case .length: length
            case .language: language
            case .warnings: warnings
            case .vocabulary: vocabulary
            case .attendee(let row): rows.indices.contains(row) ? rows[row].name : nil
            case .theme, .slotEnd, .timeSharing, .warningSounds, .team, .voices: nil
            }
        }
        set {
            guard let newValue else { return }
            switch field {
            case .title: title = newValue
            case .length: length = newValue
            case .language: language = newValue
            case .warnings: warnings = newValue
            case .vocabulary: vocabulary = newValue
            case .attendee(let row): if rows.indices.contains(row) { rows[row].name = newValue }
            case .theme, .slotEnd, .timeSharing, .warningSounds, .team, .voices: break
            }
        }
    }

    /// Changes a choice to its next or previous value, wrapping around; false if the field is not a choice.
    mutating func step(_ field: FormFocus, by step: Int) -> Bool {
        switch field {
        case .length: stepLength(by: Int64(step))
        case .theme: theme = theme.stepped(by: step)
        case .slotEnd: atSlotEnd = atSlotEnd.stepped(by: step)
        case .timeSharing: timeSharing = timeSharing.stepped(by: step)
        case .warningSounds: warningSounds.toggle()
        case .team: isShared.toggle()
        case .voices: learnsVoices.toggle()
        default: return false
        }
        return true
    }
}

extension CaseIterable where Self: Equatable {
    fileprivate func stepped(by step: Int) -> Self {
        let all = Array(Self.allCases)
        guard let index = all.firstIndex(of: self) else { return self }
        return all[(index + step + all.count) % all.count]
    }
}
