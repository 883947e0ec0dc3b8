package import Localization
import MeetingModel

extension StandupForm {
    package func content(_ localizer: Localizer) -> Screen.Content {
        let fields = fields
        return .form(
            FormScreen(
                title: original.map { localizer("form.title.edit", ["title": .text($0.title)]) }
                    ?? localizer("form.title.new"),
                theme: draft.theme,
                fields: fields.map { field($0, localizer) },
                focused: fields.firstIndex(of: focus) ?? 0,
                error: problem?.text(localizer)))
    }

    package func dialog(_ localizer: Localizer) -> DialogScreen? {
        switch question {
        case .discard(let dialog): dialog.screen(localizer)
        case .changed(let theirs, let dialog):
            DialogScreen(
                title: localizer("dialog.changed.title", ["title": .text(theirs.title)]),
                message: localizer("dialog.changed.message"), answers: dialog.answers.map { answer($0, localizer) },
                selected: dialog.selected)
        case .deleted(let dialog):
            DialogScreen(
                title: localizer("dialog.gone.title", ["title": .text(original?.title ?? draft.title)]),
                message: localizer("dialog.gone.message"), answers: dialog.answers.map { answer($0, localizer) },
                selected: dialog.selected)
        case nil: nil
        }
    }

    private func answer(_ answer: ConflictAnswer, _ localizer: Localizer) -> DialogScreen.Answer {
        switch answer {
        case .keepMine:
            DialogScreen.Answer(text: localizer("dialog.changed.keep-mine"), key: "m", role: .destructive)
        case .takeTheirs: DialogScreen.Answer(text: localizer("dialog.changed.take-theirs"), key: "t")
        case .saveAsNew: DialogScreen.Answer(text: localizer("dialog.gone.save-as-new"), key: "n")
        case .goOn: DialogScreen.Answer(text: localizer("dialog.changed.go-on"), key: "e", role: .cancel)
        }
    }

    private func field(_ field: FormField, _ localizer: Localizer) -> FormScreen.Field {
        switch field {
        case .save:
            return button(localizer(isSaving ? "form.saving" : "form.save"))
        case .cancel:
            return button(localizer("form.cancel"))
        case .field(let focus):
            var shown = FormScreen.Field(
                kind: focus.kind,
                field: FieldScreen(
                    label: label(focus, localizer), text: text(focus, localizer),
                    placeholder: placeholder(focus, localizer),
                    cursor: field == self.focus ? editor?.cursor : nil, error: errors[focus]?.text(localizer)),
                section: section(focus, localizer))
            if case .attendee(let row) = focus, draft.rows[row].isRemote { shown.note = localizer("common.by-call") }
            shown.choices = choices(focus, localizer)
            if focus == .theme { shown.theme = draft.theme }
            if focus == .warningSounds { shown.isOn = draft.warningSounds }
            if focus == .team { shown.isOn = draft.isShared }
            return shown
        }
    }

    private func button(_ text: String) -> FormScreen.Field {
        FormScreen.Field(kind: .button, field: FieldScreen(label: text))
    }

    private func label(_ field: FormFocus, _ localizer: Localizer) -> String {
        switch field {
        case .title: localizer("form.title.label")
        case .length: localizer("form.length")
        case .theme: localizer("form.theme")
        case .attendee(let row): localizer("form.attendee", ["number": .count(row + 1)])
        case .language: localizer("form.language")
        case .slotEnd: localizer("form.slot-end.label")
        case .timeSharing: localizer("form.time-sharing.label")
        case .warnings: localizer("form.warnings")
        case .warningSounds: localizer("form.warning-sounds")
        case .vocabulary: localizer("form.vocabulary")
        case .team: localizer("form.team")
        }
    }

