import Localization
import MeetingExport
import MeetingHistory
import MeetingModel

// Exporting the meeting: a transcript, or the recording.

extension PastMeeting {
    /// Opens the export once its formats and the last choices are known.
    mutating func openExport() -> Reply {
        guard let loaded else { return Reply() }
        guard loaded.meeting.state != .live else {
            noticeMessage = NoticeMessage(.warning, Message("meeting.refused-live"))
            return Reply()
        }
        // The file has what the screen shows.
        return goOn(leaving: nil, .export)
    }

    /// Shows the choices of an export.
    mutating func take(_ offer: ExportOffer) {
        guard let loaded else { return }
        exporting = ExportForm(loaded, offer) { meeting, speaker in
            MeetingFileName.stem(title: meeting.title, startedAt: LocalTime(meeting.startedAt), speaker: speaker)
        }
    }

    /// Performs a command in the export.
    mutating func export(_ command: Command) -> Reply {
        switch exporting?.perform(command) {
        case .close?:
            exporting = nil
            return Reply()
        case .export(var request)?:
            if !request.format.isSound { request.version = loaded?.version }
            return Reply([.begin(.export(request))])
        case .complete(let path)?: return Reply([.completePath(path, for: meeting)])
        case nil: return Reply()
        }
    }

    /// The export has ended; nil if it was broken off.
    mutating func didExport(_ result: Result<TaskResult?, TaskProblem>) {
        switch result {
        case .success(nil): break
        case .success: exporting = nil
        case .failure(let problem): exporting?.take(problem)
        }
    }

    /// The key context of the export.
    func context(of form: ExportForm) -> KeyContext {
        if form.question != nil { return .dialog }
        return form.focus == .path ? .exportFile : .export
    }

    // MARK: The screen

    /// The question whether to overwrite a file.
    func overwriteDialog(_ form: ExportForm, _ localizer: Localizer) -> DialogScreen? {
        guard let question = form.question else { return nil }
        let texts = [localizer("export.overwrite.overwrite"), localizer("common.cancel")]
        let keys = AnswerKeys.keys(for: texts)
        return DialogScreen(
            title: localizer("export.overwrite.title"), message: DisplayText(question.path).description,
            answers: [
                DialogScreen.Answer(text: texts[0], key: keys[0], role: .destructive),
                DialogScreen.Answer(text: texts[1], key: keys[1], role: .cancel),
            ],
            selected: question.dialog.selected)
    }

    /// The screen of the export.
    func exportScreen(_ form: ExportForm, _ localizer: Localizer) -> ExportScreen {
        let fields = form.fields
        let title = localizer(
            "export.title", ["title": .text(DisplayText(loaded?.meeting.title ?? "").description)])
        return ExportScreen(
            form: FormScreen(
                title: title, theme: theme, fields: fields.map { field($0, of: form, localizer) },
                focused: fields.firstIndex(of: form.focus) ?? 0, error: form.problem.map { Message($0).text(localizer) }
            ))
    }

    private func field(_ field: ExportForm.Field, of form: ExportForm, _ localizer: Localizer) -> FormScreen.Field {
        switch field {
        case .format:
            let name = form.format?.name ?? ""
            return choice(
                "export.format",
                name + " · " + localizer(form.format?.isSound == true ? "export.sound" : "export.text"), localizer)
        case .speaker:
            return choice(
                "export.speaker",
                form.speaker.flatMap { loaded?.meeting.name(of: $0, localizer) } ?? localizer("export.everyone"),
                localizer)
        case .channel:
            return choice("export.channel", name(of: form.channel, localizer), localizer)
        case .path:
            return FormScreen.Field(
                kind: .text,
                field: FieldScreen(
                    label: localizer("export.file"), text: form.path.text,
                    placeholder: localizer("export.file-placeholder"),
                    cursor: form.focus == .path ? form.path.cursor : nil))
        }
    }

    /// A field with choices.
    func choice(_ label: TextKey, _ text: String, _ localizer: Localizer) -> FormScreen.Field {
        FormScreen.Field(kind: .choice, field: FieldScreen(label: localizer(label), text: text))
    }
}
