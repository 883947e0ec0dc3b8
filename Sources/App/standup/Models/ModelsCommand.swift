import ArgumentParser
import Glibc
import MeetingModel
import StandupSpeech

struct ModelsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "models",
        abstract: "List, install, remove or verify speech models.",
        discussion: """
            Models are kept in $XDG_DATA_HOME/standup-models. Only install downloads anything; it resumes an \
            interrupted download.

            In the list, ERRORS is the percentage of English words that a model gets wrong, and CPU the seconds of one \
            core per second of sound. Models that were not measured show neither.

            Examples:
              standup models
              standup models install
              standup models install small
              standup models path base
              standup models verify
              standup models remove base
            """)

    enum Action: String, CaseIterable, ExpressibleByArgument {
        case install
        case remove
        case path
        /// Compares an installed model with the catalogue.
        case verify
    }

    @Argument(help: "install, remove, path or verify. Default: list the models.")
    var action: Action?

    @Argument(
        help: """
            A model, or a file to verify. Default: install chooses the English model that fits this machine, path \
            prints the folder, verify checks all models.
            """,
        completion: .model)
    var name: String?

    @OptionGroup var json: JSONOption

    func validate() throws {
        if name == nil, action == .remove { throw ValidationError("remove needs the name of a model") }
        if json.isOn, action == .install || action == .remove || action == .path {
            throw ValidationError("--json works only with the list of models and with verify")
        }
    }

    func run() throws {
        switch (action, name) {
        case (nil, _): try list()
        case (.install, let name?): try ModelInstallationTask(name).perform()
        case (.install, nil): try RecommendedModel.install()
        case (.remove, let name?): try Composition.modelInstaller.remove(name)
        case (.path, let name?): try printPath(of: name)
        case (.path, nil): try StandardOutput.writeLine(Composition.whisperModels.path)
        case (.verify, let name): try verify(name.map { [$0] } ?? Composition.whisperModels.names)
        case (.remove, nil): break
        }
    }

    private func printPath(of name: String) throws {
        let models = Composition.whisperModels
        guard models.names.contains(name) else {
            throw InstallationError.notInstalled(name: name, folder: models.path)
        }
        try StandardOutput.writeLine(models.file(of: name))
    }

    private func list() throws {
        let documents = try ModelDocument.all(
            of: Composition.modelCatalogue(), Composition.whisperModels, Composition.speechModels)
        if json.isOn { return try JSONOutput.write(documents) }
        var table = Table(
            ["NAME", "FAMILY", "LANGUAGES", "SIZE", "LICENCE", "ERRORS", "CPU", ""],
            alignments: [.left, .left, .left, .right, .left, .right, .right, .left])
        for document in documents { table.append(document.cells) }
        for line in table.lines(for: .standardOutput) { try StandardOutput.writeLine(line) }
    }

    private func verify(_ names: [String]) throws {
        let (catalogue, installer) = (try Composition.modelCatalogue(), Composition.modelInstaller)
        if names.isEmpty, !json.isOn { StandardOutput.note("No models are installed in \(installer.folder.path).") }
        var documents: [VerifiedModel] = []
        for name in names {
            let (path, condition) = try installer.verify(name, by: catalogue)
            let document = VerifiedModel(name: name, path: path, condition: condition)
            documents.append(document)
            if !json.isOn { try StandardOutput.writeLine("\(DisplayText(name)): \(document.text)") }
        }
        if json.isOn { try JSONOutput.write(documents) }
        if let bad = documents.first(where: { $0.condition == .damaged || $0.condition == .changed }) {
            throw Failure(.failed, "\(bad.path) is damaged or was changed; \(bad.remedy)")
        }
    }
}

private struct VerifiedModel: Encodable {
    let name: String
    let path: String
    let condition: ModelInstaller.Condition

    var text: String {
        switch condition {
        case .good: "good, the same as in the catalogue"
        case .unknown: "a complete model that is not in the catalogue"
        case .changed: "a complete model, but not the one in the catalogue"
        case .damaged: "not a complete model"
        }
    }

    var remedy: String {
        name.contains("/") ? "copy the file again" : "install it again: \(SuggestedCommand("models", "install", name))"
    }
}
