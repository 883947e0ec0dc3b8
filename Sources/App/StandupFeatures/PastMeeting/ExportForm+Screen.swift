import Localization
import MeetingModel

extension ExportForm {
    var context: KeyContext {
        if question != nil { return .dialog }
        return focus == .path ? .exportFile : .export
    }

    /// The question whether to overwrite a file, or several.
    func dialog(_ localizer: Localizer) -> DialogScreen? {
        guard let question else { return nil }
        let texts = [localizer("export.overwrite.overwrite"), localizer("common.cancel")]
        let keys = AnswerKeys.keys(for: texts)
        return DialogScreen(
            title: localizer(isOfSeveral ? "export.overwrite.several" : "export.overwrite.title"),
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

    private var kind: TextKey {
        guard let format, !format.isStatistics else { return "export.statistics" }
        if format.isMinutes { return "export.minutes" }
        return format.isSound ? "export.sound" : "export.text"
    }

    private func field(_ field: Field, _ localizer: Localizer) -> FormScreen.Field {
        switch field {
        case .format:
            return .choice(
                localizer("export.format"),
                (format?.name ?? "") + " · " + localizer(kind))
        case .speaker:
            let name = speakerName.map { DisplayText($0).description }
            return .choice(localizer("export.speaker"), name ?? localizer("export.everyone"))
        case .channel: return .choice(localizer("export.channel"), localizer.name(of: channel))
        case .path:
            return FormScreen.Field(
                kind: .text,
                field: FieldScreen(
                    label: localizer(isOfSeveral ? "export.folder" : "export.file"), text: path.text,
                    placeholder: localizer(isOfSeveral ? "export.folder-placeholder" : "export.file-placeholder"),
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
        case .room: self("export.room")
        case .call: self("export.call")
        case nil: self("export.both")
        }
    }
}
