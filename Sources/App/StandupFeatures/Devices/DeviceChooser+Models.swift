import Localization

// The speech models below the devices.

extension DeviceChooser {
    enum ModelRow: Hashable {
        /// The best installed recognizer for the language of each meeting.
        case best
        case model(ListedModel)
    }

    /// The rows of the models; none before both the devices and the models have been listed.
    var modelRows: [ModelRow] {
        guard devices != nil, case .success(let shelf) = models else { return [] }
        return [.best] + shelf.models.map(ModelRow.model)
    }

    /// The selected row of the models; nil if a device is selected.
    var selectedModel: ModelRow? {
        let (index, rows) = (selected - rows.count, modelRows)
        return rows.indices.contains(index) ? rows[index] : nil
    }

    func isChosen(_ row: ModelRow) -> Bool {
        guard case .success(let shelf) = models else { return false }
        return switch row {
        case .best: shelf.recognizer == nil
        case .model(let model): model.state == .installed && shelf.recognizer == model.recognizer
        }
    }

    /// The keys of the models are named only while a model is selected that they are for.
    package var emphasis: KeyEmphasis {
        switch selectedModel {
        case nil: return KeyEmphasis(hidden: [.verify, .delete])
        case .best?: return KeyEmphasis(hidden: [.testDing, .verify, .delete])
        case .model(let model)?:
            let isThere = model.isManaged && model.state != .available
            return KeyEmphasis(
                hidden: isThere ? [.testDing] : [.testDing, .verify, .delete],
                texts: model.state == .installed ? [:] : [.activate: .keyInstall])
        }
    }

    /// Chooses an installed model, or installs one.
    mutating func chooseModel(_ row: ModelRow) -> Reply {
        guard case .success(let shelf) = models else { return Reply() }
        if case .model(let model) = row, model.state != .installed {
            installing = (model, Dialog([true, false]))
            return Reply()
        }
        guard !shelf.isConfigured else {
            noticeMessage = NoticeMessage(
                .information, .modelsConfigured(recognizer: .text(shelf.recognizer ?? "")))
            return Reply()
        }
        switch row {
        case .best: return choose(nil)
        case .model(let model): return choose(model.recognizer)
        }
    }

    private func choose(_ recognizer: String?) -> Reply {
        Reply([loadModels { backend throws(TaskProblem) in try backend.chooseRecognizer(recognizer) }])
    }

    /// Changes the speech models or the chosen recognizer, and lists them.
    func loadModels(
        after change: @escaping @Sendable (any Backend) throws(TaskProblem) -> Void = { _ in }
    ) -> Effect {
        call(on: .devices) { backend in
            (
                Result { () throws(TaskProblem) in try change(backend) },
                Result { () throws(TaskProblem) in try backend.speechModels() }
            )
        } show: { chooser, answer in
            if case .failure(let problem) = answer.0 { chooser.noticeMessage = NoticeMessage(.error, Message(problem)) }
            chooser.show(answer.1)
        }
    }

    mutating func answerInstallation(_ command: Command) -> Reply {
        guard let (model, asked) = installing else { return Reply() }
        var dialog = asked
        let answer = command == .back ? false : dialog.perform(command)
        installing = answer == nil ? (model, dialog) : nil
        return answer == true ? Reply([.begin(.install(model: model.name))]) : Reply()
    }

    /// Compares the selected model with the catalogue.
    mutating func verifyModel() -> Reply {
        guard case .model(let model)? = selectedModel, model.isManaged, model.state != .available else {
            return Reply()
        }
        return Reply([.begin(.verify(model: model.name))])
    }

    mutating func askToRemove() {
        guard case .model(let model)? = selectedModel else { return }
        guard model.isManaged else {
            noticeMessage = NoticeMessage(.information, .modelsNotManaged)
            return
        }
        guard model.state != .available else {
            noticeMessage = NoticeMessage(.information, .modelsNotInstalled(model: .text(model.name)))
            return
        }
        question = (model.name, .deletion)
    }

    /// Answers the question whether to remove a model.
    mutating func answer(_ command: Command) -> Reply {
        guard let (model, asked) = question else { return Reply() }
        var dialog = asked
        let answer = command == .back ? .cancel : dialog.perform(command)
        question = answer == nil ? (model, dialog) : nil
        guard answer == .delete else { return Reply() }
        return Reply([loadModels { backend throws(TaskProblem) in try backend.removeModel(model) }])
    }

    mutating func show(_ models: Result<SpeechModelShelf, TaskProblem>) {
        self.models = models
        selected = max(0, min(selected, rows.count + modelRows.count - 1))
        guard let name = pendingRemoval, devices != nil else { return }
        pendingRemoval = nil
        let index = modelRows.firstIndex { row in
            if case .model(let model) = row { model.name == name } else { false }
        }
        guard let index else { return }
        selected = rows.count + index
        askToRemove()
    }

    // MARK: The screen

    func modelDialog(_ localizer: Localizer) -> DialogScreen? {
        if let (model, dialog) = installing {
            let texts = [localizer(.keyInstall), localizer(.commonCancel)]
            let keys = AnswerKeys.keys(for: texts)
            return DialogScreen(
                title: localizer(.modelsInstallTitle(model: .text(model.name))),
                message: [model.title, detail(model, localizer)].joined(separator: " · "),
                answers: [
                    DialogScreen.Answer(text: texts[0], key: keys[0]),
                    DialogScreen.Answer(text: texts[1], key: keys[1], role: .cancel),
                ],
                selected: dialog.selected)
        }
        return question.map { model, dialog in
            dialog.screen(
                title: localizer(.modelsRemoveTitle(model: .text(model))),
                message: localizer(.modelsRemoveMessage), delete: .modelsRemoveRemove, localizer)
        }
    }

    /// The heading, which says that the configuration sets the recognizer.
    func modelsTitle(_ localizer: Localizer) -> String {
        guard case .success(let shelf) = models, shelf.isConfigured else { return localizer(.modelsTitle) }
        return localizer(.modelsTitleConfigured(recognizer: .text(shelf.recognizer ?? "")))
    }

    func modelScreens(_ localizer: Localizer) -> [DevicesScreen.Row] {
        modelRows.map { row in
            switch row {
            case .best:
                let standard = (try? models?.get())?.standard
                return DevicesScreen.Row(
                    label: standard.map { localizer(.modelsBestIs(recognizer: .text($0))) }
                        ?? localizer(.modelsBest),
                    detail: "", isChosen: isChosen(row))
            case .model(let model):
                return DevicesScreen.Row(
                    label: model.title, detail: detail(model, localizer), isChosen: isChosen(row),
                    isMissing: model.state != .installed)
            }
        }
    }

    private func detail(_ model: ListedModel, _ localizer: Localizer) -> String {
        let languages =
            model.languages.count > 3
            ? localizer(.modelsLanguages(count: .count(model.languages.count)))
            : model.languages.joined(separator: ", ")
        let size = model.size.map { size in
            localizer(.modelsSize(size: .number((Double(size) / 1_000_000).rounded(), fractionDigits: 0)))
        }
        let state: String? =
            switch model.state {
            case .installed: nil
            case .damaged: localizer(.modelsDamaged)
            case .available: localizer(.modelsAvailable)
            }
        return [languages, size, state].compactMap(\.self).joined(separator: " · ")
    }
}
