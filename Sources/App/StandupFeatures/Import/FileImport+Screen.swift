package import Localization
import MeetingModel
import Presentation

extension FileImport {
    package func content(_ localizer: Localizer) -> Screen.Content {
        if let speakers { return .files(files(speakers, title: localizer(.importSpeakersTitle), localizer)) }
        if let form { return .importing(screen(of: form, localizer)) }
        return .files(files(chooser, title: title(localizer), localizer))
    }

    private func title(_ localizer: Localizer) -> String {
        guard let title = standups.first(where: { $0.id == standup })?.title else { return localizer(.importTitle) }
        return localizer(.importTitleOf(title: .text(title)))
    }

    // MARK: The choice of a file

    private func files(_ chooser: FileChooser, title: String, _ localizer: Localizer) -> FilesScreen {
        let window = chooser.window
        let count = chooser.rows.count { $0 != .parent }
        return FilesScreen(
            title: title, folder: DisplayText(chooser.listing?.path ?? "").description,
            summary: chooser.listing == nil ? "" : localizer(.filesCount(count: .count(count))),
            field: FieldScreen(
                label: localizer(chooser.isPath ? .filesPath : .filesFilter),
                text: DisplayText(chooser.field.text).description, placeholder: localizer(.filesPlaceholder),
                cursor: chooser.field.cursor),
            rows: chooser.rows[window].map { row($0, of: chooser, localizer) },
            selected: chooser.isPath || chooser.rows.isEmpty ? nil : chooser.selected - window.lowerBound,
            state: state(of: chooser, localizer), error: error(of: chooser, localizer))
    }

    private func row(_ row: FileChooser.Row, of chooser: FileChooser, _ localizer: Localizer) -> FilesScreen.Row {
        guard let entry = chooser.entry(of: row) else {
            return FilesScreen.Row(name: "..", detail: localizer(.filesParent), isFolder: true)
        }
        let detail =
            switch entry.kind {
            case .folder: ""
            case .file: entry.modified.map { localizer.dateAndTime($0) } ?? ""
            case .brokenLink: localizer(.filesBrokenLink)
            }
        return FilesScreen.Row(
            name: DisplayText(entry.name).description, detail: detail, isFolder: entry.kind == .folder)
    }

    private func state(of chooser: FileChooser, _ localizer: Localizer) -> String? {
        if inspected != nil { return localizer(.filesInspecting) }
        if chooser.isPath { return localizer(.filesEnterPath) }
        if chooser.awaited != nil { return localizer(.filesReading) }
        guard chooser.listing != nil, chooser.rows.allSatisfy({ $0 == .parent }) else { return nil }
        if !chooser.field.text.isEmpty { return localizer(.filesNothingFound) }
        return localizer(chooser.purpose == .speakers ? .filesNoSpeakers : .filesNone)
    }

    private func error(of chooser: FileChooser, _ localizer: Localizer) -> String? {
        switch chooser.problem {
        case .missing(let path): localizer(.filesMissing(path: .text(path)))
        case .unreadable(let path, let reason):
            localizer(.filesUnreadable(path: .text(path), reason: .text(reason)))
        case .notAFile(let path): localizer(.filesNotAFile(path: .text(path)))
        case nil: problem.map { Message($0).text(localizer) }
        }
    }

    // MARK: The form

    private func screen(of form: ImportForm, _ localizer: Localizer) -> ImportScreen {
        let fields = form.fields
        return ImportScreen(
            form: FormScreen(
                title: title(localizer), theme: form.theme, fields: fields.map { field($0, of: form, localizer) },
                focused: fields.firstIndex(of: form.focus) ?? 0, error: form.problem?.text(localizer)),
            facts: facts(form.candidate, localizer), hint: localizer(.importHint))
    }

    private func facts(_ candidate: ImportCandidate, _ localizer: Localizer) -> [Fact] {
        let content =
            switch candidate.content {
            case .recording(let recording):
                localizer(
                    .importRecording(
                        duration: .text(recording.duration.clockText(.position)), count: .count(recording.channels)))
            case .exported(let standups, let meetings):
                localizer(.importExported) + ": " + counts(standups, meetings, localizer)
            case .standups(let standups, let meetings):
                localizer(.importApp) + ": " + counts(standups, meetings, localizer)
            }
        return [
            Fact(localizer(.importFile), DisplayText(candidate.path).description),
            Fact(localizer(.importContent), content),
        ]
    }

    private func counts(_ standups: Int, _ meetings: Int, _ localizer: Localizer) -> String {
        localizer.list([
            localizer(.listCount(count: .count(standups))),
            localizer(.importMeetings(count: .count(meetings))),
        ])
    }

    private func field(_ field: ImportForm.Field, of form: ImportForm, _ localizer: Localizer) -> FormScreen.Field {
        func shown(
            _ kind: FormScreen.Field.Kind, _ label: Message, _ text: String, placeholder: String = "",
            cursor: Int? = nil
        ) -> FormScreen.Field {
            FormScreen.Field(
                kind: kind,
                field: FieldScreen(
                    label: localizer(label), text: text, placeholder: placeholder,
                    cursor: field == form.focus ? cursor : nil,
                    error: form.errors[field]?.text(localizer)))
        }
        switch field {
        case .standup:
            var shown = shown(.stepper, .importStandup, form.standup.text, cursor: form.standup.cursor)
            if form.makesStandup { shown.note = localizer(.importNewStandup) }
            return shown
        case .title:
            return shown(
                .text, .formTitleLabel, form.title.text, placeholder: form.standup.text, cursor: form.title.cursor)
        case .date:
            return shown(
                .text, .importDate, form.date.text, placeholder: localizer(.importDatePlaceholder),
                cursor: form.date.cursor)
        case .speakers:
            let name = form.speakers.map { DisplayText(FilePath.name(of: $0)).description }
            return shown(.choice, .importSpeakers, name ?? localizer(.importNoSpeakers))
        case .channel:
            let channel: Message =
                switch form.channel {
                case .room: .exportRoom
                case .call: .exportCall
                case nil: .exportBoth
                }
            return shown(.choice, .exportChannel, localizer(channel))
        case .transcription:
            let text: Message =
                switch form.transcription {
                case .now: .importTranscriptionNow
                case .later: .importTranscriptionLater
                case .never: .importTranscriptionNever
                }
            return shown(.choice, .importTranscriptionLabel, localizer(text))
        }
    }
}
