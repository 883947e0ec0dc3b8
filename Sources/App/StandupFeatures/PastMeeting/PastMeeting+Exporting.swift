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
            exporting?.progress = 0
            return Reply([.export(request)])
        case .cancel?: return Reply([.cancelExport])
        case .complete(let path)?: return Reply([.completePath(path, for: meeting)])
        case nil: return Reply()
        }
    }

    /// The export has ended; without a path it was broken off.
    mutating func didExport(_ result: Result<String?, ExportProblem>) {
        switch result {
        case .success(let path?):
            exporting = nil
            noticeMessage = NoticeMessage(
                .information, Message("export.done", ["path": .text(DisplayText(path).description)]))
        case .success(nil):
            exporting?.progress = nil
            noticeMessage = NoticeMessage(.information, Message("export.cancelled"))
        case .failure(let problem): exporting?.take(problem)
        }
    }

    /// The key context of the export.
    func context(of form: ExportForm) -> KeyContext {
        if form.progress != nil { return .progress }
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
            ),
            progress: form.progress,
            progressText: form.progress.map {
                localizer(
                    "export.progress", ["percent": .number(($0.fraction * 100).rounded(.down), fractionDigits: 0)])
            })
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
            let channel: TextKey =
                switch form.channel {
                case .room: "export.room"
                case .call: "export.call"
                case nil: "export.both"
                }
            return choice("export.channel", localizer(channel), localizer)
        case .path:
            return FormScreen.Field(
                kind: .text,
                field: FieldScreen(
                    label: localizer("export.file"), text: form.path.text,
                    placeholder: localizer("export.file-placeholder"),
                    cursor: form.focus == .path && form.progress == nil ? form.path.cursor : nil))
        }
    }

    private func choice(_ label: TextKey, _ text: String, _ localizer: Localizer) -> FormScreen.Field {
        FormScreen.Field(kind: .choice, field: FieldScreen(label: localizer(label), text: text))
    }
}

extension Message {
    /// The message for an export that failed.
    init(_ problem: ExportProblem) {
        switch problem {
        case .exists(let path): self.init("export.problem.exists", ["path": .text(path)])
        case .noFolder(let path): self.init("export.problem.no-folder", ["path": .text(path)])
        case .insideData(let path): self.init("export.problem.inside-data", ["path": .text(path)])
        case .history(let error): self.init(error)
        case .other(let line): self.init("notice.problem", ["problem": .text(line)])
        }
    }
}
