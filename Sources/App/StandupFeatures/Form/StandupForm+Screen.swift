package import Localization
import MeetingModel
import Presentation

extension StandupForm {
    package func content(_ localizer: Localizer) -> Screen.Content {
        let fields = fields
        return .form(
            FormScreen(
                title: original.map { localizer(.formTitleEdit(title: .text($0.title))) }
                    ?? localizer(.formTitleNew),
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
                title: localizer(.dialogChangedTitle(title: .text(theirs.title))),
                message: localizer(.dialogChangedMessage), answers: dialog.answers.map { answer($0, localizer) },
                selected: dialog.selected)
        case .deleted(let dialog):
            DialogScreen(
                title: localizer(.dialogGoneTitle(title: .text(original?.title ?? draft.title))),
                message: localizer(.dialogGoneMessage), answers: dialog.answers.map { answer($0, localizer) },
                selected: dialog.selected)
        case nil: nil
        }
    }

    private func answer(_ answer: ConflictAnswer, _ localizer: Localizer) -> DialogScreen.Answer {
        switch answer {
        case .keepMine:
            DialogScreen.Answer(text: localizer(.dialogChangedKeepMine), key: "m", role: .destructive)
        case .takeTheirs: DialogScreen.Answer(text: localizer(.dialogChangedTakeTheirs), key: "t")
        case .saveAsNew: DialogScreen.Answer(text: localizer(.dialogGoneSaveAsNew), key: "n")
        case .goOn: DialogScreen.Answer(text: localizer(.dialogChangedGoOn), key: "e", role: .cancel)
        }
    }

    private func field(_ field: FormField, _ localizer: Localizer) -> FormScreen.Field {
        switch field {
        case .save:
            return button(localizer(isSaving ? .formSaving : .formSave))
        case .more:
            return button(localizer(.formMore))
        case .cancel:
            return button(localizer(.formCancel))
        case .field(let focus):
            var shown = FormScreen.Field(
                kind: focus.kind,
                field: FieldScreen(
                    label: label(focus, localizer), text: text(focus, localizer),
                    placeholder: placeholder(focus, localizer),
                    cursor: field == self.focus ? editor?.cursor : nil, error: errors[focus]?.text(localizer)),
                section: section(focus, localizer))
            if case .attendee(let row) = focus, draft.rows[row].isRemote { shown.note = localizer(.commonByCall) }
            shown.choices = choices(focus, localizer)
            if focus == .theme { shown.theme = draft.theme }
            if focus == .warningSounds { shown.isOn = draft.warningSounds }
            if focus == .team { shown.isOn = draft.isShared }
            if focus == .voices { shown.isOn = draft.learnsVoices }
            return shown
        }
    }

    private func button(_ text: String) -> FormScreen.Field {
        FormScreen.Field(kind: .button, field: FieldScreen(label: text))
    }

    private func label(_ field: FormFocus, _ localizer: Localizer) -> String {
        switch field {
        case .title: localizer(.formTitleLabel)
        case .length: localizer(.formLength)
        case .theme: localizer(.formTheme)
        case .attendee(let row): localizer(.formAttendee(number: .count(row + 1)))
        case .language: localizer(.formLanguage)
        case .slotEnd: localizer(.formSlotEndLabel)
        case .timeSharing: localizer(.formTimeSharingLabel)
        case .warnings: localizer(.formWarnings)
        case .warningSounds: localizer(.formWarningSounds)
        case .vocabulary: localizer(.formVocabulary)
        case .team: localizer(.formTeam)
        case .voices: localizer(.formVoices)
        }
    }

    private func text(_ field: FormFocus, _ localizer: Localizer) -> String {
        switch field {
        case .theme: localizer.name(of: draft.theme)
        case .slotEnd: localizer(draft.atSlotEnd.message)
        case .timeSharing: localizer(draft.timeSharing.message)
        case .warningSounds: localizer(draft.warningSounds ? .formYes : .formNo)
        case .team: localizer(draft.isShared ? .formYes : .formNo)
        case .voices: localizer(draft.learnsVoices ? .formVoicesOn : .formNo)
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
        case .slotEnd: [MeetingSettings.SlotEnd.advance, .overtime].map { localizer($0.message) }
        case .timeSharing: [MeetingSettings.TimeSharing.fixed, .shared].map { localizer($0.message) }
        default: []
        }
    }

    private func placeholder(_ field: FormFocus, _ localizer: Localizer) -> String {
        switch field {
        case .title: localizer(.formTitlePlaceholder)
        case .length: localizer(.formLengthPlaceholder)
        case .attendee: localizer(.formAttendeePlaceholder)
        case .language: localizer(.formLanguagePlaceholder)
        case .warnings: localizer(.formWarningsPlaceholder)
        case .vocabulary: localizer(.formVocabularyPlaceholder)
        case .theme, .slotEnd, .timeSharing, .warningSounds, .team, .voices: ""
        }
    }

    private func section(_ field: FormFocus, _ localizer: Localizer) -> String? {
        switch field {
        case .title: localizer(.formSectionStandup)
        case .attendee(0): localizer(.formSectionAttendees)
        case .theme: localizer(.formSectionSettings)
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
        case .warningSounds, .team, .voices: .toggle
        case .attendee: .attendee
        }
    }
}

extension MeetingSettings.SlotEnd {
    var message: Message {
        switch self {
        case .advance: .formSlotEndAdvance
        case .overtime: .formSlotEndOvertime
        }
    }
}

extension MeetingSettings.TimeSharing {
    var message: Message {
        switch self {
        case .fixed: .formTimeSharingFixed
        case .shared: .formTimeSharingShared
        }
    }
}

extension Dialog<StandupForm.DiscardAnswer> {
    /// The question whether to discard what was typed; Enter keeps it.
    static var discarding: Self { Dialog([.discard, .goOn], selected: 1) }

    func screen(_ localizer: Localizer) -> DialogScreen {
        DialogScreen(
            title: localizer(.dialogDiscardTitle), message: localizer(.dialogDiscardMessage),
            answers: [
                DialogScreen.Answer(text: localizer(.dialogDiscardDiscard), key: "d", role: .destructive),
                DialogScreen.Answer(text: localizer(.dialogDiscardGoOn), key: "e", role: .cancel),
            ],
            selected: selected)
    }
}
