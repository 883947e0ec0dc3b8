import Localization
import MeetingModel
import Presentation

extension ExportForm {
    var context: KeyContext {
        if question != nil { return .dialog }
        return focus == .path ? .exportFile : .export
    }

    /// The question whether to overwrite a file, or several.
    func dialog(_ localizer: Localizer) -> DialogScreen? {
        guard let question else { return nil }
        let texts = [localizer(.exportOverwriteOverwrite), localizer(.commonCancel)]
        let keys = AnswerKeys.keys(for: texts)
        return DialogScreen(
            title: localizer(isOfSeveral ? .exportOverwriteSeveral : .exportOverwriteTitle),
            message: DisplayText(question.path).description,
            answers: [
                DialogScreen.Answer(text: texts[0], key: keys[0], role: .destructive),
                DialogScreen.Answer(text: texts[1], key: keys[1], role: .cancel),
            ],
            selected: question.dialog.selected)
    }

    func screen(title: String, theme: Theme, _ localizer: Localizer) -> ExportScreen {
        ExportScreen(
            form: FormScreen(
                title: title, theme: theme, fields: fields.map { field($0, localizer) },
                focused: fields.firstIndex(of: focus) ?? 0, error: problem.map { Message($0).text(localizer) }))
    }

    private var kind: Message {
        guard let format, !format.isStatistics else { return .exportStatistics }
        if format.isMinutes { return .exportMinutes }
        return format.isSound ? .exportSound : .exportText
    }

    private func field(_ field: Field, _ localizer: Localizer) -> FormScreen.Field {
        switch field {
        case .format:
            return .choice(
                localizer(.exportFormat),
                (format?.name ?? "") + " · " + localizer(kind))
        case .speaker:
            let name = speakerName.map { DisplayText($0).description }
            return .choice(localizer(.exportSpeaker), name ?? localizer(.exportEveryone))
        case .channel: return .choice(localizer(.exportChannel), localizer.name(of: channel))
        case .path:
            return FormScreen.Field(
                kind: .text,
                field: FieldScreen(
                    label: localizer(isOfSeveral ? .exportFolder : .exportFile), text: path.text,
                    placeholder: localizer(isOfSeveral ? .exportFolderPlaceholder : .exportFilePlaceholder),
                    cursor: focus == .path ? path.cursor : nil))
        }
    }
}

extension FormScreen.Field {
    static func choice(_ label: String, _ text: String) -> Self {
        Self(kind: .choice, field: FieldScreen(label: label, text: text))
    }
}

extension Localizer {
    /// A channel, or both.
    func name(of channel: AudioChannel?) -> String {
        switch channel {
        case .room: self(.exportRoom)
        case .call: self(.exportCall)
        case nil: self(.exportBoth)
        }
    }
}