    private func text(_ field: FormFocus, _ localizer: Localizer) -> String {
        switch field {
        case .theme: localizer.name(of: draft.theme)
        case .slotEnd: localizer(draft.atSlotEnd.textKey)
        case .timeSharing: localizer(draft.timeSharing.textKey)
        case .warningSounds: localizer(draft.warningSounds ? "form.yes" : "form.no")
        case .team: localizer(draft.isShared ? "form.yes" : "form.no")
        case .length where !isFocused(field):
            (try? Length(parsing: draft.length, allowsMinutes: true)).map { localizer.duration($0.duration) }
                ?? DisplayText(draft.length).description
        case .warnings where !isFocused(field): warnings(localizer)
        default: draft[text: field].map { DisplayText($0).description } ?? ""
        }
    }

    private func isFocused(_ field: FormFocus) -> Bool { focus == .field(field) }

    /// The warning times as read elsewhere; as typed if one of them is not valid.
    private func warnings(_ localizer: Localizer) -> String {
        let texts = draft.warnings.split(whereSeparator: Standup.termSeparators.contains).map { String($0).trimmedName }
            .filter { !$0.isEmpty }
        let lengths = texts.compactMap { try? Length(parsing: $0).duration }
        guard lengths.count == texts.count else { return DisplayText(draft.warnings).description }
        return lengths.map { localizer.duration($0) }.joined(separator: ", ")
    }

    private func choices(_ field: FormFocus, _ localizer: Localizer) -> [String] {
        switch field {
        case .theme: Theme.allCases.map { localizer.name(of: $0) }
        case .slotEnd: [MeetingSettings.SlotEnd.advance, .overtime].map { localizer($0.textKey) }
        case .timeSharing: [MeetingSettings.TimeSharing.fixed, .shared].map { localizer($0.textKey) }
        default: []
        }
    }

    private func placeholder(_ field: FormFocus, _ localizer: Localizer) -> String {
        switch field {
        case .title: localizer("form.title.placeholder")
        case .length: localizer("form.length-placeholder")
        case .attendee: localizer("form.attendee-placeholder")
        case .language: localizer("form.language-placeholder")
        case .warnings: localizer("form.warnings-placeholder")
        case .vocabulary: localizer("form.vocabulary-placeholder")
        case .theme, .slotEnd, .timeSharing, .warningSounds, .team: ""
        }
    }

    private func section(_ field: FormFocus, _ localizer: Localizer) -> String? {
        switch field {
        case .title: localizer("form.section.standup")
        case .attendee(0): localizer("form.section.attendees")
        case .language: localizer("form.section.settings")
        default: nil
        }
    }
}

extension FormFocus {
    fileprivate var kind: FormScreen.Field.Kind {
        switch self {
        case .title, .language, .warnings, .vocabulary: .text
        case .length: .stepper
        case .theme, .slotEnd, .timeSharing: .choice
        case .warningSounds, .team: .toggle
        case .attendee: .attendee
        }
    }
}

extension MeetingSettings.SlotEnd {
    var textKey: TextKey {
        switch self {
        case .advance: "form.slot-end.advance"
        case .overtime: "form.slot-end.overtime"
        }
    }
}

extension MeetingSettings.TimeSharing {
    var textKey: TextKey {
        switch self {
        case .fixed: "form.time-sharing.fixed"
        case .shared: "form.time-sharing.shared"
        }
    }
}

extension Dialog<StandupForm.DiscardAnswer> {
    /// The question whether to discard what was typed; Enter keeps it.
    static var discarding: Self { Dialog([.discard, .goOn], selected: 1) }

    func screen(_ localizer: Localizer) -> DialogScreen {
        DialogScreen(
            title: localizer("dialog.discard.title"), message: localizer("dialog.discard.message"),
            answers: [
                DialogScreen.Answer(text: localizer("dialog.discard.discard"), key: "d", role: .destructive),
                DialogScreen.Answer(text: localizer("dialog.discard.go-on"), key: "e", role: .cancel),
            ],
            selected: selected)
    }
}
